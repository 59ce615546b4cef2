import type { CallSteps } from '../../studio/protocol.ts';
import type { Recording } from '../../record/format.ts';
import type { CustomParts } from '../../replay/customParts.ts';
import { replay } from '../../replay/replay.ts';
import { loadCustomParts } from '../customParts.ts';
import { openWhole } from './call/openCall.ts';
import { createGraph } from './graph.ts';
import type { TaskInputs } from './threads/task.ts';

const KEPT_CALLS = 4;

const kept = new Map<string, Promise<CallSteps>>();

/** Explains a call step by step. Computes the steps once, and keeps those of the latest calls. */
export function readSteps({ file, session }: TaskInputs['steps']): Promise<CallSteps> {
  const key = JSON.stringify([file.path, file.size, file.mtimeMs, session]);
  const steps =
    kept.get(key) ?? openWhole(file).then(async (recording) => explainCall(recording, await loadCustomParts(session)));
  kept.delete(key);
  kept.set(key, steps);
  for (const oldest of [...kept.keys()].slice(0, -KEPT_CALLS)) kept.delete(oldest);
  return steps.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

async function explainCall(recording: Recording, own: CustomParts): Promise<CallSteps> {
  const { explain } = await import('../../replay/explain.ts');
  const steps = await explain(recording, own);
  const { difference, picture } = await replay(recording, own);
  return { steps, graph: createGraph(), difference: difference === null ? null : picture };
}
