import type { FunctionCall, FunctionResult } from '../core/message.ts';
import type { EventInputs } from './eventInputs.ts';
import type { SessionFact } from './floor/types.ts';
import { createMessage } from './history.ts';
import type { PartSession } from './partSession.ts';

/** A fact with its number and time. */
export interface NumberedFact {
  readonly fact: SessionFact;
  /**
   * 0, 1, 2 … without a gap; a session resumed from a checkpoint continues from a higher number. A fact without an event
   * has the number of the last event.
   */
  readonly seq: number;
  /** Scheduler time since the start, in ms. */
  readonly at: number;
}

/** One of the nine events. */
export type SessionEvent<SessionData = object> = {
  readonly [Name in keyof EventInputs]: {
    readonly name: Name;
    /**
     * 0, 1, 2 … without a gap: the total order of a session. A session resumed from a checkpoint continues after a gap.
     */
    readonly seq: number;
    /** Scheduler time since the session's start, in ms. */
    readonly at: number;
    /** Frozen, except for `session_data`, which is the live object. */
    readonly input: EventInputs<SessionData>[Name];
  };
}[keyof EventInputs];

const NAMES: Readonly<Record<EventFact['kind'], keyof EventInputs>> = {
  agent_started: 'on_agent_started_speaking',
  user_started: 'on_user_started_speaking',
  agent_stopped: 'on_agent_stopped_speaking',
  user_stopped: 'on_user_stopped_speaking',
  agent_message: 'on_agent_message_added',
  user_message: 'on_user_message_added',
  agent_interrupted: 'on_agent_interrupted',
  calls_collected: 'on_function_calls_collected',
  calls_executed: 'on_function_calls_executed',
  call_finished: 'on_function_calls_executed',
};

/** The names of the nine events. */
export const EVENT_NAMES: readonly (keyof EventInputs)[] = [...new Set(Object.values(NAMES))];

/** A fact that has an event. */
export type EventFact = Exclude<SessionFact, { readonly kind: 'call_progress' | 'messages_added' }>;

/** Returns whether a fact has an event. Acknowledgements, progress and added messages have none. */
export function hasEvent(fact: SessionFact): fact is EventFact {
  if (fact.kind === 'calls_executed') return (fact.acknowledged?.length ?? 0) < fact.results.length;
  return fact.kind !== 'call_progress' && fact.kind !== 'messages_added';
}

/** Creates the event for a fact. */
export function createEvent<SessionData extends object>(
  { seq, at, fact }: NumberedFact & { readonly fact: EventFact },
  session: PartSession<SessionData>,
  agent?: string,
): SessionEvent<SessionData> {
  const input: { session_data?: SessionData; agent?: string } = createPayload(fact);
  input.session_data = session.session_data;
  addSession(input, session);
  if (agent !== undefined) input.agent = agent;
  return { name: NAMES[fact.kind], input: Object.freeze(input), seq, at } as SessionEvent<SessionData>;
}

/** Adds the session as a non-enumerable property, so that JSON, comparisons and spreads of an input leave it out. */
export function addSession(input: object, session: PartSession): void {
  Object.defineProperty(input, 'session', { value: session });
}

function createPayload(fact: EventFact): object {
  switch (fact.kind) {
    case 'calls_collected':
      return { function_calls: Object.freeze(fact.calls.map(freezeCall)) };
    case 'calls_executed':
      return { results: Object.freeze(listFinal(fact).map(freezeResult)) };
    case 'call_finished':
      return { results: Object.freeze([freezeResult(fact.result)]) };
    case 'user_message':
      return { message: Object.freeze(createMessage('user', fact.content)) };
    case 'agent_message':
    case 'agent_interrupted':
      return { message: Object.freeze(createMessage('assistant', fact.content)), heard: fact.heard };
    default:
      return {};
  }
}

/** Returns the final results, without the acknowledgements of background calls. */
function listFinal({
  results,
  acknowledged,
}: Extract<SessionFact, { kind: 'calls_executed' }>): readonly FunctionResult[] {
  if (acknowledged === undefined) return results;
  return results.filter(({ tool_call_id }) => !acknowledged.some((call) => call.tool_call_id === tool_call_id));
}

function freezeCall({ id, type, function: { name, arguments: args } }: FunctionCall): FunctionCall {
  return Object.freeze({ id, type, function: Object.freeze({ name, arguments: args }) });
}

function freezeResult(result: FunctionResult): FunctionResult {
  return Object.freeze({ ...result, function: Object.freeze({ ...result.function }) });
}
