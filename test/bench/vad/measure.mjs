// One measurement in a process of its own: node measure.mjs <subject> <streams> <paced|flat> <seconds> [noise]. Prints
// JSON.
import { performance } from 'node:perf_hooks';
import { callbacks } from './callbacks.mjs';
import { speech } from './speech.mjs';
import { SUBJECTS } from './subjects.mjs';

const FRAME = 320;
const FRAME_MS = 20;
const WINDOW = 512;
const WARM_UP_SECONDS = 2;
/** Windows under way per stream when there is no pace. */
const AHEAD = 4;

const [name, count, mode, seconds, noise] = process.argv.slice(2);
// Without a pace only the throughput counts: nothing else is measured, so that the driver takes little of it.
const isPaced = mode === 'paced';
const held = isPaced ? callbacks() : { untimed: { setTimeout }, reset: () => {}, report: () => ({}) };
const audio = await speech({ noise: noise !== undefined });
const subject = await SUBJECTS[name]();
const streams = Array.from({ length: Number(count) }, () => createStream());
let measuring = false;
const latencies = [];
let scores = 0;

if (isPaced) pace();
else for (const stream of streams) refill(stream);

await sleep(WARM_UP_SECONDS);
const before = { cpu: process.cpuUsage(), at: performance.now() };
measuring = true;
held.reset();
await sleep(Number(seconds));
measuring = false;
report(before);
process.exit(0);

function createStream() {
  const stream = {
    at: Math.floor(Math.random() * audio.length),
    pushed: 0,
    scored: 0,
    ends: [],
    dueAt: 0,
    push: undefined,
  };
  stream.push = subject.open(() => onScore(stream));
  return stream;
}

/** Notes when the last sample of a window went in. */
function pushFrame(stream) {
  if (stream.at + FRAME > audio.length) stream.at = 0;
  const samples = audio.subarray(stream.at, stream.at + FRAME);
  stream.at += FRAME;
  const windows = Math.floor((stream.pushed + FRAME) / WINDOW) - Math.floor(stream.pushed / WINDOW);
  stream.pushed += FRAME;
  for (let window = 0; window < windows; window += 1) stream.ends.push(isPaced ? performance.now() : 0);
  stream.push(samples);
}

function onScore(stream) {
  const end = stream.ends.shift();
  stream.scored += 1;
  if (measuring) {
    scores += 1;
    if (isPaced) latencies.push(performance.now() - end);
  }
  if (!isPaced && stream.refilling === undefined) {
    stream.refilling = setImmediate(() => {
      stream.refilling = undefined;
      refill(stream);
    });
  }
}

/** Lets the event loop turn even if the subject scores a window within `push`. */
function refill(stream) {
  const limit = stream.pushed + AHEAD * WINDOW;
  while (stream.ends.length < AHEAD && stream.pushed < limit) pushFrame(stream);
}

/** Every stream has its own phase; deadlines are absolute, so that nothing drifts. */
function pace() {
  const start = performance.now();
  for (const stream of streams) stream.dueAt = start + Math.random() * FRAME_MS;
  const tick = () => {
    const now = performance.now();
    for (const stream of streams) {
      for (; stream.dueAt <= now; stream.dueAt += FRAME_MS) held.measure(() => pushFrame(stream));
    }
    held.untimed.setTimeout(tick, 1);
  };
  tick();
}

function sleep(duration) {
  return new Promise((resolve) => held.untimed.setTimeout(resolve, duration * 1000));
}

function report({ cpu, at }) {
  const used = process.cpuUsage(cpu);
  const elapsed = performance.now() - at;
  const sorted = latencies.sort((a, b) => a - b);
  const quantile = (q) => sorted[Math.floor(q * (sorted.length - 1))];
  console.log(
    JSON.stringify({
      windowsPerSecond: (scores * 1000) / elapsed,
      cpuPercent: (used.user + used.system) / 10 / elapsed,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      ...held.report(),
    }),
  );
}
