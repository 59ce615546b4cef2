import type { Recording } from '../../record/format.ts';
import { marksOf } from './marks.ts';
import type { Mark } from './marks.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome, Turn } from './outcome.ts';
import { play } from './played/play.ts';
import type { OwnParts } from '../ownParts.ts';
import type { Played } from './played/play.ts';
import { recordedOf } from './recorded/recorded.ts';
import type { Recorded } from './recorded/recorded.ts';
import { configWith } from './settings.ts';
import type { Changes } from './settings.ts';

/** A turn of the run with other settings. */
export interface VariantTurn extends Turn {
  /** Where its answer is not what the model would have said, or not surely. */
  readonly marks: readonly Mark[];
}

/** One turn of the recording: what came of it, and what would have come of it. */
export interface Row {
  readonly turn: number;
  readonly text: string;
  readonly before: readonly Turn[];
  /** Several, if the turn would have fallen apart; none, if it would have become part of a later one, or been unheard. */
  readonly after: readonly VariantTurn[];
  /** The later turn that its words would have become part of; null: they are in `after`, or would not have been heard. */
  readonly joined: number | null;
}

/** A recorded conversation, run with the settings that it had and with others. */
export interface WhatIf {
  readonly changes: Changes;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly rows: readonly Row[];
  /** Turns of the recording that the run with its own settings does not bring back word by word. */
  readonly unlike: readonly number[];
}

/**
 * Runs a recording twice on the virtual clock: with the settings it was made with, and with some of them changed. The user
 * does what they did; recogniser, model, functions and voice say what they said, as soon as they did.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for settings that cannot be changed
 */
export async function whatIf(recording: Recording, changes: Changes, own: OwnParts = {}): Promise<WhatIf> {
  const recorded = recordedOf(recording);
  const config = configWith(recorded.head, changes);
  const baseline = await play(recorded, configWith(recorded.head, {}), own);
  const variant = await play(recorded, config, own);
  const before = outcomeOf(recorded, baseline);
  const after = outcomeOf(recorded, variant);
  const rows = recorded.turns.committed.map(({ turn, text }) => ({
    turn,
    text,
    before: before.turns.filter((one) => one.recorded === turn),
    after: after.turns.filter((one) => one.recorded === turn).map((one) => marked(one, variant, baseline)),
    joined: joinedBy(turn, recorded, variant),
  }));
  return { changes, before, after, rows, unlike: unlikeOf(recorded, before) };
}

function marked(turn: Turn, variant: Played, baseline: Played): VariantTurn {
  return { ...turn, marks: marksOf(turn.turn, variant, baseline) };
}

function joinedBy(turn: number, { turns }: Recorded, { commits }: Played): number | null {
  const lastWord = turns.ofWord.lastIndexOf(turn);
  if (lastWord === -1 || commits.some(({ recorded }) => recorded === turn)) return null;
  return commits.find(({ heardUpTo, recorded }) => heardUpTo > lastWord && (recorded ?? -1) > turn)?.recorded ?? null;
}

function unlikeOf({ turns }: Recorded, { turns: played }: Outcome): readonly number[] {
  return turns.committed.filter(({ text }, n) => played[n]?.text !== text).map(({ turn }) => turn);
}
