// npm run bench:turn: what the runtime itself adds between the end of the wait and the first audio byte, in real time, with
// ports of no latency that answer asynchronously. `--against DIR`: beside an earlier commit. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AGAINST, checkoutsOf, ratioOf } from '../checkouts.mjs';
import { percentiles } from './percentiles.mjs';

const checkouts = checkoutsOf(parseArgs({ options: AGAINST }).values);

/** Sessions at a time, and turns of each. */
const MEASUREMENTS = [
  [1, 150],
  [20, 100],
];

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
console.log('| | sessions | turns | p50, ms | p95, ms | p99, ms | bare p50, ms | p95, ms | p99, ms | |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const [sessions, turns] of MEASUREMENTS) {
  const medians = [];
  for (const { name, dir } of checkouts) {
    const { added, bare } = measure(dir, sessions, turns);
    medians.push(percentiles(added)[0]);
    const figures = [...percentiles(added), ...percentiles(bare)].map((ms) => ms.toFixed(2));
    console.log(`| ${[name, sessions, added.length, ...figures, ratioOf(medians)].join(' | ')} |`);
  }
}
console.log('\nAim: p50 at most 0.7 ms, p95 at most 2 ms.');

function measure(dir, ...args) {
  const script = join(dir, 'test/bench/turn/measure.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, ...args.map(String)], { encoding: 'utf8' }));
}
