// The server of bench:load, which also says how much memory is in use and how long garbage was collected.
import '../load/server.mjs';
import { PerformanceObserver, performance } from 'node:perf_hooks';

let collectingMs = 0;
let since = performance.now();
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectingMs += duration;
}).observe({ entryTypes: ['gc'] });

process.on('message', (command) => {
  if (command !== 'memory') return;
  const { rss, heapUsed } = process.memoryUsage();
  const now = performance.now();
  process.send({
    kind: 'memory',
    rssMb: rss / 2 ** 20,
    heapMb: heapUsed / 2 ** 20,
    collectingPercent: (100 * collectingMs) / (now - since),
  });
  collectingMs = 0;
  since = now;
});
