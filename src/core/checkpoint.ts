import type { FunctionCall, HistoryMessage } from './message.ts';

/** The version of what a checkpoint holds. */
export const CHECKPOINT_FORMAT: Checkpoint['format'] = 1;

/** What a session needs to be resumed by another process: plain JSON. */
export interface Checkpoint {
  readonly format: 1;
  readonly session_id: string;
  /** The number of the last event; -1: there was none. */
  readonly seq: number;
  /** The history. Calls under way are in `calls`. */
  readonly messages: readonly HistoryMessage[];
  /** The number of earlier messages that are left out, since the checkpoint would be too large. */
  readonly dropped_messages: number;
  /** The session data, as JSON. */
  readonly session_data: string;
  readonly updates: CheckpointUpdates;
  /** The words of the user whose answer is not over. */
  readonly unanswered: string | null;
  /** The text that the agent is speaking, as far as it was given to the voice. */
  readonly speaking: string | null;
  /** The beginning of it that was heard, in whole words; without what the history has of the same reply. */
  readonly heard: string;
  /** What has come of the user and is not in the history yet: who has sent it has to send it again. */
  readonly pending: PendingInput;
  /** The function calls under way. */
  readonly calls: readonly FunctionCall[];
}

/** What `session.update()` has changed. Instructions that are in effect are in the history. */
export interface CheckpointUpdates {
  /** The number of updates so far. */
  readonly count: number;
  /** Instructions for the next reply. */
  readonly instructions?: string | undefined;
  /** The names of the functions. */
  readonly functions?: readonly string[] | undefined;
  /** The settings of the voice, with masked keys; null: a port of the application's own. */
  readonly tts?: Readonly<Record<string, unknown>> | null | undefined;
  /** The settings of the recogniser, as those of the voice. */
  readonly stt?: Readonly<Record<string, unknown>> | null | undefined;
  /** Other settings, as in the config; null: as the session began. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** BCP-47 tag of the language that is spoken. */
  readonly language?: string | undefined;
  /** Name of the agent that the conversation was handed to. */
  readonly agent?: string | undefined;
}

/** Input of the user that is not in the history. */
export interface PendingInput {
  /** The number of typed texts, the latest ones. */
  readonly texts: number;
  /** Whether there is speech. */
  readonly speech: boolean;
}
