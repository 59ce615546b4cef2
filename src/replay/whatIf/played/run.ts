import type { VirtualClock } from '../../../time/virtualClock.ts';
import type { SessionControl } from '../../../session/sessionControl.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { LiveAnswers } from '../live/liveAnswers.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { HandlerCall } from './handlerCall.ts';
import type { Progress } from './progress.ts';

/** What the parts of a run share. */
export interface Run {
  readonly recorded: RecordedSession;
  readonly progress: Progress;
  /** The calls of the handlers so far. */
  readonly calls: HandlerCall[];
  readonly clock: VirtualClock;
  /** Answers what the recording does not have. Undefined: nobody does. */
  readonly live?: LiveAnswers | undefined;
  /** Makes a recorded request again. */
  readonly apply: (session: SessionControl, request: SessionRequest) => void;
}
