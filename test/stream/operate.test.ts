import { concat, finalize, Observable, of, throwError } from 'rxjs';
import { expect, test } from 'vitest';
import { operate, type OperatorHandlers } from '../../src/stream/operate.ts';

type CreateHandlers = (emit: (value: number) => void, log: string[]) => OperatorHandlers<number>;

const PASS: CreateHandlers = (emit) => ({ next: emit });

/** Subscribes an operator to a source, and returns what it emits and what happens. */
function logOf(source: Observable<number>, createHandlers: CreateHandlers, most = Number.POSITIVE_INFINITY): string[] {
  const log: string[] = [];
  const operated = new Observable<number>((subscriber) => {
    const emit = (value: number): void => {
      subscriber.next(value);
      if (value === most) subscriber.complete();
    };
    operate(source.pipe(finalize(() => log.push('closed'))), subscriber, createHandlers(emit, log));
  });
  operated.subscribe({
    next: (value) => log.push(`${value}`),
    error: (error: Error) => log.push(`# ${error.message}`),
    complete: () => log.push('|'),
  });
  return log;
}

const failing = concat(
  of(1),
  throwError(() => new Error('gone')),
);

test('an end without a handler is passed on', () => {
  expect(logOf(of(1), PASS)).toEqual(['1', '|', 'closed']);
  expect(logOf(failing, PASS)).toEqual(['1', '# gone', 'closed']);
});

test('an end with a handler is that of the handler, and comes before the teardown of the source', () => {
  const handling: CreateHandlers = (emit, log) => ({
    next: emit,
    error: () => log.push('error'),
    complete: () => log.push('complete'),
  });
  expect(logOf(of(1), handling)).toEqual(['1', 'complete', 'closed']);
  expect(logOf(failing, handling)).toEqual(['1', 'error', 'closed']);
});

test('what a handler throws is the error of the stream', () => {
  const raise = (): never => {
    throw new Error('no');
  };
  expect(logOf(of(1), () => ({ next: raise }))).toEqual(['# no', 'closed']);
  expect(logOf(of(1), (emit) => ({ next: emit, complete: raise }))).toEqual(['1', '# no', 'closed']);
  expect(logOf(failing, (emit) => ({ next: emit, error: raise }))).toEqual(['1', '# no', 'closed']);
});

test('a source that emits in `subscribe` without an end is left when the operator ends', () => {
  const endless = new Observable<number>((subscriber) => {
    for (let n = 1; !subscriber.closed; n += 1) subscriber.next(n);
  });
  expect(logOf(endless, PASS, 2)).toEqual(['1', '2', '|', 'closed']);
});
