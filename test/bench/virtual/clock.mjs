// npm run bench:virtual: how many times real time the virtual clock runs a whole session of a minute, beside the stock
// VirtualTimeScheduler on the same session; and both on a bare graph of timers. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { drivers } from './drivers.mjs';
import { graph } from './graph.mjs';
import { talkative, terse } from './session.mjs';

const SECONDS = 60;
/** For so long each is run again and again. The best round counts: other work on the machine only ever slows one down. */
const MEASURED_MS = 12_000;
const WORKS = { session: terse, 'talkative session': talkative, graph };

const [work, driver] = process.argv.slice(2);
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
}

/** Each driver has a process of its own: what the compiler learned from one would change the speed of another tenfold. */
function row(name) {
  const results = Object.keys(drivers).map((driverName) =>
    JSON.parse(execFileSync(process.execPath, [import.meta.filename, name, driverName], { encoding: 'utf8' })),
  );
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
