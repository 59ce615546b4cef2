import {
  auditTime,
  bufferTime,
  concat,
  debounceTime,
  defer,
  delay,
  delayWhen,
  finalize,
  generate,
  interval,
  map,
  mergeAll,
  mergeMap,
  observeOn,
  of,
  range,
  repeat,
  ReplaySubject,
  retry,
  sampleTime,
  scheduled,
  share,
  subscribeOn,
  switchMap,
  take,
  throttleTime,
  throwError,
  timeInterval,
  timeout,
  timer,
  timestamp,
  VirtualTimeScheduler,
  windowTime,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';

/** 0 at 0, 1 at 30, 2 at 40, 3 at 50, 4 at 200. */
const bursts = (s: SchedulerLike): Observable<number> =>
  of(0, 30, 40, 50, 200).pipe(mergeMap((ms, n) => timer(ms, s).pipe(map(() => n))));

const flaky = (s: SchedulerLike): Observable<number> => {
  let tries = 0;
  return defer(() =>
    ++tries < 3 ? timer(10, s).pipe(switchMap(() => throwError(() => new Error('flaky')))) : of(tries),
  );
};

const replayed = (s: SchedulerLike): Observable<number> =>
  defer(() => {
    const subject = new ReplaySubject<number>(10, 25, s);
    const filling = bursts(s).subscribe(subject);
    return timer(60, s).pipe(
      switchMap(() => subject),
      finalize(() => filling.unsubscribe()),
    );
  });

const shared = (s: SchedulerLike): Observable<number> => {
  const source = interval(10, s).pipe(take(4), share({ resetOnRefCountZero: () => timer(15, s) }));
  return concat(source.pipe(take(2)), timer(5, s), source.pipe(take(1)), timer(20, s), source.pipe(take(1)));
};

const graphs: Record<string, (s: SchedulerLike) => Observable<unknown>> = {
  timer: (s) => timer(25, s),
  'timer with a period': (s) => timer(25, 10, s).pipe(take(3)),
  interval: (s) => interval(10, s).pipe(take(3)),
  delay: (s) => bursts(s).pipe(delay(15, s)),
  delayWhen: (s) => bursts(s).pipe(delayWhen((n) => timer(100 - n, s))),
  debounceTime: (s) => bursts(s).pipe(debounceTime(20, s)),
  auditTime: (s) => bursts(s).pipe(auditTime(20, s)),
  sampleTime: (s) => bursts(s).pipe(sampleTime(35, s)),
  bufferTime: (s) => bursts(s).pipe(bufferTime(45, s)),
  'bufferTime with overlap': (s) => bursts(s).pipe(bufferTime(45, 20, s)),
  'bufferTime with a size': (s) => bursts(s).pipe(bufferTime(45, null, 2, s)),
  windowTime: (s) => bursts(s).pipe(windowTime(45, s), mergeAll()),
  throttleTime: (s) => bursts(s).pipe(throttleTime(20, s)),
  'throttleTime, both ends': (s) => bursts(s).pipe(throttleTime(20, s, { leading: true, trailing: true })),
  'timeout between values': (s) => bursts(s).pipe(timeout({ each: 60, scheduler: s })),
  'timeout of the first, with another source': (s) =>
    timer(50, s).pipe(timeout({ first: 40, scheduler: s, with: () => of('instead') })),
  'retry with a delay': (s) => flaky(s).pipe(retry({ count: 3, delay: () => timer(20, s) })),
  observeOn: (s) => of(1, 2, 3).pipe(observeOn(s, 5)),
  subscribeOn: (s) => of(1, 2, 3).pipe(subscribeOn(s, 5)),
  repeat: (s) => timer(10, s).pipe(repeat({ count: 3, delay: () => timer(7, s) })),
  scheduled: (s) => scheduled([1, 2, 3], s),
  range: (s) => concat(timer(5, s), range(1, 3, s)),
  generate: (s) => generate({ initialState: 0, condition: (n) => n < 3, iterate: (n) => n + 1, scheduler: s }),
  timestamp: (s) => bursts(s).pipe(timestamp(s)),
  timeInterval: (s) => bursts(s).pipe(timeInterval(s)),
  ReplaySubject: replayed,
  'share with a reset after a while': shared,
};

function logOf(graph: Observable<unknown>, now: () => number): string[] {
  const log: string[] = [];
  graph.subscribe({
    next: (value) => log.push(`${now()} ${JSON.stringify(value)}`),
    error: (error: Error) => log.push(`${now()} ${error.name}`),
    complete: () => log.push(`${now()} |`),
  });
  return log;
}

test.each(Object.entries(graphs))('%s does what it does on the stock virtual time scheduler', async (_, graph) => {
  const stock = new VirtualTimeScheduler();
  const expected = logOf(graph(stock), () => stock.now());
  stock.flush();
  const clock = new VirtualClock();
  const log = logOf(graph(clock), () => clock.now());
  await clock.run();
  expect(expected.length).toBeGreaterThan(0);
  expect(log).toEqual(expected);
  expect(clock.pending).toBe(0);
});

/** `share` lingers by design: its reset is a wait of its own, which nobody can unsubscribe. */
const prompt = Object.entries(graphs).filter(([, graph]) => graph !== shared);

test.each(prompt)('%s takes its work off the clock when it is unsubscribed', async (_, graph) => {
  const clock = new VirtualClock();
  const subscription = graph(clock).subscribe();
  await clock.run(4);
  subscription.unsubscribe();
  expect(clock.pending).toBe(0);
});
