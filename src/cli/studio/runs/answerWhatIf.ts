import { runChanges } from '../../../replay/whatIf/whatIf.ts';
import { configWith } from '../../../replay/whatIf/settings.ts';
import type { WhatIfResponse } from '../../../studio/protocol.ts';
import { openWhole } from '../call/openCall.ts';
import type { TaskInputs } from '../threads/task.ts';
import { formatConfig } from './formatConfig.ts';
import { timelineOfRun } from './playedTimeline.ts';
import { prepareCall } from './prepareCall.ts';

/** Runs a call with changed settings. */
export async function answerWhatIf({ file, session, request }: TaskInputs['whatIf']): Promise<WhatIfResponse> {
  const beganMs = performance.now();
  const recording = await openWhole(file);
  configWith(recording.head, request.changes);
  const prepared = await prepareCall(file, session);
  const { result, variant } = await runChanges(prepared, request.changes);
  return {
    result,
    before: timelineOfRun(recording, prepared.baseline),
    after: timelineOfRun(recording, variant),
    config: formatConfig(recording.head, request.changes),
    tookMs: Math.round(performance.now() - beganMs),
  };
}
