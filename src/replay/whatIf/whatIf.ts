import type { Recording } from '../../record/format.ts';
import type { CustomParts } from '../customParts.ts';
import { findHoldingCommit, spanOf } from './outcome/answers.ts';
import { outcomeOf } from './outcome/outcome.ts';
import type { Outcome } from './outcome/outcome.ts';
import type { Turn } from './outcome/turns.ts';
import { runConversation } from './played/runConversation.ts';
import type { PlayedConversation } from './played/runConversation.ts';
import { analyseRecording } from './recorded/recordedSession.ts';
import type { RecordedSession } from './recorded/recordedSession.ts';
import { configWith } from './settings.ts';
import type { Changes } from './settings.ts';
import { summaryOf, waitsInBoth, waitsOf } from './summary.ts';
import type { Summary } from './summary.ts';
import { isDeepStrictEqual } from 'node:util';
import type { HandlerCall } from './played/handler.ts';

/** A turn of the run with other settings. */
export interface VariantTurn extends Turn {
  /** Where its answer is not what the model would have said, or not surely. */
  readonly caveats: readonly Caveat[];
}

/** One turn of the recording: what came of it, and what would have come of it. */
export interface ComparedTurn {
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
  /** Both in figures; the waits are those of the turns that were answered both times. */
  readonly figures: { readonly before: Summary; readonly after: Summary };
  readonly rows: readonly ComparedTurn[];
  /** Turns of the recording that the run with its own settings does not bring back word by word. */
  readonly unlike: readonly number[];
}

/**
 * Runs a recording twice on the virtual clock: with the settings it was made with, and with some of them changed. The user
 * does what they did; recogniser, model, functions and voice say what they said, as soon as they did. `own`: the splices and
 * stages that the session had.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for settings that cannot be changed, or not to that value
 */
export async function whatIf(recording: Recording, changes: Changes, own: CustomParts = {}): Promise<WhatIf> {
  const recorded = analyseRecording(recording);
  const config = configWith(recorded.head, changes);
  const baseline = await runConversation(recorded, configWith(recorded.head, {}), own);
  const variant = await runConversation(recorded, config, own);
  const before = outcomeOf(recorded, baseline);
  const after = outcomeOf(recorded, variant);
  const rows = recorded.turns.committed.map(({ turn, text }) => ({
    turn,
    text,
    before: before.turns.filter((one) => one.recorded === turn),
    after: after.turns.filter((one) => one.recorded === turn).map((one) => withCaveats(one, variant, baseline)),
    joined: findJoinedTurn(turn, recorded, variant),
  }));
  return { changes, before, after, figures: figuresOf(before, after), rows, unlike: turnsUnlike(recorded, before) };
}

function withCaveats(turn: Turn, variant: PlayedConversation, baseline: PlayedConversation): VariantTurn {
  return { ...turn, caveats: caveatsOf(turn.turn, variant, baseline) };
}

function findJoinedTurn(turn: number, recorded: RecordedSession, { commits }: PlayedConversation): number | null {
  if (commits.some((commit) => commit.recorded === turn)) return null;
  return findHoldingCommit(spanOf(turn, recorded), commits)?.recorded ?? null;
}

function figuresOf(before: Outcome, after: Outcome): WhatIf['figures'] {
  const [was, is] = [waitsOf([before]), waitsOf([after])];
  return { before: summaryOf([before], waitsInBoth(was, is)), after: summaryOf([after], waitsInBoth(is, was)) };
}

function turnsUnlike({ turns }: RecordedSession, { turns: played }: Outcome): readonly number[] {
  return turns.committed.filter(({ text }, n) => played[n]?.text !== text).map(({ turn }) => turn);
}

/**
 * Why an answer may not be what the model would have said. `asked otherwise`: its history would have been another one; the
 * recorded answer is used · `borrowed`: the turn has no recorded answer, that of a neighbour is used · `unanswered`: there is
 * none to use · `broke off`: the recorded answer was cut, and would have gone on.
 */
export type Caveat = 'asked otherwise' | 'borrowed' | 'unanswered' | 'broke off';

/** The marks of a turn's answer; the run with the recorded settings says what the model was asked. */
function caveatsOf(turn: number, variant: PlayedConversation, baseline: PlayedConversation): readonly Caveat[] {
  const own = variant.calls.filter((call) => call.turn === turn);
  return [
    ...new Set(
      own.flatMap((call) => [...caveatsOfCall(call, baseline.calls), ...(call.brokeOff ? ['broke off' as const] : [])]),
    ),
  ];
}

function caveatsOfCall(call: HandlerCall, baseline: readonly HandlerCall[]): readonly Caveat[] {
  if (call.answer === 'borrowed') return ['borrowed'];
  if (call.answer === 'none') return ['unanswered'];
  const same = baseline.find(({ recorded, round }) => recorded === call.recorded && round === call.round);
  return isDeepStrictEqual(same?.messages, call.messages) ? [] : ['asked otherwise'];
}
