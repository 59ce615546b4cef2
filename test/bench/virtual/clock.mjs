// The virtual clock beside the stock VirtualTimeScheduler, on the same work; the stock one as it is, and
// driven instant by instant, so that promises settle there too. Needs `npm run build`.
import { execFileSync } from 'node:child_process';
import { VirtualClock } from 'antiphon/testing';
import { debounceTime, interval, merge, mergeMap, take, timeout, timer, VirtualTimeScheduler } from 'rxjs';

const SECONDS = 60;
/** The best of so many rounds counts: other work on the machine only ever slows one down. */
const ROUNDS = 15;

/** What sessions ask of a scheduler: frames each 20 ms, waits that are restarted with every frame, timers far ahead. */
function session(scheduler) {
  const frames = interval(20, scheduler).pipe(take(SECONDS * 50));
  return merge(
    frames.pipe(debounceTime(500, scheduler)),
    frames.pipe(timeout({ each: 1000, scheduler })),
    frames.pipe(mergeMap(() => timer(550, scheduler))),
  );
}

const drivers = {
  VirtualTimeScheduler: () => {
    const scheduler = new VirtualTimeScheduler();
    session(scheduler).subscribe();
    scheduler.flush();
  },
  'VirtualTimeScheduler, settled': async () => {
    const scheduler = new VirtualTimeScheduler();
    session(scheduler).subscribe();
    while (scheduler.actions.length > 0) {
      scheduler.maxFrames = Math.min(...scheduler.actions.map(({ delay }) => delay));
      scheduler.flush();
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  },
  'VirtualClock.flush': () => {
    const clock = new VirtualClock();
    session(clock).subscribe();
    clock.flush();
  },
  'VirtualClock.run': async () => {
    const clock = new VirtualClock();
    session(clock).subscribe();
    await clock.run();
  },
};

async function timesRealTime(driver) {
  const begun = process.hrtime.bigint();
  await driver();
  return (SECONDS * 1e9) / Number(process.hrtime.bigint() - begun);
}

async function best(driver) {
  let speed = 0;
  for (let round = 0; round < ROUNDS; round++) speed = Math.max(speed, await timesRealTime(driver));
  return speed;
}

/** Each driver has a process of its own: what the compiler learned from one would change the speed of another tenfold. */
function measured(name) {
  return Number(execFileSync(process.execPath, [import.meta.filename, name], { encoding: 'utf8' }));
}

function report() {
  const speeds = Object.fromEntries(Object.keys(drivers).map((name) => [name, measured(name)]));
  for (const [name, speed] of Object.entries(speeds))
    console.log(`${name.padEnd(30)} ${speed.toFixed(0).padStart(6)} x real time`);
  const ratio = (ours, stock) => (speeds[ours] / speeds[stock]).toFixed(1);
  console.log(`in one go: ${ratio('VirtualClock.flush', 'VirtualTimeScheduler')} x the stock scheduler`);
  console.log(
    `with promises settled: ${ratio('VirtualClock.run', 'VirtualTimeScheduler, settled')} x the stock scheduler`,
  );
}

const [name] = process.argv.slice(2);
if (name === undefined) report();
else console.log(await best(drivers[name]));
