import { catchError, defer, finalize, from, mergeMap, throwError, timeout, toArray, type Observable } from 'rxjs';
import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import { AntiphonError, asAntiphonError } from '../../../core/errors.ts';
import { messageOf } from '../../../core/messageOf.ts';
import type { LLMResponseHandlerInput } from '../../../session/agent.ts';
import { describeKind } from '../../../core/describeInput.ts';
import { fromHandler } from '../../../stream/fromHandler.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import { findLiveAgent, selectLiveAgent, type LiveAgents } from './liveAgents.ts';
import { isObject } from '../../../core/isObject.ts';

/** Timeout for a handler's answer, in ms of real time. Virtual time stands still meanwhile. */
const LIMIT_MS = 60_000;

type Name = string | undefined;
type HandlerInput = LLMResponseHandlerInput<object>;

/** Asks the handlers of the application's agents for answers that the recording lacks. */
export class LiveAnswers {
  /** The first failure. A failed run has no result. */
  failure: AntiphonError | null = null;
  readonly #live: LiveAgents;
  readonly #recorded: RecordedSession;
  readonly #data = new Map<Name, Promise<object>>();
  readonly #awaited = new Set<Promise<void>>();

  constructor(live: LiveAgents, recorded: RecordedSession) {
    this.#live = live;
    this.#recorded = recorded;
  }

  /** Resolves when all pending answers have arrived. Returns undefined if none is pending. */
  wait(): Promise<void> | undefined {
    return this.#awaited.size === 0 ? undefined : Promise.all(this.#awaited).then(() => {});
  }

  /** Emits all chunks of an answer of the agent with this name, once the last one has arrived. */
  ask(name: Name, input: HandlerInput): Observable<readonly ChatCompletionChunk[]> {
    const { failure } = this;
    if (failure !== null) return throwError(() => failure);
    return defer(() => {
      const settle = this.#await();
      return from(this.#dataOf(name)).pipe(
        mergeMap((data) => this.#call(name, input, data)),
        toArray(),
        timeout({ first: LIMIT_MS, with: () => throwError(createTimeoutError) }),
        catchError((cause: unknown) => throwError(() => this.fail(name, cause))),
        finalize(settle),
      );
    });
  }

  /** Records an agent's failure. @returns it, with the agent's name */
  fail(name: Name, cause: unknown): AntiphonError {
    const error = asAntiphonError(cause, 'handler_failed');
    const { code, message, details } = error;
    const agent = name === undefined ? 'the agent' : `the agent "${name}"`;
    const failure =
      code === 'agent_unknown'
        ? error
        : new AntiphonError(code, `${agent} did not answer: ${message}`, { ...details, cause });
    this.failure ??= failure;
    return failure;
  }

  #await(): () => void {
    let settle = (): void => {};
    const answered = new Promise<void>((resolve) => (settle = resolve));
    this.#awaited.add(answered);
    return () => {
      this.#awaited.delete(answered);
      settle();
    };
  }

  #call(name: Name, input: HandlerInput, session_data: object): Observable<ChatCompletionChunk> {
    const agent = findLiveAgent(name, this.#live, this.#recorded);
    return fromHandler(({ signal }) => {
      const { messages, tools, session, speculative } = input;
      return agent.llm_response_handler({
        messages,
        tools,
        session,
        session_data,
        signal,
        ...(speculative && { speculative }),
      });
    });
  }

  /** Returns an agent's session data. Recordings contain none, so calls its `configure_session` once. */
  #dataOf(name: Name): Promise<object> {
    const known = this.#data.get(name) ?? this.#configure(name);
    this.#data.set(name, known);
    return known;
  }

  async #configure(name: Name): Promise<object> {
    const agent = findLiveAgent(name, this.#live, this.#recorded);
    const { head, handoffs } = this.#recorded;
    const first = handoffs.find(({ from, to }) => from === name || to === name);
    const handedOver = name === head.agent || first?.from === name ? undefined : first;
    try {
      const handoff = handedOver && { from: handedOver.from, session_data: await this.#dataFrom(handedOver.from) };
      const { signal } = new AbortController();
      const { custom_data = {} } = this.#live;
      const config = await agent.configure_session({ custom_data, signal, ...(handoff && { handoff }) });
      return sessionDataOf(config);
    } catch (cause) {
      throw new AntiphonError('config_failed', messageOf(cause), { cause });
    }
  }

  /** Returns the session data of an agent that hands over, or none if the agent was not given. */
  #dataFrom(name: Name): Promise<object> {
    const isGiven = selectLiveAgent(name, this.#live, this.#recorded) !== undefined;
    return isGiven ? this.#dataOf(name) : Promise.resolve({});
  }
}

function createTimeoutError(): AntiphonError {
  return new AntiphonError('handler_timeout', `no answer within ${LIMIT_MS / 1000} s`);
}

/** @throws Error if `configure_session` did not return a config */
function sessionDataOf(config: unknown): object {
  if (!isObject(config)) throw new Error(`configure_session: expected a config, got ${describeKind(config)}`);
  const { session_data } = config as { readonly session_data?: unknown };
  if (!isObject(session_data)) throw new Error(`session_data: expected an object, got ${describeKind(session_data)}`);
  return session_data;
}
