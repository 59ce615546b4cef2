import type { PlayedUtterance } from '../../../playback/playedUtterance.ts';
import type { OutLine } from '../../../record/format.ts';
import type { Commit } from './commit.ts';
import type { HandlerCall } from './handlerCall.ts';
import type { PlayedInput } from './modelInputs.ts';

/** A conversation that was run again. */
export interface PlayedConversation {
  /** The session's output, in the format of a recording. */
  readonly output: readonly OutLine[];
  readonly calls: readonly HandlerCall[];
  /** What was sent to the speech model; empty without one. */
  readonly modelInputs: readonly PlayedInput[];
  readonly utterances: readonly PlayedUtterance[];
  readonly commits: readonly Commit[];
  /** The number of recorded words recognised so far. */
  readonly wordsUpTo: number;
  readonly segmentsWithWords: ReadonlySet<number>;
}

/** Maps each reply in which another agent continues a turn to that turn. */
export function findHandedOver({ calls }: Pick<PlayedConversation, 'calls'>): ReadonlyMap<number, number> {
  return new Map(calls.flatMap(({ isHandedOver, reply, turn }) => (isHandedOver ? [[reply, turn] as const] : [])));
}
