import { defer, type Observable, type SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { SessionIo } from '../../core/ports.ts';
import { createAbortController } from '../../stream/abortController.ts';
import type { SessionControl } from '../sessionControl.ts';
import type { SessionConfig } from '../config/config.ts';
import type { Contain } from '../containment/containment.ts';
import { createPart } from '../containment/part.ts';
import type { Graph } from '../graph/graph.ts';
import type { PartSession } from '../partSession.ts';

export interface PartSessionOptions<SessionData extends object> {
  readonly control: SessionControl;
  readonly config: SessionConfig<SessionData>;
  readonly io: SessionIo;
  readonly scheduler: SchedulerLike;
  readonly contain: Contain;
  readonly report: (error: AntiphonError) => void;
  readonly errors$: Observable<AntiphonError>;
}

export interface CreatedPartSession<SessionData extends object> {
  readonly session: PartSession<SessionData>;
  readonly followEnd: (ended: Graph['ended']) => void;
}

/** Creates the session object for parts, and a function that fires its signal at the end. */
export function createPartSession<SessionData extends object>({
  control,
  config,
  io: { line = { protocol: 'custom' } },
  scheduler,
  contain,
  report,
  errors$,
}: PartSessionOptions<SessionData>): CreatedPartSession<SessionData> {
  const failed = (cause: unknown): void => {
    const message = `a listener of session.signal: ${messageOf(cause)}`;
    report(new AntiphonError('tap_failed', message, { path: 'session.signal', cause }));
  };
  const controller = createAbortController(failed);
  const session: PartSession<SessionData> = {
    ...control,
    session_data: config.session_data,
    config,
    line,
    errors$: defer(() => {
      const label = 'a subscriber of session.errors$';
      const part = createPart({ label, path: 'session.errors$', code: 'tap_failed', report, contain });
      return part.into(errors$);
    }),
    get signal() {
      return controller.signal;
    },
    scheduler,
  };
  return { session, followEnd: (ended) => void ended.subscribe(() => contain(failed, () => controller.abort())) };
}
