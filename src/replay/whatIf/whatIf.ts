import type { Recording } from '../../record/format.ts';
import type { CustomParts } from '../customParts.ts';
import { findCaveats, type Caveat } from './caveats.ts';
import type { LiveAgents } from './live/liveAgents.ts';
import { findHoldingCommit, spanOf } from './outcome/answers.ts';
import { outcomeOf, type Outcome } from './outcome/outcome.ts';
import type { PlayedTurn } from './outcome/turns.ts';
import type { PlayedConversation } from './played/playedConversation.ts';
import { runConversation } from './played/runConversation.ts';
import { analyseRecording, type RecordedSession } from './recorded/recordedSession.ts';
import { configWith, type Changes } from './settings.ts';
import { summaryOf, waitsInBoth, waitsOf, type Summary } from './summary.ts';

/** A turn of the run with the changed settings. */
export interface VariantTurn extends PlayedTurn {
  /** The reasons why its answer may differ from what the model would have said. */
  readonly caveats: readonly Caveat[];
}

/** One turn of the recording, with its own and with the changed settings. */
export interface ComparedTurn {
  readonly turn: number;
  readonly text: string;
  readonly before: readonly PlayedTurn[];
  /**
   * Several turns if the turn would have been split; none if it would have been part of a later turn or not been
   * recognised.
   */
  readonly after: readonly VariantTurn[];
  /**
   * The later turn that would have contained its words. Null if they are in `after` or would not have been recognised.
   */
  readonly joined: number | null;
}

/**
 * Options of `whatIf`: the splices and stages that the session had, and agents that give the answers a recording lacks.
 */
export interface WhatIfOptions extends CustomParts, LiveAgents {}

/** A recorded conversation, run with its own settings and with changed ones. */
export interface WhatIf {
  readonly changes: Changes;
  readonly before: Outcome;
  readonly after: Outcome;
  /** Both runs in figures. Waits cover the turns answered in both. */
  readonly figures: { readonly before: Summary; readonly after: Summary };
  readonly rows: readonly ComparedTurn[];
  /** Recorded turns that the run with the recording's own settings does not reproduce word for word. */
  readonly differingTurns: readonly number[];
}

/**
 * Runs a recording twice on the virtual clock: with its own settings, and with some of them changed. The user does the
 * same things at the same times. STT, model, functions and TTS answer as recorded, with their recorded delays.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { whatIf } from 'antiphon/replay';
 *
 * const recording = await readRecording('recordings/ses_1.jsonl');
 * const { figures } = await whatIf(recording, { min_endpointing_delay: 0.8 });
 * console.log(`${figures.before.cutOff} -> ${figures.after.cutOff} turns cut off`);
 * ```
 *
 * @throws (rejects with) AntiphonError `usage_invalid` for settings that cannot be changed, or cannot take that value;
 *   `agent_unknown`
 * if an answer is requested from an agent that the options do not contain; the error of an agent that fails
 */
export async function whatIf(recording: Recording, changes: Changes, options: WhatIfOptions = {}): Promise<WhatIf> {
  const { splice, stages, ...live } = options;
  const own = { splice, stages };
  const recorded = analyseRecording(recording);
  configWith(recorded.head, changes);
  const baseline = await runConversation(recorded, {}, own);
  const asked = live.agent === undefined && live.agents === undefined ? undefined : live;
  const variant = await runConversation(recorded, changes, own, asked);
  const before = outcomeOf(recorded, baseline);
  const after = outcomeOf(recorded, variant);
  const rows = recorded.turns.committed.map(({ turn, text }) => ({
    turn,
    text,
    before: before.turns.filter((one) => one.recorded === turn),
    after: after.turns
      .filter((one) => one.recorded === turn)
      .map((one) => ({ ...one, caveats: findCaveats(one.turn, variant, baseline) })),
    joined: findJoinedTurn(turn, recorded, variant),
  }));
  const differingTurns = findDifferingTurns(recorded, before);
  return { changes, before, after, figures: figuresOf(before, after), rows, differingTurns };
}

function findJoinedTurn(turn: number, recorded: RecordedSession, { commits }: PlayedConversation): number | null {
  if (commits.some((commit) => commit.recorded === turn)) return null;
  return findHoldingCommit(spanOf(turn, recorded), commits)?.recorded ?? null;
}

function figuresOf(before: Outcome, after: Outcome): WhatIf['figures'] {
  const [was, is] = [waitsOf([before]), waitsOf([after])];
  return { before: summaryOf([before], waitsInBoth(was, is)), after: summaryOf([after], waitsInBoth(is, was)) };
}

function findDifferingTurns({ turns }: RecordedSession, { turns: played }: Outcome): readonly number[] {
  return turns.committed.filter(({ text }, n) => played[n]?.text !== text).map(({ turn }) => turn);
}
