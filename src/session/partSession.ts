import type { SchedulerLike } from 'rxjs';
import type { SessionLine } from '../core/ports.ts';
import type { SessionControl } from './sessionControl.ts';
import type { SessionConfig } from './config.ts';

/** The session to which a splice, a stage, a tap, a port or a handler belongs. */
export interface PartSession<SessionData extends object = object> extends SessionControl {
  readonly session_data: SessionData;
  /** The config that `configure_session` returned, including its keys. */
  readonly config: SessionConfig<SessionData>;
  /** How the user is connected. */
  readonly line: SessionLine;
  /** Fires when the session has ended. */
  readonly signal: AbortSignal;
  /** The session's source of time. */
  readonly scheduler: SchedulerLike;
}
