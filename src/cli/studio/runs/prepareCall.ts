import { analyseRecording } from '../../../replay/whatIf/recorded/recordedSession.ts';
import { prepareRuns, type PreparedRuns } from '../../../replay/whatIf/whatIf.ts';
import { loadCustomParts } from '../../customParts.ts';
import { openWhole } from '../call/openCall.ts';
import type { CallFile } from '../folder/folder.ts';

const KEPT_CALLS = 4;

const kept = new Map<string, Promise<PreparedRuns>>();

/**
 * Analyses a call and runs it with its own settings. Keeps the latest ones: they are the same for every position of a
 * slider.
 */
export async function prepareCall(file: CallFile, session: string | undefined): Promise<PreparedRuns> {
  const key = JSON.stringify([file.path, file.size, file.mtimeMs, session]);
  const prepared = kept.get(key) ?? prepare(file, session);
  kept.delete(key);
  kept.set(key, prepared);
  for (const oldest of [...kept.keys()].slice(0, -KEPT_CALLS)) kept.delete(oldest);
  return prepared.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

async function prepare(file: CallFile, session: string | undefined): Promise<PreparedRuns> {
  const recording = await openWhole(file);
  return prepareRuns(analyseRecording(recording), await loadCustomParts(session));
}
