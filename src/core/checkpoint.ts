import type { FunctionCall, HistoryMessage } from './message.ts';
import type { ResultPolicy } from './turn.ts';

/** The version of the checkpoint format. */
export const CHECKPOINT_FORMAT: Checkpoint['format'] = 1;

/** Everything that another process needs to resume a session, as plain JSON. */
export interface Checkpoint {
  readonly format: 1;
  readonly session_id: string;
  /** The number of the last event; -1 before the first. */
  readonly seq: number;
  /** The history, without calls in progress, which are in `calls`. */
  readonly messages: readonly HistoryMessage[];
  /** The number of earlier messages left out to keep the checkpoint small enough. */
  readonly dropped_messages: number;
  /** The session data, as JSON. */
  readonly session_data: string;
  readonly updates: CheckpointUpdates;
  /** The user's words whose answer has not finished; empty for a reply without words of the user. */
  readonly unanswered: string | null;
  /** The text that the agent is speaking, as far as it was sent to TTS. */
  readonly speaking: string | null;
  /**
   * The part of it that was heard, in whole words, without the part of the same reply that the history already
   * contains.
   */
  readonly heard: string;
  /** The user's input that is not in the history yet. The client has to send it again. */
  readonly pending: PendingInput;
  /** The function calls in progress. */
  readonly calls: readonly FunctionCall[];
  /** The calls that go on in the background. Absent: none. */
  readonly background?: readonly RunningBackgroundCall[] | undefined;
}

/** A call that goes on in the background, and what follows its final result. */
export interface RunningBackgroundCall extends FunctionCall {
  readonly policy: ResultPolicy;
}

/** Changes made by `session.update()`. Instructions already in effect are in the history. */
export interface CheckpointUpdates {
  /** The number of updates so far. */
  readonly count: number;
  /** Instructions for the next reply. */
  readonly instructions?: string | undefined;
  /** The names of the functions. */
  readonly functions?: readonly string[] | undefined;
  /** The TTS settings, with masked keys; null for the application's own port. */
  readonly tts?: Readonly<Record<string, unknown>> | null | undefined;
  /** The STT settings, with masked keys; null for the application's own port. */
  readonly stt?: Readonly<Record<string, unknown>> | null | undefined;
  /** Other settings, as in the config; null for the initial value. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** BCP-47 tag of the spoken language. */
  readonly language?: string | undefined;
  /** Name of the agent that the conversation was handed over to. */
  readonly agent?: string | undefined;
}

/** The user's input that is not in the history. */
export interface PendingInput {
  /** The number of latest typed texts. */
  readonly texts: number;
  /** Whether speech is pending. */
  readonly speech: boolean;
}
