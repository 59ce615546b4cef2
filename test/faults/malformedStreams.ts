import fc from 'fast-check';
import { Observable } from 'rxjs';
import type { ChatCompletionChunk, HandlerStream } from '../../src/core/chunk.ts';
import type { VirtualClock } from '../../src/time/virtualClock.ts';
import { chunk, finish, toolCallChunk } from '../../src/testing/doubles/chunks.ts';

/** What a stream does next. */
type StreamStep =
  | { readonly kind: 'chunk'; readonly value: unknown }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'throw'; readonly thrown: Thrown }
  | { readonly kind: 'hang' };

const THROWN = ['error', 'text', 'nothing', 'symbol', 'null prototype', 'throwing toString', 'revoked proxy'] as const;

type Thrown = (typeof THROWN)[number];

/** How a handler brings its stream, what the stream does, and what it does when it is cancelled. */
export interface MalformedStream {
  readonly as: 'observable' | 'iterable' | 'promise' | 'lazy thenable' | 'throws' | 'rejects' | 'anything';
  readonly steps: readonly StreamStep[];
  readonly teardown: 'none' | 'throws' | 'rejects' | 'is a getter';
  readonly controller: 'none' | 'works' | 'throws' | 'is a getter';
  readonly listener: 'none' | 'throws' | 'rejects';
  readonly thrown: Thrown;
  readonly anything: unknown;
  /** When the user interrupts. */
  readonly cutAtMs: number;
}

const oddity = fc.oneof(
  fc.constantFrom(null, undefined, Number.NaN, -1, 0.5, true, '', 'x', [], {}, [null], Symbol('odd'), 7n),
  fc.constantFrom(Object.create(null) as unknown, new Date(Number.NaN), () => 1, new Map()),
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
);

const PATHS: readonly (readonly (string | number)[])[] = [
  [],
  ['id'],
  ['created'],
  ['choices'],
  ['choices', 0],
  ['choices', 0, 'delta'],
  ['choices', 0, 'delta', 'content'],
  ['choices', 0, 'delta', 'refusal'],
  ['choices', 0, 'delta', 'tool_calls'],
  ['choices', 0, 'delta', 'tool_calls', 0],
  ['choices', 0, 'delta', 'tool_calls', 0, 'index'],
  ['choices', 0, 'delta', 'tool_calls', 0, 'id'],
  ['choices', 0, 'delta', 'tool_calls', 0, 'function'],
  ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'name'],
  ['choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'],
  ['choices', 0, 'finish_reason'],
  ['usage'],
];

const valid = fc.constantFrom(
  chunk('Hi there. '),
  chunk('And so on, without'),
  toolCallChunk({ id: 'a', name: 'missing', arguments: '{' }),
  toolCallChunk({ index: 1, id: 'a', name: '__proto__' }),
  finish(),
  finish('tool_calls'),
  finish('content_filter'),
);

const malformed = fc
  .tuple(valid, fc.constantFrom(...PATHS), oddity)
  .map(([from, path, odd]) => replaced(structuredClone(from), path, odd));

const step: fc.Arbitrary<StreamStep> = fc.oneof(
  { weight: 4, arbitrary: valid.map((value): StreamStep => ({ kind: 'chunk', value })) },
  { weight: 4, arbitrary: malformed.map((value): StreamStep => ({ kind: 'chunk', value })) },
  { weight: 2, arbitrary: fc.nat(6000).map((ms): StreamStep => ({ kind: 'wait', ms })) },
  fc.constantFrom(...THROWN).map((thrown): StreamStep => ({ kind: 'throw', thrown })),
  fc.constant<StreamStep>({ kind: 'hang' }),
);

export const malformedStream: fc.Arbitrary<MalformedStream> = fc.record({
  as: fc.constantFrom('observable', 'iterable', 'promise', 'lazy thenable', 'throws', 'rejects', 'anything'),
  steps: fc.array(step, { maxLength: 8 }),
  teardown: fc.constantFrom('none', 'throws', 'rejects', 'is a getter'),
  controller: fc.constantFrom('none', 'works', 'throws', 'is a getter'),
  listener: fc.constantFrom('none', 'throws', 'rejects'),
  thrown: fc.constantFrom(...THROWN),
  anything: oddity,
  cutAtMs: fc.integer({ min: 1, max: 12_000 }),
});

