// What a server process says about itself when its parent asks: the delay of its loop, its CPU time and its memory.
import { performance } from 'node:perf_hooks';
import { startProfile } from './profile.mjs';

/** Sends the URL of a server to the parent process, and obeys its commands. With `--profile`, also samples the parts. */
export function measureServer(server, parts) {
  let delays = [];
  let before;
  let stopProfile;
  sample();
  process.on('message', (command) => {
    if (command === 'begin') void begin();
    if (command === 'report') void report(before).then((result) => process.send(result));
    if (command === 'end') void server.close().then(() => process.disconnect());
  });
  process.send({ url: server.url, rssMb: megabytes() });

  async function begin() {
    stopProfile = process.argv.includes('--profile') ? await startProfile(parts) : undefined;
    delays = [];
    before = { cpu: process.cpuUsage(), at: performance.now() };
  }

  /** How late a timer of 10 ms comes is how long the loop was busy with something else. */
  function sample() {
    const dueAt = performance.now() + 10;
    setTimeout(() => {
      delays.push(performance.now() - dueAt);
      sample();
    }, 10).unref();
  }

  async function report({ cpu, at }) {
    const { user, system } = process.cpuUsage(cpu);
    const elapsedMs = performance.now() - at;
    const sorted = delays.sort((a, b) => a - b);
    return {
      cpuMs: (user + system) / 1000,
      cpuPercent: (user + system) / 10 / elapsedMs,
      elapsedMs,
      loopP99Ms: sorted[Math.floor(0.99 * (sorted.length - 1))],
      rssMb: megabytes(),
      profile: await stopProfile?.(),
    };
  }
}

function megabytes() {
  return process.memoryUsage.rss() / 2 ** 20;
}
