import type { Recording } from '../record/format.ts';
import type { AskedEvent } from '../core/reason.ts';
import { explainLog } from '../session/explain/explainLog.ts';
import type { ExplainedStep } from '../session/explain/explainedStep.ts';
import { logSteps } from '../session/explain/logSteps.ts';
import { createStepLog, type StepLog } from '../session/explain/stepLog.ts';
import { explainAbsence, type Absence } from '../session/explain/whyNot.ts';
import type { CustomParts } from './customParts.ts';
import { firstDifference, type Difference } from './exact/compare.ts';
import { runExact } from './exact/runExact.ts';

export type { ExplainedDecision, ExplainedStep, FloorPhases } from '../session/explain/explainedStep.ts';
export type { Absence } from '../session/explain/whyNot.ts';

/**
 * Runs a recorded session again, and explains every decision: who made it, by which rule, and with which numbers. `own`
 * holds the splices and stages that the session had; a stage that the application replaced or wrapped is named as the
 * decider. The reasons are those of the current code: `replay` tells whether it still decides as recorded.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { explain } from 'antiphon/replay';
 *
 * for (const { atMs, decisions, waits } of await explain(await readRecording('recordings/ses_1.jsonl'))) {
 *   for (const { text, reason } of decisions) console.log(atMs, `${text}, because: ${reason.text}`);
 *   for (const { text, rule } of waits) console.log(atMs, text, rule);
 * }
 * ```
 */
export async function explain(recording: Recording, own: CustomParts = {}): Promise<readonly ExplainedStep[]> {
  const { log } = await runExplained(recording, own);
  return explainLog(log);
}

/**
 * Explains what was missing for an event at a session time in ms: an `interruption`, the end of the user's `turn`, an
 * `answer`, or the start of `speech`. If the event did happen in that ms, tells why.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { whyNot } from 'antiphon/replay';
 *
 * const recording = await readRecording('recordings/ses_1.jsonl');
 * const { reason } = await whyNot(recording, 'interruption', 12_300);
 * console.log(reason.text); // not interrupted: 320 ms of voice, 500 needed
 * ```
 */
export async function whyNot(
  recording: Recording,
  event: AskedEvent,
  atMs: number,
  own: CustomParts = {},
): Promise<Absence> {
  const { log } = await runExplained(recording, own);
  return explainAbsence(log, event, atMs);
}

/** A run of a recording, with the log from which its decisions are explained. */
export interface ExplainedRun {
  readonly log: StepLog;
  /** The first difference from the recording, or null if the run equals it. */
  readonly difference: Difference | null;
}

/** Runs a recording again and logs its steps. */
export async function runExplained(recording: Recording, own: CustomParts = {}): Promise<ExplainedRun> {
  const log = createStepLog();
  const { output } = await runExact(recording, own, (recorder) => logSteps(recorder, log));
  const { head, lines } = recording;
  const { ownStages, splices, windowMs } = log.session;
  log.session = {
    windowMs,
    ownStages: [...new Set([...head.stages, ...ownStages])],
    splices: [...new Set([...head.splices, ...splices])],
  };
  return { log, difference: firstDifference(lines, output) };
}
