import type { FastifyBaseLogger } from 'fastify';
import { from, takeUntil } from 'rxjs';
import { refuse } from '../media/attachment.ts';
import type { MediaConnectionOptions } from '../media/connectionState.ts';
import type { MediaSocket } from '../media/fromSocket.ts';
import type { Welcome } from '../media/presence.ts';
import type { Return } from '../media/resume.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import { NO_USAGE, type Usage } from '../../core/usage.ts';
import type { LineActions } from '../../core/ports.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { Agent } from '../../session/agent.ts';
import type { Session, SessionOptions } from '../../session/session.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { createSessionId } from '../../session/sessionId.ts';
import { driverOf, type CallerHeaders } from '../../session/telemetry.ts';
import { prepareSession, type PreparedSession } from '../../session/prepareSession.ts';
import { antiphonV1 } from '../adapters/antiphonV1/antiphonV1.ts';
import type { MediaAdapter } from '../../core/mediaAdapter.ts';
import type { Admission } from '../admission/admission.ts';
import type { LoopMonitor } from '../admission/loopMonitor.ts';
import type { Caller } from '../callers/caller.ts';
import { endings } from '../life/endings.ts';
import type { Timeouts } from '../life/timeouts.ts';
import { maskKeys } from '../../core/maskKeys.ts';
import { createMediaConnection, type MediaConnection } from '../media/mediaConnection.ts';
import type { BufferedAudio } from '../media/outbox.ts';
import type { CallObserver } from '../observer/createObserver.ts';
import { callCounters, NO_COUNTS, type CallCounters } from './callCounters.ts';
import { nextStatus, CREATED, type CallStatus, type CallEvent } from './callStatus.ts';
import { messageOf } from '../../core/messageOf.ts';

/** An agent with any session data. */
export type ServedAgent = Omit<Agent<never>, 'configure_session'> & Pick<Agent<object>, 'configure_session'>;

/** Settings that all calls of a server share. */
export interface CallSetup extends Omit<SessionOptions, 'id'> {
  readonly agent: ServedAgent;
  readonly log: FastifyBaseLogger;
  readonly timeouts: Timeouts;
  readonly loop: LoopMonitor;
  readonly admission: Admission;
  readonly observer: CallObserver;
}

/** The validated request of `POST /v1/sessions`. */
export interface CallRequest {
  readonly caller: Caller;
  readonly custom_data: Record<string, unknown>;
  readonly audio: AudioFormats;
  /** The protocol of its client. @default antiphon.v1 */
  readonly adapter?: MediaAdapter | undefined;
  /** What the line of its client can do. @default nothing */
  readonly actions?: LineActions | undefined;
  /** The longest duration, in seconds. */
  readonly max_duration: number;
  /** For the trace of the caller. */
  readonly headers?: CallerHeaders | undefined;
}

/** Data of a call that are still known after it has ended. */
export interface CallRecord {
  readonly id: string;
  /** The name of the caller that started it. */
  readonly owner: string;
  readonly createdAt: Date;
  /** The call ends at this time at the latest. */
  readonly expiresAt: Date;
  /** The protocol of its client. */
  readonly protocol: string;
  readonly audio: AudioFormats;
  readonly status: CallStatus;
  readonly counters: CallCounters;
  readonly usage: Usage;
}

/** A session and the connection of its client. */
export interface LiveCall extends CallRecord {
  /** Reserves the call for the client whose token was accepted. */
  admit(): void;
  /**
   * Accepts the socket of the admitted client. Without `welcome`, it cannot resume the session. `adapter`: its protocol, if its
   * way to the server makes a difference.
   */
  join(socket: MediaSocket, welcome?: Welcome, adapter?: MediaAdapter): void;
  /** True if a client whose connection is lost can resume the session. */
  readonly isResumable: boolean;
  /** Accepts a further socket of the client. */
  resume(socket: MediaSocket, returning: Return): void;
  /** Tells the client that the session ends in `ms` at the latest, as the server goes away. Ends a session that nobody has joined. */
  drain(ms: number): void;
  /** Ends the session; later reasons are ignored. */
  close(reason: SessionEndReason): void;
  /** Returns the audio that the client has not got. */
  buffered(): BufferedAudio;
  /** Closes the client's socket, even if the session has not ended. */
  disconnect(): void;
  /** Resolves when the session has ended. */
  readonly ended: Promise<void>;
}

/**
 * Configures a session that one client can join. Nothing of it runs before: it holds its config and two timers. It ends by itself
 * when nobody joins, when nobody does anything, and after `max_duration`.
 *
 * @throws (rejects with) the errors of `prepareSession`
 */
