import type { HeardBy } from '../core/playout.ts';
import type { PartSession } from './partSession.ts';
import type { FunctionCall, FunctionResult, HistoryMessage } from '../core/message.ts';

export interface EventInput<SessionData> {
  /** The configured object itself. */
  readonly session_data: SessionData;
  /** The name of the speaking agent; absent if it has none. */
  readonly agent?: string | undefined;
  /** The session. Not enumerable: JSON, comparisons and copies of an input leave it out. */
  readonly session: PartSession;
}

export interface MessageEventInput<SessionData> extends EventInput<SessionData> {
  readonly message: HistoryMessage;
}

export interface OnAgentStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnUserStartedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnAgentStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface OnUserStoppedSpeakingInput<SessionData = object> extends EventInput<SessionData> {}
export interface HeardMessageEventInput<SessionData> extends MessageEventInput<SessionData> {
  /** How the heard text is known: the client reports it, sends marks back, or does neither. */
  readonly heard: HeardBy;
}
/** The message's role is `assistant`; its content is the text that was heard. */
export interface OnAgentMessageAddedInput<SessionData = object> extends HeardMessageEventInput<SessionData> {}
/** The message's role is `user`. */
export interface OnUserMessageAddedInput<SessionData = object> extends MessageEventInput<SessionData> {}
/** The message contains the text heard before the interruption, in whole words. */
export interface OnAgentInterruptedInput<SessionData = object> extends HeardMessageEventInput<SessionData> {}
export interface OnFunctionCallsCollectedInput<SessionData = object> extends EventInput<SessionData> {
  readonly function_calls: readonly FunctionCall[];
}
export interface OnFunctionCallsExecutedInput<SessionData = object> extends EventInput<SessionData> {
  readonly results: readonly FunctionResult[];
}

/** The nine events: the input of each handler by its name. */
export interface EventInputs<SessionData = object> {
  on_agent_started_speaking: OnAgentStartedSpeakingInput<SessionData>;
  on_user_started_speaking: OnUserStartedSpeakingInput<SessionData>;
  on_agent_stopped_speaking: OnAgentStoppedSpeakingInput<SessionData>;
  on_user_stopped_speaking: OnUserStoppedSpeakingInput<SessionData>;
  on_agent_message_added: OnAgentMessageAddedInput<SessionData>;
  on_user_message_added: OnUserMessageAddedInput<SessionData>;
  on_agent_interrupted: OnAgentInterruptedInput<SessionData>;
  on_function_calls_collected: OnFunctionCallsCollectedInput<SessionData>;
  on_function_calls_executed: OnFunctionCallsExecutedInput<SessionData>;
}

/** Event handlers, called in the order of the events and not awaited. Their exceptions are reported. */
export type EventHandlers<SessionData> = {
  [Name in keyof EventInputs]?: ((input: EventInputs<SessionData>[Name]) => unknown) | undefined;
};
