import type { ChatMessage } from '../../core/message.ts';

/** Input of a function `filler`. */
export interface FillerInput<SessionData = object> {
  /** A copy of the whole history, in the format of chat completion clients. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires when the answer has come or is not awaited any more, the session ends, or after 10 s. */
  readonly signal: AbortSignal;
}

/** Returns what the agent says while its answer is awaited, or nothing. */
export type FillerFunction = {
  // A method, so that its input may name the type of the session's data.
  filler(input: FillerInput): unknown;
}['filler'];

/** Stands for a function where a config is written: in a recording, and in a checkpoint. */
export interface WrittenFunction {
  readonly function: true;
}

/** Returns a filler as it is written. */
export function writeFiller(filler: string | FillerFunction): string | WrittenFunction {
  return typeof filler === 'function' ? { function: true } : filler;
}

export function isWrittenFunction(value: unknown): value is WrittenFunction {
  return typeof value === 'object' && value !== null && (value as Partial<WrittenFunction>).function === true;
}
