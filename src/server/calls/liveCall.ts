import { isAntiphonError } from '../../core/errors.ts';
import { NO_USAGE } from '../../core/usage.ts';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import type { PreparedSession } from '../../session/prepareSession.ts';
import { refuse } from '../media/attachment.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { BufferedAudio } from '../media/outbox.ts';
import type { Welcome } from '../media/presence.ts';
import type { Return } from '../media/resume.ts';
import type { CallRecord, LiveCall, OpenCall } from './call.ts';
import { callCounters, NO_COUNTS, type CallCounters } from './callCounters.ts';
import { CREATED, nextStatus, type CallEvent, type CallStatus } from '../life/callStatus.ts';

/** How a call opens and closes its session. */
export interface CallSteps {
  open(adapter: MediaAdapter): OpenCall;
  /** Called instead of `open` if nobody joins, and after an `open` that has failed. */
  readonly abandon: PreparedSession<object>['abandon'];
  failed(error: unknown): void;
}

/** Creates a call that nobody has joined. A call that was taken over runs at once, and waits for its client. */
export function createLiveCall(
  base: Omit<CallRecord, 'status' | 'counters' | 'usage'> & Pick<LiveCall, 'isResumable' | 'custom_data' | 'adapter'>,
  { open, abandon, failed }: CallSteps,
  first: CallStatus = CREATED,
): LiveCall {
  let status: CallStatus = first;
  let counters: CallCounters = NO_COUNTS;
  let running: OpenCall | undefined;
  /** Sent to a client that joins while the server is draining. */
  let drainMs: number | undefined;
  const { ended, settle } = createEnd();
  const apply = (event: CallEvent): void => {
    status = nextStatus(status, event);
    if (event.kind === 'end') settle();
  };
  const close = (reason: SessionEndReason): void => {
    apply({ kind: 'close', reason });
    end(running, status, { abandon, apply });
  };
  const begin = (joined: MediaAdapter = base.adapter): OpenCall | undefined => {
    running = attempt(() => open(joined), { failed, close });
    if (running !== undefined) watchCall(running, { apply, count: (counts) => (counters = counts) });
    return running;
  };
  if (first.state === 'disconnected') begin();
  return {
    ...base,
    get adapter() {
      return running?.adapter ?? base.adapter;
    },
    get status() {
      return status;
    },
    get counters() {
      return counters;
    },
    get usage() {
      return running?.session.usage ?? NO_USAGE;
    },
    admit: () => apply({ kind: 'admit' }),
    join: (socket, welcome, joined) => {
      if (status.state === 'ended') return refuse(socket, 1000);
      if (running !== undefined) return running.connection.join(socket, welcome);
      joinFirst(begin(joined), socket, welcome, drainMs);
    },
    resume: (socket, returning) => resumeCall(running, socket, returning),
    rejoin: (socket, welcome) => rejoinCall(running, socket, welcome),
    drain: (ms) => {
      if (status.state === 'created') return close('draining');
      drainMs = ms;
      running?.connection.warn(ms);
    },
    close,
    buffered: () => running?.connection.buffered() ?? NOTHING_BUFFERED,
    opened: () => running,
    disconnect: () => running?.connection.hangUp(1012),
    ended,
  };
}

function createEnd(): { readonly ended: Promise<void>; readonly settle: () => void } {
  let settle = (): void => {};
  const ended = new Promise<void>((resolve) => (settle = resolve));
  return { ended, settle: () => settle() };
}

function joinFirst(
  running: OpenCall | undefined,
  socket: MediaSocket,
  welcome: Welcome | undefined,
  drainMs: number | undefined,
): void {
  if (running === undefined) return refuse(socket, 1011);
  running.connection.join(socket, welcome);
  if (drainMs !== undefined) running.connection.warn(drainMs);
}

function rejoinCall(running: OpenCall | undefined, socket: MediaSocket, welcome?: Welcome): void {
  if (running === undefined) refuse(socket, 1000);
  else running.connection.rejoin(socket, welcome);
}

function end(
  running: OpenCall | undefined,
  status: CallStatus,
  { abandon, apply }: Pick<CallSteps, 'abandon'> & Pick<CallWatcher, 'apply'>,
): void {
  if (status.state !== 'ending') return;
  if (running !== undefined) return running.session.close(status.reason);
  abandon(status.reason);
  apply({ kind: 'end', reason: status.reason });
}

interface CallWatcher {
  apply(event: CallEvent): void;
  count(counts: CallCounters): void;
}

function watchCall({ session, connection }: OpenCall, { apply, count }: CallWatcher): void {
  connection.presence.subscribe((isPresent) => apply({ kind: isPresent ? 'join' : 'lose' }));
  callCounters(session).subscribe(count);
  void session.ended.then(({ reason }) => apply({ kind: 'end', reason }));
}

function resumeCall(running: OpenCall | undefined, socket: MediaSocket, returning: Return): void {
  if (running === undefined) refuse(socket, 1000);
  else running.connection.resume(socket, returning);
}

function attempt<T>(
  work: () => T,
  { failed, close }: Pick<CallSteps, 'failed'> & Pick<LiveCall, 'close'>,
): T | undefined {
  try {
    return work();
  } catch (error) {
    failed(error);
    close(isOfPart(error) ? 'part_failed' : 'internal');
    return undefined;
  }
}

/**
 * Checks whether an error comes from the application: from a stage or a port that cannot be created, or from `prepare`.
 */
function isOfPart(error: unknown): boolean {
  return isAntiphonError(error) && ['stage_failed', 'port_failed', 'tap_failed'].includes(error.code);
}

const NOTHING_BUFFERED: BufferedAudio = { bytes: 0, droppedFrames: 0 };
