import { of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { completion } from '../../src/stream/completion.ts';

test('`completion` emits when its source completes, and none of its values', () => {
  const emitted: unknown[] = [];
  completion(of(1, 2)).subscribe((value) => emitted.push(value));
  expect(emitted).toEqual([null]);
});

test('`completion` unsubscribes from its source', () => {
  const source = new Subject();
  completion(source).subscribe().unsubscribe();
  expect(source.observed).toBe(false);
});
