import OpenAI from 'openai';
import { EMPTY, from, NEVER, Observable, of, take, throwError } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import { fromHandler } from '../../src/stream/fromHandler.ts';
import { settle } from '../../src/time/runSteps.ts';

/** What a handler's stream does, in order. */
function logOf<T>(call: (signal: AbortSignal) => HandlerStream<T>): string[] {
  const log: string[] = [];
  fromHandler(({ signal }) => call(signal)).subscribe({
    next: (value) => log.push(String(value)),
    error: (error: Error) => log.push(`# ${error.message}`),
    complete: () => log.push('|'),
  });
  return log;
}

async function* tokens(...texts: readonly string[]): AsyncGenerator<string> {
  for (const token of texts) yield token;
}

/** An iterable whose reads never come back, and its calls. */
function silentIterable(): { readonly stream: AsyncIterable<string>; readonly calls: string[] } {
  const calls: string[] = [];
  const iterator: AsyncIterator<string> = {
    next: () => {
      calls.push('next');
      return new Promise(() => {});
    },
    return: () => {
      calls.push('return');
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { stream: { [Symbol.asyncIterator]: () => iterator }, calls };
}

describe('what a handler may return', () => {
  it('an Observable comes in the same instant', () => {
    expect(logOf(() => of('a', 'b'))).toEqual(['a', 'b', '|']);
  });

  it('an async iterable', async () => {
    const log = logOf(() => tokens('a', 'b'));
    await settle();
    expect(log).toEqual(['a', 'b', '|']);
  });

  it('a promise of either', async () => {
    const logs = [logOf(() => Promise.resolve(of('a'))), logOf(async () => tokens('a'))];
    await settle();
    expect(logs).toEqual([
      ['a', '|'],
      ['a', '|'],
    ]);
  });
});

describe('what goes wrong becomes the error of the stream', () => {
  it.each<[string, () => HandlerStream<string>]>([
    [
      'a handler that throws',
      () => {
        throw new Error('gone');
      },
    ],
    ['a handler that rejects', () => Promise.reject(new Error('gone'))],
    ['an Observable that fails', () => throwError(() => new Error('gone'))],
    ['an iterable without an iterator', () => brokenIterable],
    ['a promise of an iterable without an iterator', () => Promise.resolve(brokenIterable)],
    ['an iterable that throws', throwing],
  ])('%s', async (_, call) => {
    const log = logOf(call);
    await settle();
    expect(log).toEqual(['# gone']);
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['text', 'string'],
    [['a', 'b'], 'an array'],
    [{ text: 'a' }, 'object'],
  ])('%j, which is no stream', async (returned, name) => {
    const expected = [`# expected an Observable or an async iterable, got ${name}`];
    const logs = [logOf(() => returned as never), logOf(() => Promise.resolve(returned as never))];
    await settle();
    expect(logs).toEqual([expected, expected]);
  });
});

describe('unsubscribing', () => {
  it('fires the signal, and unsubscribes from the Observable', () => {
    let signal: AbortSignal | undefined;
    let closed = 0;
    const running = fromHandler((request) => {
      signal = request.signal;
      return new Observable(() => () => (closed += 1));
    }).subscribe();
    expect([signal?.aborted, closed]).toEqual([false, 0]);
    running.unsubscribe();
    expect([signal?.aborted, closed]).toEqual([true, 1]);
  });

  it('does not fire the signal of a stream that has ended by itself', async () => {
    const signals: AbortSignal[] = [];
    const keep = (stream: HandlerStream<string>) => (signal: AbortSignal) => {
      signals.push(signal);
      return stream;
    };
    for (const stream of [EMPTY, throwError(() => new Error('gone')), tokens('a'), Promise.resolve(of('a'))])
      logOf(keep(stream));
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
  });

  it('calls `return` of the iterator, once, and abandons a read that never comes back', async () => {
    const { stream, calls } = silentIterable();
    const running = fromHandler(() => stream).subscribe();
    await settle();
    running.unsubscribe();
    running.unsubscribe();
    expect(calls).toEqual(['next', 'return']);
  });

  it('in the middle of an emission reads nothing more', async () => {
    const calls: string[] = [];
    const numbers = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: calls.push('next') }),
        return: async () => ({ done: true as const, value: calls.push('return') }),
      }),
    };
    const seen: number[] = [];
    fromHandler<number>(() => numbers)
      .pipe(take(2))
      .subscribe((n) => seen.push(n));
    await settle();
    expect([seen, calls]).toEqual([
      [1, 2],
      ['next', 'next', 'return'],
    ]);
  });

  it('never calls `return` of an iterator that is exhausted or has failed', async () => {
    const returns: string[] = [];
    const ending = (end: () => Promise<IteratorResult<string>>): AsyncIterable<string> => ({
      [Symbol.asyncIterator]: () => ({
        next: end,
        return: async () => ({ done: true, value: returns.push('return') }),
      }),
    });
    fromHandler(() => ending(async () => ({ done: true, value: undefined }))).subscribe();
    fromHandler(() => ending(() => Promise.reject(new Error('gone')))).subscribe({ error: () => {} });
    await settle();
    expect(returns).toEqual([]);
  });

  it.each<[string, () => Promise<IteratorResult<string>>]>([
    ['throws', () => raise()],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('does not mind an iterator whose return %s', async (_, end) => {
    const { stream } = silentIterable();
    const iterator = { ...stream[Symbol.asyncIterator](), return: end };
    const running = fromHandler(() => ({ [Symbol.asyncIterator]: () => iterator })).subscribe();
    expect(() => running.unsubscribe()).not.toThrow();
    await settle();
  });

  it('before the promise has settled fires the signal; what comes then is not subscribed to', async () => {
    let subscriptions = 0;
    const late = new Observable<string>(() => void (subscriptions += 1));
    const { stream, calls } = silentIterable();
    const signals: AbortSignal[] = [];
    for (const returned of [late, stream])
      fromHandler(({ signal }) => {
        signals.push(signal);
        return Promise.resolve(returned);
      })
        .subscribe()
        .unsubscribe();
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect([subscriptions, calls]).toEqual([0, ['return']]);
  });

  it('aborts the controller of the stream, where it has one', async () => {
    const controller = new AbortController();
    const running = fromHandler(() => Object.assign(silentIterable().stream, { controller })).subscribe();
    running.unsubscribe();
    expect(controller.signal.aborted).toBe(true);
  });

  it('leaves the controller of a stream that has ended in peace', async () => {
    const controller = new AbortController();
    logOf(() => Object.assign(tokens('a'), { controller }));
    await settle();
    expect(controller.signal.aborted).toBe(false);
  });

  it('drops what an abandoned handler brings', async () => {
    const pending = withResolvers<Observable<string>>();
    const log: string[] = [];
    const running = fromHandler(() => pending.promise).subscribe((value) => log.push(value));
    running.unsubscribe();
    pending.resolve(of('late'));
    await settle();
    expect(log).toEqual([]);
  });
});