export async function startCall(request: CallRequest, setup: CallSetup, signal?: AbortSignal): Promise<LiveCall> {
  const { audio, adapter = antiphonV1, actions, custom_data, max_duration, caller, headers = {} } = request;
  const { agent, log, timeouts, loop, admission: _, observer, ...rest } = setup;
  const options = { ...rest, telemetry: rest.telemetry && driverOf(rest.telemetry).forCaller(headers) };
  const { scheduler = monotonicScheduler } = options;
  const { resumeMs } = timeouts;
  const id = createSessionId();
  const prepared = await prepareSession(agent as Agent<object>, { ...options, scheduler, id, custom_data, signal });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + max_duration * 1000);
  let setOpened = (_session: Session): void => {};
  const opened = new Promise<Session>((resolve) => (setOpened = resolve));
  const mask = (text: string): string => maskKeys(prepared.mask(text));
  const report = (error: unknown): void => log.error({ session_id: id }, mask(messageOf(error)));
  const open = (joined: MediaAdapter = adapter): OpenCall => {
    const { allowsInterruptions } = prepared;
    const lines = { adapter: joined, actions };
    const options = { audio, ...lines, allowsInterruptions, scheduler, loop, report, mask, resumeMs };
    const call = openCall(prepared, options, (started) => observer.watch(started, mask));
    observer.followClient(id, call.connection.presence);
    setOpened(call.session);
    return call;
  };
  const record = { id, owner: caller.name, createdAt, expiresAt, protocol: adapter.protocol };
  const call = createCall(
    { ...record, audio, isResumable: resumeMs > 0 && adapter.capabilities.resumes },
    { open, abandon: prepared.abandon, failed: report },
  );
  endings({ ...timeouts, opened: from(opened), maxMs: max_duration * 1000, scheduler })
    .pipe(takeUntil(from(call.ended)))
    .subscribe((reason) => call.close(reason));
  return call;
}

/** A session that runs, and the connection to its client. */
interface OpenCall {
  readonly session: Session;
  readonly connection: MediaConnection;
}

function openCall(
  prepared: PreparedSession<object>,
  options: MediaConnectionOptions,
  watch: (session: Session) => void,
): OpenCall {
  const connection = createMediaConnection(options);
  const session = prepared.start(connection.io, (started) => {
    connection.follow(started);
    watch(started);
  });
  return { session, connection };
}

/** What a call does with its session. */
interface CallSteps {
  open(adapter?: MediaAdapter): OpenCall;
  /** Called in place of `open` if nobody joins, and after an `open` that has failed. */
  readonly abandon: PreparedSession<object>['abandon'];
  failed(error: unknown): void;
}

function createCall(
  base: Omit<CallRecord, 'status' | 'counters' | 'usage'> & Pick<LiveCall, 'isResumable'>,
  { open, abandon, failed }: CallSteps,
): LiveCall {
  let status: CallStatus = CREATED;
  let counters: CallCounters = NO_COUNTS;
  let running: OpenCall | undefined;
  /** Sent to a client that joins while the server drains. */
  let drainMs: number | undefined;
  let settle = (): void => {};
  const ended = new Promise<void>((resolve) => (settle = resolve));
  const apply = (event: CallEvent): void => void (status = nextStatus(status, event));
  const end = (reason: SessionEndReason): void => {
    apply({ kind: 'end', reason });
    settle();
  };
  const close = (reason: SessionEndReason): void => {
    apply({ kind: 'close', reason });
    if (running !== undefined) running.session.close(reason);
    else if (status.state === 'ending') {
      abandon(status.reason);
      end(status.reason);
    }
  };
  const watch = (call: OpenCall): void => watchCall(call, { apply, end, count: (counts) => (counters = counts) });
  return {
    ...base,
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
    join: (socket, welcome, adapter) => {
      if (status.state === 'ended') return refuse(socket, 1000);
      if (running !== undefined) return running.connection.join(socket, welcome);
      running = attempt(() => open(adapter), failed);
      if (running === undefined) {
        close('internal');
        return refuse(socket, 1011);
      }
      watch(running);
      running.connection.join(socket, welcome);
      if (drainMs !== undefined) running.connection.warn(drainMs);
    },
    resume: (socket, returning) => resumeCall(running, socket, returning),
    drain: (ms) => {
      if (status.state === 'created') return close('draining');
      drainMs = ms;
      running?.connection.warn(ms);
    },
    close,
    buffered: () => running?.connection.buffered() ?? NOTHING_BUFFERED,
    disconnect: () => running?.connection.hangUp(1012),
    ended,
  };
}

interface CallWatcher {
  apply(event: CallEvent): void;
  end(reason: SessionEndReason): void;
  count(counts: CallCounters): void;
}

function watchCall({ session, connection }: OpenCall, { apply, end, count }: CallWatcher): void {
  connection.presence.subscribe((isPresent) => apply({ kind: isPresent ? 'join' : 'lose' }));
  callCounters(session).subscribe(count);
  void session.ended.then(({ reason }) => end(reason));
}

function resumeCall(running: OpenCall | undefined, socket: MediaSocket, returning: Return): void {
  if (running === undefined) refuse(socket, 1000);
  else running.connection.resume(socket, returning);
}

function attempt<T>(work: () => T, failed: (error: unknown) => void): T | undefined {
  try {
    return work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

const NOTHING_BUFFERED: BufferedAudio = { bytes: 0, droppedFrames: 0 };
