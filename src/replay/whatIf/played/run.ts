import type { VirtualClock } from '../../../time/virtualClock.ts';
import type { SessionControl } from '../../../session/sessionControl.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { LiveAnswers } from '../live/liveAnswers.ts';
import type { RecordedSession } from '../recorded/recordedSession.ts';
import type { HandlerCall } from './handlerCall.ts';
import type { ModelInputs } from './modelInputs.ts';
import type { Progress } from './progress.ts';

/** The state that the parts of a run share. */
export interface Run {
  readonly recorded: RecordedSession;
  readonly progress: Progress;
  /** The handler calls so far. */
  readonly calls: HandlerCall[];
  /** What was sent to the speech model so far. */
  readonly modelInputs: ModelInputs;
  readonly clock: VirtualClock;
  /** Gives the answers that the recording lacks. Undefined: no one gives them. */
  readonly live?: LiveAnswers | undefined;
  /** Repeats a recorded request. */
  readonly apply: (session: SessionControl, request: SessionRequest) => void;
}
