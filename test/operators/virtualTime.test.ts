import { from, ignoreElements, map, merge, mergeMap, NEVER, timer, VirtualTimeScheduler } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { AT_WORK } from './support/atWork.ts';

type FlushableScheduler = SchedulerLike & { flush(): void };

const SCHEDULERS: Readonly<Record<string, () => FlushableScheduler>> = {
  'VirtualTimeScheduler of RxJS': () => new VirtualTimeScheduler(),
  'TestScheduler of RxJS': () => {
    const scheduler = new TestScheduler(() => {});
    scheduler.maxFrames = Number.POSITIVE_INFINITY;
    return scheduler;
  },
  VirtualClock: () => new VirtualClock(),
};

/** The instants in which each operator emits, in ms. The end of its stream is one, too. */
const INSTANTS: Readonly<Record<string, readonly number[]>> = {
  commitGate: [4, 4, 7, 8],
  digits: [3, 8],
  endpointing: [5, 13],
  interruption: [6],
  llmTurn: [0, 0, 2, 2, 2, 5, 5, 7, 7, 7],
  normalizeForSpeech: [1, 3, 3, 3, 4, 4],
  pace: [1, 1, 3, 10, 17, 24, 31, 31],
  pushToTalk: [0, 1, 2, 2, 3, 4, 4],
  resample: [0, 2, 4, 5, 5],
  sentences: [0, 2, 14],
  speak: [1, 3, 3, 3, 6, 7, 8, 8, 8, 11, 11, 11],
  suppressNoise: [0, 2, 4, 5],
  transcribe: [5, 5, 11, 11],
  turnEnd: [5, 13],
  userAway: [4, 7, 12, 15, 15],
  vad: [2, 4, 6, 8, 1008],
  wakeWord: [1, 3, 7, 14, 17],
};

describe.each(Object.entries(SCHEDULERS))('under the %s', (_, createScheduler) => {
  it.each(Object.keys(AT_WORK))('%s emits in the instants that its delays name', (name) => {
    expect(instantsOf(name, createScheduler())).toEqual(INSTANTS[name]);
  });
});

/** Runs an operator to its end in one call, and returns when it emitted. */
function instantsOf(name: string, scheduler: FlushableScheduler): readonly number[] {
  const instants: number[] = [];
  const note = (): void => void instants.push(scheduler.now());
  const cold = <T = string>(diagram: string, values?: Readonly<Record<string, T>>): Observable<T> =>
    play(diagram, values, scheduler);
  AT_WORK[name]?.({ cold, scheduler }).subscribe({ next: note, error: note, complete: note });
  scheduler.flush();
  return instants;
}

/** Plays a marble diagram on any scheduler. */
function play<T>(
  diagram: string,
  values: Readonly<Record<string, T>> | undefined,
  scheduler: SchedulerLike,
): Observable<T> {
  const end = diagram.indexOf('|');
  const emitted = from([...diagram.matchAll(/[^-|]/g)]).pipe(
    mergeMap(({ 0: letter, index }) => timer(index, scheduler).pipe(map(() => (values?.[letter] ?? letter) as T))),
  );
  return merge(emitted, end < 0 ? NEVER : timer(end, scheduler).pipe(ignoreElements()));
}
