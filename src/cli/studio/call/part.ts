import type { CallPart } from '../../../studio/protocol.ts';
import type { TaskInputs } from '../threads/task.ts';
import { openMedia } from './openCall.ts';

/** Reads the windows and peaks of a stretch of time. */
export async function readPart({ file, fromMs, toMs, bins }: TaskInputs['part']): Promise<CallPart> {
  const { windows, tracks } = await openMedia(file);
  const { peaks } = tracks;
  return {
    windows: selectWithin(windows, fromMs, toMs),
    user: peaks.user().read(fromMs, toMs, bins),
    agent: peaks.agent().read(fromMs, toMs, bins),
  };
}

/** Selects the spans that overlap a stretch of time. */
export function selectWithin<Kind extends { readonly fromMs: number; readonly toMs: number }>(
  spans: readonly Kind[],
  fromMs: number,
  toMs: number,
): readonly Kind[] {
  return spans.filter((span) => span.toMs > fromMs && span.fromMs < toMs);
}
