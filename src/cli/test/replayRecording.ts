import { performance } from 'node:perf_hooks';
import { readRecording } from '../../record/read.ts';
import { allOut } from '../../replay/lines.ts';
import { replay } from '../../replay/replay.ts';
import { warningsOf } from '../../replay/warnings.ts';
import { loadCustomParts } from '../customParts.ts';
import type { TestResult, TestTask } from './results.ts';
import { listRules } from './rules.ts';

/** Replays a recording. It passes if the current code behaves as recorded. */
export async function replayRecording({ path, session }: TestTask, warn: (text: string) => void): Promise<TestResult> {
  const beganMs = performance.now();
  const recording = await readRecording(path);
  const own = await loadCustomParts(session);
  for (const text of warningsOf(recording, own)) warn(text);
  const { difference, picture } = await replay(recording, own);
  return {
    name: 'replay',
    ms: performance.now() - beganMs,
    failure: difference === null ? null : `the first difference to the recording\n\n${picture}`,
    rules: listRules(recording),
    metrics: allOut(recording.lines, 'metrics').map(({ v }) => v),
  };
}
