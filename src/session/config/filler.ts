import type * as z from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { lazySchema } from '../../core/zod.ts';
import { reportFaults, type Fault } from './faults.ts';
import type { ChatMessage } from '../../core/message.ts';

/** Input of a function `filler`. */
export interface FillerInput<SessionData = object> {
  /** A copy of the whole history, in the format of chat completion clients. */
  readonly messages: ChatMessage[];
  readonly session_data: SessionData;
  /** Fires when the answer has arrived or is no longer awaited, when the session ends, or after 10 s. */
  readonly signal: AbortSignal;
}

/** A function that returns the text to say while the answer is awaited, or nothing. */
export type FillerFunction = {
  // Declared as a method so that its input may name the type of the session data.
  filler(input: FillerInput): unknown;
}['filler'];

/** The placeholder for a function in a written config: in a recording or a checkpoint. */
export interface WrittenFunction {
  readonly function: true;
}

/** Returns a filler in its written form. */
export function writeFiller(filler: string | FillerFunction): string | WrittenFunction {
  return typeof filler === 'function' ? { function: true } : filler;
}

export function isWrittenFunction(value: unknown): value is WrittenFunction {
  return typeof value === 'object' && value !== null && (value as Partial<WrittenFunction>).function === true;
}

/** A text, or a function that returns one. */
export const fillerSchema: () => z.ZodType<string | FillerFunction, string | FillerFunction> = lazySchema((z) =>
  z.custom<string | FillerFunction>().superRefine(reportFaults(findFaults)),
);

function* findFaults(filler: unknown): Generator<Fault> {
  if (typeof filler === 'function') return;
  if (typeof filler !== 'string') yield { path: [], message: 'a string or a function' };
  else if (filler.length > LIMITS.sayText) yield { path: [], message: `at most ${LIMITS.sayText}` };
}
