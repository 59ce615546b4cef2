// npm run bench:virtual: how many times real time the virtual clock runs a whole session of a minute, beside the stock
// VirtualTimeScheduler on the same session; and both on a bare graph of timers. `--against DIR`: beside an earlier commit. Needs
// `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AGAINST, checkoutsOf } from '../checkouts.mjs';
import { drivers } from './drivers.mjs';
import { graph } from './graph.mjs';
import { talkative, terse } from './session.mjs';

const SECONDS = 60;
/** For so long each is run again and again. The best round counts: other work on the machine only ever slows one down. */
const MEASURED_MS = 12_000;
const WORKS = { session: terse, 'talkative session': talkative, graph };

const { values, positionals } = parseArgs({ options: AGAINST, allowPositionals: true });
const [work, driver] = positionals;
if (work === undefined) report();
else console.log(JSON.stringify(await measured(work, driver)));

function report() {
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`);
  console.log('| | VirtualClock, x real time | VirtualTimeScheduler, x real time | ratio |');
  console.log('|---|---|---|---|');
  const [ours, stock] = row('session');
  row('talkative session');
  row('graph');
  console.log(`\nA whole session runs ${ours.toFixed(0)} times as fast as in real time (aim: 6000),`);
  console.log(`${(ours / stock).toFixed(1)} times as fast as on the stock scheduler (aim: 6).`);
  for (const { dir } of checkoutsOf(values).slice(0, -1)) {
    const { speed } = measureIn(dir, 'session', 'VirtualClock');
    console.log(
      `Before, it ran ${speed.toFixed(0)} times as fast as in real time: ${(ours / speed).toFixed(2)} times as fast now.`,
    );
  }
}

function measureIn(dir, ...args) {
  const script = join(dir, 'test/bench/virtual/clock.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
}

/** Each driver has a process of its own: what the compiler learned from one would change the speed of another tenfold. */
function row(name) {
  const { dir } = checkoutsOf({})[0];
  const results = Object.keys(drivers).map((driverName) => measureIn(dir, name, driverName));
  const [ours, stock] = results.map(({ speed }) => speed);
  if (new Set(results.map(({ log }) => log)).size > 1) throw new Error(`the schedulers differ on the ${name}`);
  console.log(`| ${name} | ${ours.toFixed(0)} | ${stock.toFixed(0)} | ${(ours / stock).toFixed(1)} |`);
  return [ours, stock];
}

async function measured(name, driverName) {
  let speed = 0;
  let log;
  const until = performance.now() + MEASURED_MS;
  while (performance.now() < until) {
    const begun = process.hrtime.bigint();
    log = await drivers[driverName]((scheduler) => WORKS[name](scheduler, SECONDS), SECONDS * 1000);
    speed = Math.max(speed, (SECONDS * 1e9) / Number(process.hrtime.bigint() - begun));
  }
  return { speed, log: log.join('\n') };
}
