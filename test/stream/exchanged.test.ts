import { map, Observable, Subject, tap, type OperatorFunction } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { VadEvent } from '../../src/core/speech.ts';
import { exchanged } from '../../src/stream/exchanged.ts';

const start = (segment: number): VadEvent => ({
  kind: 'started',
  segment,
  atMs: 0,
  voicedMs: 0,
  lastVoicedMs: 0,
  audio: [],
});
const end = (segment: number): VadEvent => ({
  kind: 'ended',
  segment,
  atMs: 0,
  voicedMs: 0,
  lastVoicedMs: 0,
  by: 'silence',
});

/** An operator that writes down what it gets. */
function named(name: string, log: string[]): OperatorFunction<VadEvent, string> {
  return (activity) =>
    activity.pipe(
      tap({ subscribe: () => log.push(`${name} begins`), complete: () => log.push(`${name} is over`) }),
      map(({ kind, segment }) => `${name} ${kind} ${segment}`),
    );
}

function play(): {
  activity: Subject<VadEvent>;
  replacing: Subject<OperatorFunction<VadEvent, string>>;
  log: string[];
} {
  const log: string[] = [];
  const activity = new Subject<VadEvent>();
  const replacing = new Subject<OperatorFunction<VadEvent, string>>();
  activity.pipe(exchanged(named('a', log), replacing)).subscribe({
    next: (value) => log.push(value),
    error: (error: unknown) => log.push(String(error)),
    complete: () => log.push('complete'),
  });
  return { activity, replacing, log };
}

describe('exchanged', () => {
  it('completes the first at once when no segment is open', () => {
    const { replacing, activity, log } = play();
    replacing.next(named('b', log));
    activity.next(start(0));
    activity.complete();
    expect(log).toEqual(['a begins', 'b begins', 'a is over', 'b started 0', 'b is over', 'complete']);
  });

  it('leaves the open segment to the first', () => {
    const { replacing, activity, log } = play();
    activity.next(start(0));
    replacing.next(named('b', log));
    activity.next(end(0));
    activity.next(start(1));
    expect(log.slice(1)).toEqual(['a started 0', 'b begins', 'a ended 0', 'a is over', 'b started 1']);
  });

  it('lets the last of several have the next segment', () => {
    const { replacing, activity, log } = play();
    activity.next(start(0));
    replacing.next(named('b', log));
    replacing.next(named('c', log));
    activity.next(end(0));
    activity.next(start(1));
    expect(log.filter((line) => /\d|over/u.test(line))).toEqual([
      'a started 0',
      'b is over',
      'a ended 0',
      'a is over',
      'c started 1',
    ]);
  });

  it('completes all when the activity completes in a segment', () => {
    const { replacing, activity, log } = play();
    activity.next(start(0));
    replacing.next(named('b', log));
    activity.complete();
    expect(log.slice(-3)).toEqual(['a is over', 'b is over', 'complete']);
  });

  it('passes an error, and unsubscribes from all', () => {
    const { replacing, activity, log } = play();
    replacing.next(() => new Observable((out) => out.error('broken')));
    expect(log.at(-1)).toBe('broken');
    expect([activity.observed, replacing.observed]).toEqual([false, false]);
  });
});
