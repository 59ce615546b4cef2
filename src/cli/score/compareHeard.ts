/** A message of the agent as the user heard it in the recording. */
export interface RecordedSpeech {
  readonly text: string;
  /** True if it was interrupted. */
  readonly isCut: boolean;
  /** Start of its audio, in ms of session time. */
  readonly fromMs: number;
}

/**
 * How the speech heard in a score differs from the recording. `cuts`: the agent is only cut off a few words earlier or
 * later, because the voice of a score speaks at an even pace.
 */
export type HeardDifference = 'none' | 'cuts' | 'other';

/** Compares what is heard in a score with what was heard in the recording. */
export function compareHeard(recorded: readonly RecordedSpeech[], played: readonly string[]): HeardDifference {
  if (recorded.length !== played.length) return 'other';
  const differing = recorded.flatMap((was, n) => (was.text === played[n] ? [] : { was, is: played[n] ?? '' }));
  if (differing.length === 0) return 'none';
  const areCuts = differing.every(
    ({ was: { text, isCut }, is }) => isCut && (text.startsWith(is) || is.startsWith(text)),
  );
  return areCuts ? 'cuts' : 'other';
}