/** What a handler returns, as `stream` has it. */
export function createHandlerStream(
  stream: MalformedStream,
  clock: VirtualClock,
  signal: AbortSignal,
): HandlerStream<ChatCompletionChunk> {
  const fail = (): never => raise(stream.thrown);
  if (stream.listener === 'throws') signal.addEventListener('abort', fail);
  if (stream.listener === 'rejects') signal.onabort = async () => fail();
  switch (stream.as) {
    case 'throws':
      return fail();
    case 'rejects':
      return Promise.reject(thrownOf(stream.thrown));
    case 'anything':
      return stream.anything as never;
    case 'observable':
      return observable(stream, clock);
    case 'iterable':
      return iterable(stream, clock);
    case 'promise':
      return Promise.resolve(iterable(stream, clock));
    case 'lazy thenable':
      return thenable((resolve) => resolve(observable(stream, clock)));
  }
}

function observable(stream: MalformedStream, clock: VirtualClock): Observable<ChatCompletionChunk> {
  return new Observable((subscriber) => {
    void (async () => {
      try {
        for await (const value of values(stream, clock)) subscriber.next(value);
        if (stream.teardown !== 'throws') subscriber.complete();
      } catch (error) {
        if (stream.teardown !== 'throws') subscriber.error(error);
      }
    })();
    return () => void (stream.teardown === 'throws' && raise(stream.thrown));
  });
}

function iterable(stream: MalformedStream, clock: VirtualClock): AsyncIterable<ChatCompletionChunk> {
  const iterator = values(stream, clock);
  const own = { next: () => iterator.next() };
  const end =
    stream.teardown === 'rejects' ? () => Promise.reject(thrownOf(stream.thrown)) : () => raise(stream.thrown);
  if (stream.teardown === 'is a getter') Object.defineProperty(own, 'return', { get: end });
  else if (stream.teardown !== 'none') Object.assign(own, { return: end });
  const made = { [Symbol.asyncIterator]: () => own };
  if (stream.controller === 'works') return Object.assign(made, { controller: new AbortController() });
  if (stream.controller === 'throws') return Object.assign(made, { controller: { abort: () => raise(stream.thrown) } });
  if (stream.controller === 'is a getter')
    Object.defineProperty(made, 'controller', { get: () => raise(stream.thrown) });
  return made;
}

async function* values({ steps }: MalformedStream, clock: VirtualClock): AsyncGenerator<ChatCompletionChunk> {
  for (const step of steps) {
    if (step.kind === 'chunk') yield step.value as ChatCompletionChunk;
    else if (step.kind === 'wait') await clock.sleep(step.ms);
    else if (step.kind === 'throw') raise(step.thrown);
    else await new Promise(() => {});
  }
}

function thenable<T>(settle: (resolve: (value: T) => void) => void): PromiseLike<T> {
  return Object.defineProperty({}, ['th', 'en'].join(''), {
    value: (resolve: (value: T) => void) => settle(resolve),
  }) as PromiseLike<T>;
}

function replaced(target: unknown, [key, ...rest]: readonly (string | number)[], odd: unknown): unknown {
  if (key === undefined) return odd;
  if (typeof target !== 'object' || target === null) return target;
  const holder = target as Record<string | number, unknown>;
  holder[key] = replaced(holder[key], rest, odd);
  return holder;
}

function raise(thrown: Thrown): never {
  throw thrownOf(thrown);
}

function thrownOf(thrown: Thrown): unknown {
  switch (thrown) {
    case 'error':
      return new Error('gone');
    case 'text':
      return 'gone';
    case 'nothing':
      return undefined;
    case 'symbol':
      return Symbol('gone');
    case 'null prototype':
      return Object.create(null);
    case 'throwing toString':
      return { toString: () => raise('error') };
    case 'revoked proxy':
      return revoked();
  }
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
