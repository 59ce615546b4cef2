import { defer, fromEvent, merge, of, type SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../../core/errors.ts';
import type { LineActions } from '../../core/ports.ts';
import type { SessionControl } from '../sessionControl.ts';
import { uncontained } from '../containment/containment.ts';
import { createControl, endAfter, type ControlRequest } from './createControl.ts';
import type { Graph } from '../graph/graph.ts';
import { createLineControl } from './lineControl.ts';
import type { Session } from '../session.ts';

export interface SessionControlOptions {
  readonly id: string;
  /** The actions that the session's line supports. */
  readonly actions: LineActions | undefined;
  readonly scheduler: SchedulerLike;
  readonly agentState: Graph['agentState'];
  readonly ended: Graph['ended'];
  readonly send: (request: ControlRequest) => void;
  /** Creates `update`, which sends its requests to `send`. */
  readonly createUpdate: (send: (request: ControlRequest) => void) => SessionControl['update'];
  readonly report: (error: AntiphonError) => void;
}

/** Creates the control of a session, and `close` for its owner. */
export function createSessionControl({ id, send, createUpdate, ...options }: SessionControlOptions): {
  readonly control: SessionControl;
  readonly close: Session['close'];
} {
  const ending = new AbortController();
  const request = uncontained((requested: ControlRequest) => {
    if (requested.kind === 'end') ending.abort();
    send(requested);
  });
  const ended = merge(
    defer(() => (ending.signal.aborted ? of(null) : fromEvent(ending.signal, 'abort'))),
    options.ended,
  );
  const end = (reason: Parameters<Session['close']>[0]): void => request({ kind: 'end', after: 'now', reason });
  const line = createLineControl({ ...options, ended, end });
  return {
    control: createControl(id, request, options.report, { ...line, update: createUpdate(request) }),
    close: (reason) => request({ kind: 'end', after: endAfter(reason), reason }),
  };
}
