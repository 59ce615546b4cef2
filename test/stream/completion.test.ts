import { of, Subject, throwError } from 'rxjs';
import { expect, test } from 'vitest';
import { completion } from '../../src/stream/completion.ts';
import { endWith } from '../../src/stream/endWith.ts';

/** What it emits, and how it ends. */
function notes(): { readonly log: string[]; readonly listener: object } {
  const log: string[] = [];
  const listener = {
    next: (item: unknown): void => void log.push(String(item)),
    error: (error: unknown): void => void log.push(`failed ${String(error)}`),
    complete: (): void => void log.push('complete'),
  };
  return { log, listener };
}

test('`completion` emits when its source completes, and none of its values', () => {
  const { log, listener } = notes();
  completion(of(1, 2)).subscribe(listener);
  expect(log).toEqual(['null', 'complete']);
});

test('`endWith` emits its value behind those of the source', () => {
  const { log, listener } = notes();
  of(1, 2).pipe(endWith(3)).subscribe(listener);
  expect(log).toEqual(['1', '2', '3', 'complete']);
});

test.each([
  ['completion', completion],
  ['endWith', endWith<unknown>(3)],
])('`%s` passes an error, and lets go of its source', (_name, operator) => {
  const { log, listener } = notes();
  throwError(() => 'lost')
    .pipe(operator)
    .subscribe(listener);
  expect(log).toEqual(['failed lost']);
  const source = new Subject();
  source.pipe(operator).subscribe(listener).unsubscribe();
  expect(source.observed).toBe(false);
});
