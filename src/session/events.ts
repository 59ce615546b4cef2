import { AntiphonError } from '../core/errors.ts';
import type { FunctionCall, FunctionResult } from '../core/message.ts';
import type { EventHandlers, EventInputs } from './agent.ts';
import { awaitReturned } from './awaitReturned.ts';
import { contain } from './containment.ts';
import type { SessionFact } from './floor/types.ts';
import type { NumberedFact } from './graph/subjects.ts';
import { createMessage } from './history.ts';

/** One of the nine events. */
export type SessionEvent<SessionData = object> = {
  readonly [Name in keyof EventInputs]: {
    readonly name: Name;
    /** 0, 1, 2 … without a gap: the one total order of a session. */
    readonly seq: number;
    /** Scheduler time since the session's start, in ms. */
    readonly at: number;
    /** Frozen, but for `session_data`, which is the live object. */
    readonly input: EventInputs<SessionData>[Name];
  };
}[keyof EventInputs];

type Unnumbered<SessionData> = Omit<SessionEvent<SessionData>, 'seq' | 'at'>;

/** What a fact tells the developer. */
export function createEvent<SessionData extends object>(
  told: NumberedFact,
  session_data: SessionData,
): SessionEvent<SessionData> {
  const { seq, at, fact } = told;
  return { ...unnumberedEventOf(fact, session_data), seq, at } as SessionEvent<SessionData>;
}

function unnumberedEventOf<SessionData extends object>(
  fact: SessionFact,
  session_data: SessionData,
): Unnumbered<SessionData> {
  switch (fact.kind) {
    case 'user_started':
      return { name: 'on_user_started_speaking', input: Object.freeze({ session_data }) };
    case 'user_stopped':
      return { name: 'on_user_stopped_speaking', input: Object.freeze({ session_data }) };
    case 'agent_started':
      return { name: 'on_agent_started_speaking', input: Object.freeze({ session_data }) };
    case 'agent_stopped':
      return { name: 'on_agent_stopped_speaking', input: Object.freeze({ session_data }) };
    case 'calls_collected': {
      const function_calls = Object.freeze(fact.calls.map(frozenCall));
      return { name: 'on_function_calls_collected', input: Object.freeze({ function_calls, session_data }) };
    }
    case 'calls_executed': {
      const results = Object.freeze(fact.results.map(frozenResult));
      return { name: 'on_function_calls_executed', input: Object.freeze({ results, session_data }) };
    }
    default:
      return messageEventOf(fact, session_data);
  }
}

type MessageFact = Extract<SessionFact, { kind: 'user_message' | 'agent_message' | 'agent_interrupted' }>;

function messageEventOf<SessionData extends object>(
  fact: MessageFact,
  session_data: SessionData,
): Unnumbered<SessionData> {
  const role = fact.kind === 'user_message' ? 'user' : 'assistant';
  const input = Object.freeze({ message: Object.freeze(createMessage(role, fact.content)), session_data });
  switch (fact.kind) {
    case 'user_message':
      return { name: 'on_user_message_added', input };
    case 'agent_message':
      return { name: 'on_agent_message_added', input };
    case 'agent_interrupted':
      return { name: 'on_agent_interrupted', input };
  }
}

/**
 * Calls the handler of an event, as it stands on the agent now. It is never waited for, and it cannot end the process: what it
 * throws or rejects with, at once or later, is reported.
 */
export function notify<SessionData>(
  agent: EventHandlers<SessionData>,
  { name, input }: { readonly name: keyof EventInputs; readonly input: object },
  report: (error: AntiphonError) => void,
): void {
  const failed = (cause: unknown): void =>
    report(new AntiphonError('event_handler_failed', `${name} failed`, { failure: false, path: name, cause }));
  const stray = (cause: unknown): void =>
    report(new AntiphonError('event_handler_failed', `${name} failed after it had returned`, { path: name, cause }));
  contain(stray, () => {
    try {
      const handler = agent[name] as ((input: object) => unknown) | null | undefined;
      awaitReturned(handler?.call(agent, input), failed);
    } catch (error) {
      failed(error);
    }
  });
}

function frozenCall({ id, type, function: { name, arguments: args } }: FunctionCall): FunctionCall {
  return Object.freeze({ id, type, function: Object.freeze({ name, arguments: args }) });
}

function frozenResult(result: FunctionResult): FunctionResult {
  return Object.freeze({ ...result, function: Object.freeze({ ...result.function }) });
}
