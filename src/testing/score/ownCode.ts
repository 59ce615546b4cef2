import { isObservable, Observable } from 'rxjs';
import type { HandlerStream } from '../../core/chunk.ts';
import type { Agent, AgentFunction, SessionControl } from '../../session/agent.ts';
import { runAs } from '../caller.ts';
import type { Call, Outside } from './outside.ts';

/** The agent, with each call of its handler and its functions in sight of `outside`. Its fields stay its own. */
export function observed<SessionData extends object>(agent: Agent<SessionData>, outside: Outside): Agent<SessionData> {
  const handler: Agent<SessionData>['llm_response_handler'] = (input) => {
    const call = outside.call('llm_response_handler', input.signal);
    return followStream(call, () => agent.llm_response_handler(free(input)));
  };
  return Object.create(agent, {
    llm_response_handler: { value: handler },
    functions: { get: () => mapValues(agent.functions ?? {}, (known, name) => observedFunction(known, name, outside)) },
  }) as Agent<SessionData>;
}

function observedFunction<SessionData>(
  known: AgentFunction<SessionData>,
  name: string,
  outside: Outside,
): AgentFunction<SessionData> {
  const execute: AgentFunction<SessionData>['execute'] = (args, context) => {
    const call = outside.call(name, context.signal);
    const returned = runAs(call, () => known.execute(args, free(context)));
    return isObservable(returned) ? followObservable(call, returned) : followPromise(call, returned);
  };
  return { ...known, execute };
}

/** What the session does for an agent is no longer the agent's own code. */
function free<Input extends { readonly session: SessionControl }>(input: Input): Input {
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

function followStream<T>(call: Call, run: () => HandlerStream<T>): HandlerStream<T> {
  const follow = (stream: Stream<T>): Stream<T> => {
    if (isObservable(stream)) return followObservable(call, stream);
    return isAsyncIterable(stream) ? followIterable(call, stream) : stream;
  };
  const returned = runAs(call, run);
  return isThenable(returned) ? followPromise(call, returned).then(follow) : follow(returned as Stream<T>);
}

function followPromise<T>(call: Call, returned: T): T {
  if (isThenable(returned)) {
    const end = call.begin();
    void returned.then(end, end);
  }
  return returned;
}

function followObservable<T>(call: Call, source: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    const freely = (tell: () => void): void => runAs(undefined, tell);
    subscriber.add(call.begin());
    subscriber.add(
      runAs(call, () =>
        source.subscribe({
          next: (value) => freely(() => subscriber.next(value)),
          error: (error: unknown) => freely(() => subscriber.error(error)),
          complete: () => freely(() => subscriber.complete()),
        }),
      ),
    );
  });
}

/** Only what is asked for is owed: one that is not pulled waits for nobody. */
function followIterable<T>(call: Call, source: AsyncIterable<T>): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = runAs(call, () => source[Symbol.asyncIterator]());
      return {
        next: () =>
          followPromise(
            call,
            runAs(call, () => iterator.next()),
          ),
        return: () => runAs(call, async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
      };
    },
    // A client library's stream has one, by which its request is given up.
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
