import { concatMap, from, isObservable, Observable, of } from 'rxjs';
import type { HandlerStream } from '../../core/chunk.ts';
import type { Agent, AgentFunction, SessionControl } from '../../session/agent.ts';
import { runAs } from '../../time/caller.ts';
import { EVENT_HANDLERS } from './names.ts';
import type { TrackedCall, CallTracker } from './callTracker.ts';
import { createCaller } from './watchTimers.ts';

/**
 * Wraps an agent so that each call of its handler and its functions is tracked. Its other fields are unchanged. `charge`
 * takes virtual time for an answer that took real time.
 */
export function trackAgent<SessionData extends object>(
  agent: Agent<SessionData>,
  outside: CallTracker,
  charge: Charge = () => undefined,
): Agent<SessionData> {
  const handler: Agent<SessionData>['llm_response_handler'] = (input) => {
    const call = withCharge(outside.call('llm_response_handler', input.signal), charge);
    return trackStream(call, () => agent.llm_response_handler(withoutCaller(input)));
  };
  return Object.create(agent, {
    llm_response_handler: { value: handler },
    functions: {
      get: () => mapValues(agent.functions ?? {}, (known, name) => trackFunction(known, name, outside, charge)),
    },
    ...nameEventHandlers(agent),
  }) as Agent<SessionData>;
}

function trackFunction<SessionData>(
  known: AgentFunction<SessionData>,
  name: string,
  outside: CallTracker,
  charge: Charge,
): AgentFunction<SessionData> {
  const execute: AgentFunction<SessionData>['execute'] = (args, context) => {
    const call = withCharge(outside.call(name, context.signal), charge);
    const returned = runAs(call, () => known.execute(args, withoutCaller(context)));
    return isObservable(returned) ? trackObservable(call, returned) : trackPromise(call, returned);
  };
  return { ...known, execute };
}

/** Waits on the virtual clock for so many ms; undefined: without a wait. */
export type Charge = (ms: number, call: TrackedCall) => Promise<void> | undefined;

/** A call whose answers are delayed by the real time that they took. */
interface ChargedCall extends TrackedCall {
  pay(): Promise<void> | undefined;
}

function withCharge(call: TrackedCall, charge: Charge): ChargedCall {
  return { ...call, pay: () => charge(call.waitedMs(), call) };
}

/** Runs event handlers under their names, for the watch on timers. */
function nameEventHandlers<SessionData extends object>(agent: Agent<SessionData>): PropertyDescriptorMap {
  const handlers = EVENT_HANDLERS.filter((name) => typeof agent[name] === 'function');
  return Object.fromEntries(
    handlers.map((name) => {
      const handle = agent[name] as (input: unknown) => unknown;
      return [name, { value: (input: unknown) => runAs(createCaller(name), () => handle.call(agent, input)) }];
    }),
  );
}

/** Runs calls of the session without a caller: they are not the agent's own code. */
function withoutCaller<Input extends { readonly session: SessionControl }>(input: Input): Input {
  const { session } = input;
  const control: SessionControl = {
    id: session.id,
    say: (text) => runAs(undefined, () => session.say(text)),
    interrupt: () => runAs(undefined, () => session.interrupt()),
    end: (options) => runAs(undefined, () => session.end(options)),
  };
  return { ...input, session: control };
}

type Stream<T> = Observable<T> | AsyncIterable<T>;

function trackStream<T>(call: ChargedCall, run: () => HandlerStream<T>): HandlerStream<T> {
  const follow = (stream: Stream<T>): Stream<T> => {
    if (isObservable(stream)) return trackObservable(call, stream);
    return isAsyncIterable(stream) ? trackIterable(call, stream) : stream;
  };
  const returned = runAs(call, run);
  return isThenable(returned) ? trackPromise(call, returned).then(follow) : follow(returned as Stream<T>);
}

function trackPromise<T>(call: ChargedCall, returned: T): T {
  if (!isThenable(returned)) return returned;
  const end = call.begin();
  const chargeFor = async (): Promise<unknown> => {
    try {
      return await returned;
    } finally {
      await call.pay();
      end();
    }
  };
  return chargeFor() as T;
}

function trackObservable<T>(call: ChargedCall, source: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    const freely = (tell: () => void): void => runAs(undefined, tell);
    subscriber.add(call.begin());
    subscriber.add(
      runAs(call, () =>
        source.pipe(concatMap((value) => paid(call, value))).subscribe({
          next: (value) => freely(() => subscriber.next(value)),
          error: (error: unknown) => freely(() => subscriber.error(error)),
          complete: () => freely(() => subscriber.complete()),
        }),
      ),
    );
  });
}

/** Emits a value after its charge. */
function paid<T>(call: ChargedCall, value: T): Observable<T> {
  const paying = call.pay();
  return paying === undefined ? of(value) : from(paying.then(() => value));
}

/** Tracks an iterable; only a pending `next()` counts as waiting. */
function trackIterable<T>(call: ChargedCall, source: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = runAs(call, () => source[Symbol.asyncIterator]());
      return {
        next: () =>
          trackPromise(
            call,
            runAs(call, () => iterator.next()),
          ),
        return: () => runAs(call, async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      };
    },
    // Streams of client libraries have a controller that aborts the request.
    get controller(): unknown {
      return (source as { readonly controller?: unknown }).controller;
    },
  } as AsyncIterable<T>;
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

function isThenable(value: unknown): value is PromiseLike<never> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<never> {
  return typeof (value as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator] === 'function';
}
