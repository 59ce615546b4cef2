// What sessions ask of a scheduler, and nothing else: frames each 20 ms, waits that are restarted with every frame, timers
// far ahead.
import { debounceTime, interval, merge, mergeMap, take, timeout, timer } from 'rxjs';

export function graph(scheduler, seconds) {
  const frames = interval(20, scheduler).pipe(take(seconds * 50));
  const log = [];
  merge(
    frames.pipe(debounceTime(500, scheduler)),
    frames.pipe(timeout({ each: 1000, scheduler })),
    frames.pipe(mergeMap(() => timer(550, scheduler))),
  ).subscribe({ complete: () => log.push(scheduler.now()) });
  return log;
}