describe('the official OpenAI client', () => {
  it('streams its chunks as they are', async () => {
    const { client } = openai(from([sse('Hello'), sse(' there'), 'data: [DONE]\n\n']));
    const texts: string[] = [];
    const done = new Promise<void>((resolve, reject) =>
      fromHandler<ChatCompletionChunk>(({ signal }) => request(client, signal)).subscribe({
        next: ({ choices }) => texts.push(choices[0]?.delta.content ?? ''),
        complete: resolve,
        error: reject,
      }),
    );
    await done;
    expect(texts).toEqual(['Hello', ' there']);
  });

  it('closes its request when unsubscribed, whether the handler passes the signal on or not', async () => {
    for (const passesSignal of [true, false]) {
      const { client, cancelled } = openai(NEVER);
      const begun = fromHandler(({ signal }) => request(client, passesSignal ? signal : undefined));
      const first = new Promise<void>((resolve) => {
        const running = begun.subscribe(() => {
          running.unsubscribe();
          resolve();
        });
      });
      await first;
      await cancelled;
    }
  });
});

function request(client: OpenAI, signal: AbortSignal | undefined): HandlerStream<ChatCompletionChunk> {
  const messages = [{ role: 'user' as const, content: 'hello' }];
  return client.chat.completions.create({ model: 'm', messages, stream: true }, signal === undefined ? {} : { signal });
}

/** A client whose server sends one token, then what follows, and reports when the request was aborted. */
function openai(rest: Observable<string>): { readonly client: OpenAI; readonly cancelled: Promise<void> } {
  const { promise: cancelled, resolve } = withResolvers<void>();
  const fetch = async (_: unknown, init?: { readonly signal?: AbortSignal | null }): Promise<Response> => {
    init?.signal?.addEventListener('abort', () => resolve());
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const send = (text: string): void => stream.enqueue(new TextEncoder().encode(text));
        if (rest === NEVER) send(sse('Hello'));
        rest.subscribe({ next: send, complete: () => stream.close() });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return { client: new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 }), cancelled };
}

function sse(content: string): string {
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
}

const brokenIterable: AsyncIterable<string> = {
  [Symbol.asyncIterator]: () => raise('gone'),
};

async function* throwing(): AsyncGenerator<string> {
  yield raise('gone');
}

function raise(message = 'no'): never {
  throw new Error(message);
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
