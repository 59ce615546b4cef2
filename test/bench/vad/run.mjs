// npm run bench:vad -- [--noise] [rounds=3] [seconds=7]: our VAD in both engines and that of @livekit/agents-plugin-silero under
// the same driver, each in a process of its own, in turns; the median of the rounds counts. CPU is that of the whole process less
// that of a driver without a VAD. `--noise`: no window is digital silence.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { noise: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [ROUNDS = 3, PACED_SECONDS = 7] = positionals.map(Number);
const FLAT_SECONDS = PACED_SECONDS / 2;
const STREAMS = [8, 64];
const TARGETS = { timesLessCpu: 10, p99Ms: 1, timesThroughput: 25 };

if (!existsSync(new URL('./node_modules', import.meta.url))) {
  throw new Error('expected the packages to compare with: npm ci --ignore-scripts --prefix test/bench/vad');
}

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
const paced = STREAMS.map((streams) => ({
  streams,
  ...race(['empty', 'wasm', 'onnx', 'livekit'], streams, 'paced', PACED_SECONDS),
}));
const flat = race(['wasm', 'onnx', 'livekit'], 64, 'flat', FLAT_SECONDS);

console.log(
  '| | streams | windows/s | CPU per window, us | latency p50, ms | p99, ms | main thread held p99, ms | max, ms |',
);
console.log('|---|---|---|---|---|---|---|---|');
for (const { streams, ...subjects } of paced) {
  for (const [name, result] of Object.entries(subjects)) {
    const { windowsPerSecond, p50Ms, p99Ms, heldP99Ms, heldMaxMs } = result;
    const numbers = [cost(result, subjects.empty), p50Ms, p99Ms, heldP99Ms, heldMaxMs].map((value) => value.toFixed(2));
    console.log(`| ${[name, streams, Math.round(windowsPerSecond), ...numbers].join(' | ')} |`);
  }
}
console.log('\n| flat out, 64 streams | windows/s |\n|---|---|');
for (const [name, { windowsPerSecond }] of Object.entries(flat))
  console.log(`| ${name} | ${Math.round(windowsPerSecond)} |`);

const { empty, wasm, livekit } = paced.at(-1);
const timesLessCpu = cost(livekit, empty) / cost(wasm, empty);
const timesThroughput = flat.wasm.windowsPerSecond / flat.livekit.windowsPerSecond;
console.log('\n| wasm, 64 streams | | target | |\n|---|---|---|---|');
target(
  'times less CPU than livekit',
  timesLessCpu,
  `at least ${TARGETS.timesLessCpu}`,
  timesLessCpu >= TARGETS.timesLessCpu,
);
target('latency p99, ms', wasm.p99Ms, `below ${TARGETS.p99Ms}`, wasm.p99Ms < TARGETS.p99Ms);
target(
  'times the throughput of livekit',
  timesThroughput,
  `at least ${TARGETS.timesThroughput}`,
  timesThroughput >= TARGETS.timesThroughput,
);

function target(name, value, aim, isMet) {
  console.log(`| ${[name, value.toFixed(2), aim, isMet ? 'met' : 'missed'].join(' | ')} |`);
}

/** CPU time per window in us: who cannot keep pace scores fewer, and must not look cheaper for it. */
function cost(result, idle) {
  return ((result.cpuPercent - idle.cpuPercent) * 10_000) / result.windowsPerSecond;
}

/** The subjects in turns, so that a change of the machine's mood meets all of them. */
function race(names, streams, mode, seconds) {
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(names.map((name) => [name, measure(name, streams, mode, seconds)])),
  );
  return Object.fromEntries(names.map((name) => [name, medians(rounds.map((round) => round[name]))]));
}

function measure(...args) {
  const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
  const options = values.noise ? ['noise'] : [];
  return JSON.parse(execFileSync(process.execPath, [script, ...args.map(String), ...options], { encoding: 'utf8' }));
}

function medians(results) {
  const median = (key) => results.map((result) => result[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)];
  return Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(key)]));
}
