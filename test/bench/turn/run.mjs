// npm run bench:turn: what the runtime itself adds between the end of the wait and the first audio byte, in real time, with
// ports of no latency that answer asynchronously. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Sessions at a time, and turns of each. */
const MEASUREMENTS = [
  [1, 150],
  [20, 100],
];

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
console.log('| sessions | turns | p50, ms | p95, ms | p99, ms | bare p50, ms | p95, ms | p99, ms |');
console.log('|---|---|---|---|---|---|---|---|');
for (const [sessions, turns] of MEASUREMENTS) {
  const { added, bare } = measure(sessions, turns);
  const figures = [...percentiles(added), ...percentiles(bare)].map((ms) => ms.toFixed(2));
  console.log(`| ${[sessions, added.length, ...figures].join(' | ')} |`);
}
console.log('\nAim: p50 at most 0.7 ms, p95 at most 2 ms.');

function measure(...args) {
  const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, ...args.map(String)], { encoding: 'utf8' }));
}

function percentiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99].map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}
