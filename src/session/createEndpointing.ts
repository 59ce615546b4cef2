import { defer, finalize } from 'rxjs';
import { endpointing } from '../../operators/endpointing.ts';
import { turnEnd } from '../../operators/turnEnd.ts';
import type { TurnModel } from '../core/turnModel.ts';
import { createAgentText } from './agentText.ts';
import type { SessionSettings } from './config.ts';
import type { StageContext, StageOperators } from './stages.ts';

/** Creates the endpointing stage: silence ends a turn, or a model does. */
export function createEndpointing(
  { minEndpointingDelayMs, turnDetection, phrases, preemptiveGeneration, eagerThreshold }: SessionSettings,
  model: TurnModel | undefined,
  context: StageContext,
): StageOperators['endpointing'] {
  const { edges, settled, scheduler, report, endSegment, eagerEnd } = context;
  const { transcript, audioIn } = edges;
  if (model === undefined) return endpointing({ transcript, settled, minDelayMs: minEndpointingDelayMs, scheduler });
  const { isInterruptPhrase: isRequest } = phrases;
  const options = {
    ...turnDetection,
    model,
    isRequest,
    transcript,
    settled,
    audio: audioIn,
    endSegment,
    ...(preemptiveGeneration && { eagerEnd, eagerThreshold }),
    report,
    scheduler,
  };
  return (activity) =>
    defer(() => {
      const { read, subscription } = createAgentText(context);
      const turns = activity.pipe(turnEnd({ ...options, silenceMs: minEndpointingDelayMs, agent: read }));
      return turns.pipe(finalize(() => subscription.unsubscribe()));
    });
}
