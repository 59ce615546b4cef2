import type { PlayedUtterance } from '../../../playback/playedUtterance.ts';
import type { OutLine } from '../../../record/format.ts';
import type { Commit } from './commit.ts';
import type { HandlerCall } from './handler.ts';

/** A conversation that was run again. */
export interface PlayedConversation {
  /** The output of the session, in the format of a recording. */
  readonly output: readonly OutLine[];
  readonly calls: readonly HandlerCall[];
  /** The utterances that the client played. */
  readonly utterances: readonly PlayedUtterance[];
  readonly commits: readonly Commit[];
  /** The number of recorded words that were recognised. */
  readonly wordsUpTo: number;
  /** Segments with words. */
  readonly segmentsWithWords: ReadonlySet<number>;
}
