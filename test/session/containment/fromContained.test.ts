import { AsyncLocalStorage } from 'node:async_hooks';
import { concatMap, defer, finalize, of, range, Subject, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { contain } from '../../../src/session/containment/containment.ts';
import { fromContained } from '../../../src/session/containment/fromContained.ts';

const ignore = (): void => {};

describe('fromContained', () => {
  it.each([
    ['at once', () => of(1)],
    ['later', () => new Subject<number>()],
  ])('leaves a source that completes %s before the next begins', (_, make) => {
    const log: string[] = [];
    const sources = [make(), make()];
    of(0, 1)
      .pipe(
        concatMap((i) =>
          fromContained(
            ignore,
            defer(() => {
              log.push(`begin ${i}`);
              return (sources[i] ?? of()).pipe(finalize(() => log.push(`end ${i}`)));
            }),
          ),
        ),
      )
      .subscribe();
    for (const source of sources) if (source instanceof Subject) source.complete();
    expect(log).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1']);
  });

  it('takes no more of a source than is wanted', () => {
    const seen: number[] = [];
    let pulled = 0;
    const counted = defer(() => range(0, 1000).pipe(concatMap((i) => of(i).pipe(finalize(() => (pulled += 1))))));
    fromContained(ignore, counted)
      .pipe(take(2))
      .subscribe((value) => seen.push(value));
    expect([seen, pulled]).toEqual([[0, 1], 2]);
  });

  it('leaves a source that is unsubscribed from', () => {
    const source = new Subject<number>();
    const running = fromContained(ignore, source).subscribe();
    expect(source.observed).toBe(true);
    running.unsubscribe();
    expect(source.observed).toBe(false);
  });

  it('emits outside of the code that it contains', () => {
    const context = new AsyncLocalStorage<string>();
    const strays: unknown[] = [];
    const own = defer(() => of(contain(ignore, () => 1)));
    context.run('host', () => {
      fromContained((error) => strays.push(error), own).subscribe(() => expect(context.getStore()).toBe('host'));
    });
    expect(strays).toEqual([]);
  });
});
