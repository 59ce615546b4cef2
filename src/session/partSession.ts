import type { Observable, SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../core/errors.ts';
import type { SessionLine } from '../core/ports.ts';
import type { SessionControl } from './sessionControl.ts';
import type { SessionConfig } from './config/config.ts';

/** The session to which a splice, a stage, a tap, a port or a handler belongs. */
export interface PartSession<SessionData extends object = object> extends SessionControl {
  readonly session_data: SessionData;
  /** The config that `configure_session` returned, including its keys. */
  readonly config: SessionConfig<SessionData>;
  /** The connection of the user. */
  readonly line: SessionLine;
  /**
   * Its failures and diagnostics, from the time of subscription. Completes when the session has ended. Failures are
   * logged even if this has a subscriber.
   */
  readonly errors$: Observable<AntiphonError>;
  /** Fires when the session has ended. */
  readonly signal: AbortSignal;
  /** The session's source of time. */
  readonly scheduler: SchedulerLike;
}
