import { edgeOf, describeEvent } from '../floor/explain/events.ts';
import { describePhases } from '../floor/explain/phases.ts';
import type { FloorEvent } from '../floor/types.ts';
import type { ExplainedStep } from './explainedStep.ts';
import { Explainer } from './explainer.ts';
import type { StepLog } from './stepLog.ts';

/**
 * Explains the decisions of a logged session. Windows of the VAD and text of a reply are steps only if something was
 * decided. Times count from `startMs`, in scheduler time.
 */
export function explainLog({ session, entries }: StepLog, startMs = 0): readonly ExplainedStep[] {
  const explainer = new Explainer(session);
  const steps: ExplainedStep[] = [];
  for (const entry of entries) {
    const decisions = explainer.take(entry);
    if (entry.kind !== 'step' || (decisions.length === 0 && isFrequent(entry.step.event))) continue;
    const { event, now, floor } = entry.step;
    steps.push({
      step: steps.length,
      atMs: now - startMs,
      edge: edgeOf(event),
      event: describeEvent(event),
      decisions,
      waits: explainer.waits(),
      after: describePhases(floor, startMs),
    });
  }
  return steps;
}

function isFrequent(event: FloorEvent): boolean {
  if (event.kind === 'window') return true;
  return (event.kind === 'reply' || event.kind === 'speech') && event.event.kind === 'text';
}
