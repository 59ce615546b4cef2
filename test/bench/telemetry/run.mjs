// npm run bench:telemetry: what a trace costs a session of three turns in a minute: without `telemetry`, with it and no SDK, and
// with an SDK whose exporter drops the spans. Virtual time, so that all of the time is work. Needs `npm run build`.
import { cpus } from 'node:os';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createTelemetry } from 'antiphon/telemetry';
import { VirtualClock } from 'antiphon/testing';
import { terse } from '../virtual/session.mjs';

const SECONDS = 60;
const WARM_UP = 150;
const ROUNDS = 600;
const VARIANTS = { 'no telemetry': prepareNone(), 'no SDK': prepareNoSdk(), SDK: prepareSdk() };

for (let n = 0; n < WARM_UP; n++) await measureRound(n);
const rounds = [];
for (let n = 0; n < ROUNDS; n++) rounds.push(await measureRound(n));

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${ROUNDS} rounds\n`);
console.log('| | CPU of a session, ms | more than without, us | quartiles | spans |\n|---|---|---|---|---|');
for (const [name, { spans }] of Object.entries(VARIANTS)) {
  const [, median] = quartiles(rounds.map((round) => round[name]));
  const [low, middle, high] = quartiles(rounds.map((round) => (round[name] - round['no telemetry']) * 1000)).map(
    Math.round,
  );
  const paired = name === 'no telemetry' ? ['', ''] : [middle, `${low} to ${high}`];
  console.log(`| ${[name, median.toFixed(2), ...paired, spans() / (WARM_UP + ROUNDS)].join(' | ')} |`);
}

/** One session of each variant, beginning with another one each time, so that all have the same neighbours. */
async function measureRound(n) {
  const names = Object.keys(VARIANTS);
  const round = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[(n + at) % names.length];
    const before = process.cpuUsage();
    await converse(VARIANTS[name]);
    const { user, system } = process.cpuUsage(before);
    round[name] = (user + system) / 1000;
  }
  return round;
}

async function converse({ telemetry, flush }) {
  const clock = new VirtualClock();
  terse(clock, SECONDS, { telemetry });
  await clock.run(SECONDS * 1000);
  await flush();
}

function prepareNone() {
  return { telemetry: undefined, flush: async () => {}, spans: () => 0 };
}

function prepareNoSdk() {
  return { ...prepareNone(), telemetry: createTelemetry() };
}

function prepareSdk() {
  let exported = 0;
  const exporter = {
    export: (spans, done) => {
      exported += spans.length;
      done({ code: 0 });
    },
    shutdown: async () => {},
  };
  const processor = new BatchSpanProcessor(exporter);
  const tracer = new BasicTracerProvider({ spanProcessors: [processor] }).getTracer('bench');
  return { telemetry: createTelemetry({ tracer }), flush: () => processor.forceFlush(), spans: () => exported };
}

function quartiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
}
