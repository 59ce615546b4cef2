import { hasWords, isAwaited, lastVoicedAt, textOf, type TurnState } from '../endpointing/turnState.ts';

/** A pause with words in an uncommitted turn. Times are scheduler times. */
export interface Pause {
  readonly turn: number;
  readonly text: string;
  /** When the voice of the turn began. */
  readonly startedAt: number;
  readonly lastVoicedAt: number;
  /** The same in audio time. */
  readonly lastVoicedMs: number;
  /** When the last voice of a segment with words ended. */
  readonly lastWordsAt: number;
  /** The segment that the VAD has not ended. */
  readonly open: number | undefined;
}

/**
 * Returns the pause of a turn; null while the user speaks, without words, and while words are lost. `voiced`: the
 * segment of the last window, if that window was voiced.
 */
export function pauseOf(state: TurnState, voiced: number | null): Pause | null {
  const text = textOf(state);
  const spoken = state.segments.filter(({ noise }) => !noise);
  if (
    !spoken.some(hasWords) ||
    spoken.some(({ segment, open, truncated }) => segment === voiced || (open && truncated))
  )
    return null;
  return {
    turn: state.turn,
    text,
    startedAt: Math.min(...spoken.map((segment) => segment.startedAt)),
    lastVoicedAt: lastVoicedAt(spoken),
    lastVoicedMs: Math.max(...spoken.map((segment) => segment.lastVoicedMs)),
    lastWordsAt: lastVoicedAt(spoken.filter(hasWords)),
    open: spoken.find(({ open }) => open)?.segment,
  };
}

/**
 * Returns whether a model's verdict about one pause holds for the other, because the words and the silence are the
 * same.
 */
export function isSamePause(one: Pause | null, other: Pause | null): boolean {
  if (one === null || other === null) return one === other;
  return one.turn === other.turn && one.text === other.text && one.lastVoicedAt === other.lastVoicedAt;
}

/** Returns whether more words of the speech so far are still awaited. */
export function awaitsWords({ segments }: TurnState): boolean {
  return segments.some(isAwaited);
}
