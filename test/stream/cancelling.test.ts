import { concat, finalize, map, NEVER, Observable, of, Subject, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createAbortController } from '../../src/stream/abortController.ts';
import type { HandlerStream } from '../../src/core/chunk.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import { fromHandler } from '../../src/stream/fromHandler.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { settle } from '../../src/time/runSteps.ts';

const raise = (thrown: unknown = new Error('no')): never => {
  throw thrown;
};

/** Subscribes, cancels, and returns what was reported. Nothing may be thrown. */
async function cancelled(call: (signal: AbortSignal) => HandlerStream<unknown>): Promise<readonly string[]> {
  const reported: AntiphonError[] = [];
  const running = fromHandler(({ signal }) => call(signal), { report: (error) => reported.push(error) }).subscribe();
  await settle();
  running.unsubscribe();
  await settle();
  expect(reported.every(({ details }) => details.failure === false)).toBe(true);
  return reported.map(({ code, message }) => `${code}: ${message}`);
}

async function* waiting(): AsyncGenerator<string> {
  yield 'a';
  await new Promise(() => {});
}

const REJECTS: () => unknown = () => Promise.reject(new Error('no'));
const FAILED = 'teardown_failed: llm_response_handler failed while it was cancelled: ';
const silent = (parts: object): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => Object.assign(parts, { next: () => new Promise<never>(() => {}) }),
});

describe('a handler that is cancelled and throws then is reported, and harms nothing', () => {
  it.each<[string, (signal: AbortSignal) => HandlerStream<unknown>, string]>([
    ['a teardown', () => new Observable(() => () => raise()), '1 errors occurred during unsubscription:\n1) Error: no'],
    [
      'a finalize in a pipe',
      () => NEVER.pipe(finalize(() => raise())),
      '1 errors occurred during unsubscription:\n1) Error: no',
    ],
    ['a return', () => silent({ return: () => raise() }), 'no'],
    ['a return that rejects', () => silent({ return: () => Promise.reject(new Error('no')) }), 'no'],
    [
      'a return that is a getter',
      () =>
        silent({
          get return() {
            return raise();
          },
        }),
      'no',
    ],
    ['a controller', () => Object.assign(waiting(), { controller: { abort: () => raise() } }), 'no'],
    [
      'a controller that is a getter',
      () => Object.defineProperty(waiting(), 'controller', { get: () => raise() }),
      'no',
    ],
    [
      'what cannot be printed',
      () => Object.assign(waiting(), { controller: { abort: () => raise(Object.create(null)) } }),
      'a thrown object that cannot be printed',
    ],
    [
      'a listener of the signal',
      (signal) => {
        signal.addEventListener('abort', () => raise());
        return NEVER;
      },
      'no',
    ],
    [
      'a listener of the signal that rejects',
      (signal) => {
        signal.addEventListener('abort', REJECTS);
        return NEVER;
      },
      'no',
    ],
    [
      'onabort',
      (signal) => {
        signal.onabort = () => raise();
        return NEVER;
      },
      'no',
    ],
  ])('%s', async (_, call, message) => {
    expect(await cancelled(call)).toEqual([FAILED + message]);
  });

  it('a request that rejects with an abort has not failed', async () => {
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    expect(await cancelled(() => silent({ return: () => Promise.reject(aborted) }))).toEqual([]);
  });
});

describe('a teardown that throws when the stream has ended by itself', () => {
  const teardown = (source: Observable<string>) =>
    new Observable<string>((subscriber) => {
      source.subscribe(subscriber);
      return () => raise();
    });

  it.each<[string, Observable<string>, readonly string[]]>([
    ['at once', of('a'), ['a', '|']],
    ['in a pipe', of('a').pipe(map((value) => value + value)), ['aa', '|']],
    [
      'by an error',
      concat(
        of('a'),
        throwError(() => new Error('gone')),
      ),
      ['a', '# gone'],
    ],
  ])('%s harms nothing', (_, source, log) => {
    const seen: string[] = [];
    fromHandler(() => teardown(source)).subscribe({
      next: (value) => seen.push(value),
      error: (error: Error) => seen.push(`# ${error.message}`),
      complete: () => seen.push('|'),
    });
    expect(seen).toEqual(log);
  });

  it('later is reported, and does not reach the code that ends it', () => {
    const source = new Subject<string>();
    const reported: string[] = [];
    const stream = source.pipe(
      finalize(() => raise()),
      map(String),
    );
    fromHandler(() => stream, { report: ({ code }) => reported.push(code) }).subscribe();
    expect(() => source.complete()).not.toThrow();
    expect(reported).toEqual(['teardown_failed']);
  });
});

describe('the signal that a handler gets', () => {
  it('is an AbortSignal like any other', () => {
    const controller = createAbortController(() => {});
    const seen: string[] = [];
    const listener = (): void => void seen.push('removed');
    const object = { handleEvent: () => seen.push('object') };
    controller.signal.addEventListener('abort', listener);
    controller.signal.addEventListener('abort', listener);
    controller.signal.addEventListener('abort', object);
    controller.signal.addEventListener('abort', function (this: unknown) {
      seen.push(this === controller.signal ? 'this' : 'another');
    });
    controller.signal.onabort = ({ type }) => seen.push(type);
    controller.signal.removeEventListener('abort', listener);
    const derived = AbortSignal.any([controller.signal]);
    controller.abort();
    controller.abort();
    expect(seen).toEqual(['object', 'this', 'abort']);
    expect([controller.signal instanceof AbortSignal, controller.signal.aborted, derived.aborted]).toEqual(
      Array(3).fill(true),
    );
  });

  it('refuses what is no listener as any does', () => {
    const { signal } = createAbortController(() => {});
    const add = (listener: unknown) => () => signal.addEventListener('abort', listener as never);
    const plain = (listener: unknown) => () =>
      new AbortController().signal.addEventListener('abort', listener as never);
    expect(add(null)).not.toThrow();
    expect(plain(null)).not.toThrow();
    expect(add(7)).toThrow(TypeError);
    expect(plain(7)).toThrow(TypeError);
  });

  it('fires once for a listener that wants it once', () => {
    const controller = createAbortController(() => {});
    let count = 0;
    controller.signal.addEventListener('abort', () => (count += 1), { once: true });
    controller.abort();
    expect(count).toBe(1);
  });
});

describe('an async iterable that never pauses', () => {
  async function* endless(): AsyncGenerator<number> {
    for (let next = 0; ; next++) yield next;
  }

  it('lets the scheduler turn, and can be cancelled then', async () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    const running = fromHandler(endless, { scheduler: clock }).subscribe((value) => seen.push(value));
    await settle();
    expect(seen).toHaveLength(256);
    clock.flush(0);
    await settle();
    expect(seen).toHaveLength(512);
    running.unsubscribe();
    await clock.run(1);
    expect([seen.length, clock.pending]).toEqual([512, 0]);
  });

  it('lets timers of the platform run', async () => {
    let turns = 0;
    let values = 0;
    await new Promise<void>((resolve) => {
      const running = fromHandler(endless).subscribe(() => (values += 1));
      const turned = (): void => {
        turns += 1;
        if (turns < 20) return void setImmediate(turned);
        running.unsubscribe();
        resolve();
      };
      setImmediate(turned);
    });
    expect(turns).toBe(20);
    expect(values).toBeGreaterThan(0);
  });
});
