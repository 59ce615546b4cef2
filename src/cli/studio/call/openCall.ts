import { readRecording } from '../../../record/read.ts';
import type { Recording } from '../../../record/format.ts';
import { lazy } from '../../../core/lazy.ts';
import type { Timeline, Window } from '../../../draw/model.ts';
import { spansOf } from '../../../replay/timeline.ts';
import { traceOf, type Trace } from '../../../replay/timeline/lines.ts';
import { windowsOf } from '../../../replay/timeline/user.ts';
import { StudioError } from '../failures.ts';
import type { CallFile } from '../folder/folder.ts';
import { createTracks, type Tracks } from './tracks.ts';

/** A parsed recording, with what its views share, each computed when it is first needed. */
export interface OpenCall {
  readonly recording: Recording;
  readonly trace: () => Trace;
  /** Without windows and levels. */
  readonly timeline: () => Timeline;
  readonly windows: () => readonly Window[];
  readonly tracks: () => Tracks;
}

/** Largest file that can be parsed, in bytes: a text of JavaScript is not longer. */
const MAX_BYTES = 500_000_000;
/** Files of this size altogether stay parsed, besides the latest. */
const KEPT_BYTES = 150_000_000;
const KEPT_CALLS = 8;

const kept = new Map<string, { readonly size: number; readonly call: Promise<OpenCall> }>();

/**
 * Opens a recording. Keeps the latest ones, as long as their files do not change.
 *
 * @throws (rejects with) AntiphonError `recording_invalid`; StudioError `recording_too_large`
 */
export async function openCall({ path, size, mtimeMs }: CallFile): Promise<OpenCall> {
  if (size > MAX_BYTES)
    throw new StudioError(
      'recording_too_large',
      `expected a recording of at most ${MAX_BYTES / 1e6} MB, got ${Math.round(size / 1e6)} MB`,
    );
  const key = `${path}\n${size}\n${mtimeMs}`;
  const known = kept.get(key);
  const entry = known ?? { size, call: readRecording(path).then(createCall) };
  kept.delete(key);
  kept.set(key, entry);
  dropOldest();
  return entry.call.catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

/** Drops the calls that were used longest ago. The latest stays, whatever its size. */
function dropOldest(): void {
  let bytes = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [key, { size }] of kept) {
    if (kept.size <= 1 || (bytes <= KEPT_BYTES && kept.size <= KEPT_CALLS)) return;
    kept.delete(key);
    bytes -= size;
  }
}

export function createCall(recording: Recording): OpenCall {
  const trace = lazy(() => traceOf(recording.lines));
  return {
    recording,
    trace,
    timeline: lazy(() => spansOf(recording, trace())),
    windows: lazy(() => windowsOf(recording.head, trace())),
    tracks: lazy(() => createTracks(recording)),
  };
}
