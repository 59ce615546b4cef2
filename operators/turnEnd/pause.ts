import { isAwaited, lastVoicedAt, textOf, type SegmentState, type TurnState } from '../endpointing/turnState.ts';

/** A pause with words in a turn that is not committed. Times are scheduler times. */
export interface Pause {
  readonly turn: number;
  readonly text: string;
  /** The first voice of the turn. */
  readonly startedAt: number;
  readonly lastVoicedAt: number;
  /** The same in audio time. */
  readonly lastVoicedMs: number;
  /** The last voice of a segment that has words. */
  readonly lastWordsAt: number;
  /** The segment that the VAD has not ended. */
  readonly open: number | undefined;
}

/** Returns the pause of a turn; null while the user speaks, and without words. `voiced`: the segment of the last window, if that was voiced. */
export function pauseOf(state: TurnState, voiced: number | null): Pause | null {
  const text = textOf(state);
  const spoken = state.segments.filter(({ noise }) => !noise);
  if (text === '' || spoken.some(({ segment }) => segment === voiced)) return null;
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

/** Returns whether what a model has found out about one pause holds for the other: the words and the silence are the same. */
export function isSamePause(one: Pause | null, other: Pause | null): boolean {
  if (one === null || other === null) return one === other;
  return one.turn === other.turn && one.text === other.text && one.lastVoicedAt === other.lastVoicedAt;
}

/** Returns whether more words are to come of what was said. */
export function awaitsWords({ segments }: TurnState): boolean {
  return segments.some(isAwaited);
}

function hasWords({ text }: SegmentState): boolean {
  return text.text !== '';
}
