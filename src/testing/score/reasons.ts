import type { AskedEvent, Reason } from '../../core/reason.ts';
import { explainLog } from '../../session/explain/explainLog.ts';
import type { ExplainedStep } from '../../session/explain/explainedStep.ts';
import type { StepLog } from '../../session/explain/stepLog.ts';
import { explainAbsence } from '../../session/explain/whyNot.ts';

/** Explains the decisions of a conversation. Times are in ms from the start of the session. */
export interface Reasons {
  /** Explains a decision of this kind at a time; undefined: there was none. */
  why(kind: string, atMs: number): Reason | undefined;
  /** Explains what was missing for an event at a time. */
  whyNot(event: AskedEvent, atMs: number): Reason;
  /** Explains why speech over the agent did not interrupt it between two times; undefined: there was none. */
  whyNotInterrupted(fromMs: number, toMs: number): Reason | undefined;
}

/** Creates the reasons of a log, which are computed when they are asked for. */
export function createReasons(log: StepLog, startMs: number): Reasons {
  let explained: readonly ExplainedStep[] | undefined;
  const steps = (): readonly ExplainedStep[] => (explained ??= explainLog(log, startMs));
  return {
    why: (kind, atMs) =>
      steps()
        .filter((step) => Math.round(step.atMs) === Math.round(atMs))
        .flatMap(({ decisions }) => decisions)
        .find((decision) => decision.kind === kind)?.reason,
    whyNot: (event, atMs) => explainAbsence(log, event, atMs, startMs).reason,
    whyNotInterrupted: (fromMs, toMs) =>
      steps()
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .flatMap(({ waits }) => waits)
        .findLast(({ about }) => about === 'interruption'),
  };
}
