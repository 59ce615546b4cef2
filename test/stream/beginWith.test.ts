import { of, Subject, take } from 'rxjs';
import { expect, test } from 'vitest';
import { beginWith } from '../../src/stream/beginWith.ts';

test('emits the value of each subscription in front of those of the source', () => {
  let created = 0;
  const values = of(10, 11).pipe(beginWith(() => created++));
  const seen: number[] = [];
  values.subscribe((value) => seen.push(value));
  values.subscribe((value) => seen.push(value));
  expect(seen).toEqual([0, 10, 11, 1, 10, 11]);
});

test('does not subscribe to the source if the first value is enough', () => {
  const source = new Subject<number>();
  const seen: number[] = [];
  source
    .pipe(
      beginWith(() => 0),
      take(1),
    )
    .subscribe((value) => {
      seen.push(value);
      expect(source.observed).toBe(false);
    });
  expect([seen, source.observed]).toEqual([[0], false]);
});
