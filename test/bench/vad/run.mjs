// npm run bench:vad: our VAD and that of @livekit/agents-plugin-silero under the same driver, each in a process of its own, in
// turns, three rounds; the median counts. CPU is that of the whole process less that of a driver without a VAD.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROUNDS = 3;
const PACED_SECONDS = 10;
const FLAT_SECONDS = 5;
const STREAMS = [8, 64];

if (!existsSync(new URL('./node_modules', import.meta.url))) {
  throw new Error('expected the packages to compare with: npm ci --ignore-scripts --prefix test/bench/vad');
}

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
const paced = STREAMS.map((streams) => ({
  streams,
  ...race(['empty', 'antiphon', 'livekit'], streams, 'paced', PACED_SECONDS),
}));
const flat = race(['antiphon', 'livekit'], 64, 'flat', FLAT_SECONDS);

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
const { empty, antiphon, livekit } = paced.at(-1);
console.log(`\nFlat out, 64 streams: antiphon ${perSecond(flat.antiphon)}, livekit ${perSecond(flat.livekit)}.\n`);
console.log(`64 streams cost ${(cost(livekit, empty) / cost(antiphon, empty)).toFixed(1)} times less CPU (aim: 3).`);
console.log(`p99 latency ${antiphon.p99Ms.toFixed(1)} ms (aim: at most 10).`);
console.log(
  `Flat out ${(flat.antiphon.windowsPerSecond / flat.livekit.windowsPerSecond).toFixed(1)} times faster (aim: 6).`,
);
console.log(`Main thread held for ${antiphon.heldP99Ms.toFixed(2)} ms by the 99th of 100 callbacks (aim: 0.5).`);
console.log(
  `The longest: ${antiphon.heldMaxMs.toFixed(2)} ms; of a driver without a VAD: ${empty.heldMaxMs.toFixed(2)} ms.`,
);

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
  return JSON.parse(execFileSync(process.execPath, [script, ...args.map(String)], { encoding: 'utf8' }));
}

function medians(results) {
  const median = (key) => results.map((result) => result[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)];
  return Object.fromEntries(Object.keys(results[0]).map((key) => [key, median(key)]));
}

function perSecond({ windowsPerSecond }) {
  return `${Math.round(windowsPerSecond).toLocaleString('en')} windows/s`;
}
