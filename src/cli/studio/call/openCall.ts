import { lazy } from '../../../core/lazy.ts';
import type { Timeline, Window } from '../../../draw/model.ts';
import type { Head, Recording } from '../../../record/format.ts';
import { readRecording } from '../../../record/read.ts';
import { spansOf } from '../../../replay/timeline.ts';
import { traceOf, type Trace } from '../../../replay/timeline/lines.ts';
import { windowsOf } from '../../../replay/timeline/user.ts';
import type { CallFile } from '../folder/folder.ts';
import { createFrameMatcher, createOtherMatcher } from '../index/selectLine.ts';
import { keepLatest } from './keepLatest.ts';
import { readSelection } from './readSelection.ts';
import { createTracks, type Tracks } from './tracks.ts';

/** A recording without the lines of its frames, and what its views share, each computed when it is first needed. */
export interface OpenCall {
  readonly recording: Recording;
  readonly trace: () => Trace;
  /** Without windows and levels. */
  readonly timeline: () => Timeline;
}

/** The windows and the audio of a recording. */
export interface CallMedia {
  readonly windows: readonly Window[];
  readonly tracks: Tracks;
}

/**
 * Opens a recording for the first view of its page. Skips the frames, which are most of the lines of a long call.
 *
 * @throws (rejects with) AntiphonError `recording_invalid`; StudioError `recording_too_large`
 */
export const openCall: (file: CallFile) => Promise<OpenCall> = keepLatest(async ({ path }) =>
  createCall(await readSelection(path, createFrameMatcher)),
);

/**
 * Opens the windows and the audio of a recording. Skips everything else.
 *
 * @throws (rejects with) as `openCall` does
 */
export const openMedia: (file: CallFile) => Promise<CallMedia> = keepLatest(async ({ path }) =>
  createMedia(await readSelection(path, (head) => createOtherMatcher(listMedia(head)))),
);

/**
 * Opens a whole recording, to run it again.
 *
 * @throws (rejects with) as `openCall` does
 */
export const openWhole: (file: CallFile) => Promise<Recording> = keepLatest(({ path }) => readRecording(path));

function createCall(recording: Recording): OpenCall {
  const trace = lazy(() => traceOf(recording.lines));
  return { recording, trace, timeline: lazy(() => spansOf(recording, trace())) };
}

/** Lists the names of the lines that hold windows, and audio if it was kept. */
function listMedia({ audio, agentAudio }: Head): readonly string[] {
  return ['vad', ...(audio ? ['audio'] : []), ...(agentAudio === true ? ['playout', 'report'] : [])];
}

function createMedia(recording: Recording): CallMedia {
  const trace = traceOf(recording.lines);
  return { windows: windowsOf(recording.head, trace), tracks: createTracks(recording) };
}
