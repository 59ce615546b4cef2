import { defer, finalize } from 'rxjs';
import { endpointing } from '../../operators/endpointing.ts';
import { turnEnd } from '../../operators/turnEnd.ts';
import { createAgentText } from './agentText.ts';
import type { SessionSettings } from './config.ts';
import type { StageContext, StageOperators } from './stages.ts';

/** Creates the endpointing stage: silence ends a turn, or a model of turns does. */
export function createEndpointing(
  { minEndpointingDelayMs, turnDetection }: SessionSettings,
  context: StageContext,
): StageOperators['endpointing'] {
  const { edges, settled, scheduler, report, endSegment } = context;
  const { transcript, audioIn } = edges;
  if (turnDetection === undefined)
    return endpointing({ transcript, settled, minDelayMs: minEndpointingDelayMs, scheduler });
  const options = { ...turnDetection, transcript, settled, audio: audioIn, endSegment, report, scheduler };
  return (activity) =>
    defer(() => {
      const { read, subscription } = createAgentText(context);
      const turns = activity.pipe(turnEnd({ ...options, silenceMs: minEndpointingDelayMs, agent: read }));
      return turns.pipe(finalize(() => subscription.unsubscribe()));
    });
}
