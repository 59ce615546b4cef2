import { lazy } from '../../../core/lazy.ts';
import type { Timeline, Window } from '../../../draw/model.ts';
import type { Recording } from '../../../record/format.ts';
import { readRecording } from '../../../record/read.ts';
import { spansOf } from '../../../replay/timeline.ts';
import { traceOf, type Trace } from '../../../replay/timeline/lines.ts';
import { windowsOf } from '../../../replay/timeline/user.ts';
import type { CallFile } from '../folder/folder.ts';
import { keepLatest } from './keepLatest.ts';
import { readOutline } from './readOutline.ts';
import { createTracks, type Tracks } from './tracks.ts';

/** A recording without the lines of its frames, and what its views share, each computed when it is first needed. */
export interface OpenCall {
  readonly recording: Recording;
  readonly trace: () => Trace;
  /** Without windows and levels. */
  readonly timeline: () => Timeline;
}

/** A whole recording, with its windows and its audio. */
export interface WholeCall {
  readonly recording: Recording;
  readonly windows: () => readonly Window[];
  readonly tracks: () => Tracks;
}

/**
 * Opens a recording for the first view of its page. Skips the frames, which are most of the lines of a long call.
 *
 * @throws (rejects with) AntiphonError `recording_invalid`; StudioError `recording_too_large`
 */
export const openCall: (file: CallFile) => Promise<OpenCall> = keepLatest(async ({ path }) =>
  createCall(await readOutline(path)),
);

/**
 * Opens a whole recording.
 *
 * @throws (rejects with) as `openCall` does
 */
export const openWhole: (file: CallFile) => Promise<WholeCall> = keepLatest(async ({ path }) =>
  createWhole(await readRecording(path)),
);

function createCall(recording: Recording): OpenCall {
  const trace = lazy(() => traceOf(recording.lines));
  return { recording, trace, timeline: lazy(() => spansOf(recording, trace())) };
}

function createWhole(recording: Recording): WholeCall {
  return {
    recording,
    windows: lazy(() => windowsOf(recording.head, traceOf(recording.lines))),
    tracks: lazy(() => createTracks(recording)),
  };
}
