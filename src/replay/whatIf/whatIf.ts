import type { Recording } from '../../record/format.ts';
import type { CustomParts } from '../customParts.ts';
import { findCaveats, type Caveat } from './caveats.ts';
import type { LiveAgents } from './live/liveAgents.ts';
import { findHoldingCommit, spanOf, type TurnSpan } from './outcome/answers.ts';
import { outcomeOf, type Outcome } from './outcome/outcome.ts';
import type { PlayedTurn } from './outcome/turns.ts';
import type { Commit } from './played/commit.ts';
import type { PlayedInput } from './played/modelInputs.ts';
import type { PlayedConversation } from './played/playedConversation.ts';
import { runConversation } from './played/runConversation.ts';
import { analyseRecording, type RecordedSession } from './recorded/recordedSession.ts';
import { configWith, type Changes } from './settings.ts';
import { findStop, untilStop, type WhatIfStop } from './stop.ts';
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
  /**
   * Where the run with the changed settings stopped; null if it ran to the end. Only a session with a speech model stops.
   * `after` goes up to there, and so do `rows`.
   */
  readonly stop: WhatIfStop | null;
  /** Both runs in figures, without what follows the stop and the turn in which it is. Waits cover the turns answered in both. */
  readonly figures: { readonly before: Summary; readonly after: Summary };
  readonly rows: readonly ComparedTurn[];
  /** Recorded turns that the run with the recording's own settings does not reproduce word for word. */
  readonly differingTurns: readonly number[];
}

/**
 * Runs a recording twice on the virtual clock: with its own settings, and with some of them changed. The user does the
 * same things at the same times. STT, model, functions and TTS answer as recorded, with their recorded delays. With a
 * speech model, the second run stops where the model receives something that it did not receive in the recording.
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
  const recorded = analyseRecording(recording);
  configWith(recorded.head, changes);
  const asked = live.agent === undefined && live.agents === undefined ? undefined : live;
  const prepared = await prepareRuns(recorded, { splice, stages });
  return (await runChanges(prepared, changes, asked)).result;
}

/** An analysed recording with the run of its own settings, with which every run of changed settings is compared. */
export interface PreparedRuns {
  readonly recorded: RecordedSession;
  readonly own: CustomParts;
  readonly baseline: PlayedConversation;
  readonly before: Outcome;
}

/** Runs an analysed recording with its own settings. `own` holds the splices and stages that the session had. */
export async function prepareRuns(recorded: RecordedSession, own: CustomParts): Promise<PreparedRuns> {
  const baseline = await runConversation(recorded, {}, own);
  return { recorded, own, baseline, before: outcomeOf(recorded, baseline) };
}

/** A comparison and the conversation that was run with the changed settings. */
export interface ComparedRuns {
  readonly result: WhatIf;
  readonly variant: PlayedConversation;
}

/**
 * Runs a prepared recording with some settings changed.
 *
 * @throws (rejects with) AntiphonError as `whatIf` does
 */
export async function runChanges(
  { recorded, own, baseline, before }: PreparedRuns,
  changes: Changes,
  asked?: LiveAgents,
): Promise<ComparedRuns> {
  const run = (session: RecordedSession): Promise<PlayedConversation> => runConversation(session, changes, own, asked);
  const { variant, stop } = await runToStop(recorded, baseline, run);
  const played = outcomeOf(recorded, variant);
  const after = { ...played, answers: untilStop(stop, before, played).answers };
  const caveatsOf = (turn: number): readonly Caveat[] =>
    stop !== null && turn === after.turns.at(-1)?.turn ? ['stopped'] : findCaveats(turn, variant, baseline);
  const rows = recorded.turns.committed.map(({ turn, text }) => ({
    turn,
    text,
    before: before.turns.filter((one) => one.recorded === turn),
    after: after.turns.filter((one) => one.recorded === turn).map((one) => ({ ...one, caveats: caveatsOf(one.turn) })),
    joined: findJoinedTurn(turn, recorded, variant),
  }));
  const result = {
    changes,
    before,
    after,
    stop,
    figures: figuresOf(stop, before, after),
    rows: rows.filter((row, n) => n < after.answers.length || row.after.length > 0),
    differingTurns: findDifferingTurns(recorded, before),
  };
  return { result, variant };
}

/** Runs the recording with the changed settings, and again up to its stop if there is one. */
async function runToStop(
  recorded: RecordedSession,
  baseline: PlayedConversation,
  run: (session: RecordedSession) => Promise<PlayedConversation>,
): Promise<{ readonly variant: PlayedConversation; readonly stop: WhatIfStop | null }> {
  const whole = await run(recorded);
  const stop = findStop(recorded, baseline, whole);
  if (stop === null) return { variant: whole, stop };
  const requests = recorded.requests.filter(({ atMs }) => atMs <= stop.atMs);
  const cut = await run({ ...recorded, requests, endMs: stop.atMs });
  const commits = cut.commits.filter(({ atMs }) => atMs <= stop.atMs);
  // What the user says after the stop shows whether the last turn was cut off.
  return { variant: { ...cut, commits, wordsUpTo: Math.max(baseline.wordsUpTo, whole.wordsUpTo) }, stop };
}

function findJoinedTurn(
  turn: number,
  recorded: RecordedSession,
  { commits, modelInputs }: PlayedConversation,
): number | null {
  if (commits.some((commit) => commit.recorded === turn)) return null;
  const span = spanOf(turn, recorded);
  const holder = findHoldingCommit(span, commits);
  return holder === undefined || isDropped(span, holder, modelInputs) ? null : holder.recorded;
}

/** Returns whether the speech model never received the speech of a turn, because it was taken for a noise. */
function isDropped({ toMs }: TurnSpan, { turn }: Commit, inputs: readonly PlayedInput[]): boolean {
  return inputs.some((input) => input.kind === 'commit' && input.turn === turn && input.voicedFromMs > toMs);
}

function figuresOf(stop: WhatIfStop | null, before: Outcome, after: Outcome): WhatIf['figures'] {
  const [was, is] = [untilStop(stop, before, before), untilStop(stop, before, after)];
  const [waited, waits] = [waitsOf([was]), waitsOf([is])];
  return { before: summaryOf([was], waitsInBoth(waited, waits)), after: summaryOf([is], waitsInBoth(waits, waited)) };
}

function findDifferingTurns({ turns }: RecordedSession, { turns: played }: Outcome): readonly number[] {
  return turns.committed.filter(({ text }, n) => played[n]?.text !== text).map(({ turn }) => turn);
}
