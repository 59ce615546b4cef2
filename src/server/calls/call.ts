import type { FastifyBaseLogger } from 'fastify';
import { from, takeUntil } from 'rxjs';
import type { MediaSocket } from '../media/fromSocket.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { Agent } from '../../session/agent.ts';
import type { Session, SessionOptions } from '../../session/session.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { startSession } from '../../session/startSession.ts';
import type { LoopMonitor } from '../admission/loopMonitor.ts';
import { endings } from '../life/endings.ts';
import type { Timeouts } from '../life/timeouts.ts';
import { maskKeys } from '../maskKeys.ts';
import { createMediaConnection, type MediaConnection } from '../media/mediaConnection.ts';
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
}

/** The validated request of `POST /v1/sessions`. */
export interface CallRequest {
  readonly custom_data: Record<string, unknown>;
  readonly audio: AudioFormats;
  /** The longest duration, in seconds. */
  readonly max_duration: number;
}

/** Data of a call that are still known after it has ended. */
export interface CallRecord {
  readonly id: string;
  readonly createdAt: Date;
  /** The call ends at this time at the latest. */
  readonly expiresAt: Date;
  readonly audio: AudioFormats;
  readonly status: CallStatus;
  readonly counters: CallCounters;
}

/** A session and the connection of its client. */
export interface LiveCall extends CallRecord {
  /** Reserves the call for the client whose token was accepted. */
  admit(): void;
  /** Accepts the socket of the admitted client. */
  join(socket: MediaSocket): void;
  /** Tells the client that the session ends in `ms` at the latest, as the server goes away. Ends a session that nobody has joined. */
  drain(ms: number): void;
  /** Ends the session; later reasons are ignored. */
  close(reason: SessionEndReason): void;
  /** Closes the client's socket, even if the session has not ended. */
  disconnect(): void;
  /** Resolves when the session has ended. */
  readonly ended: Promise<void>;
}

/**
 * Configures and starts a session that one client can join. It ends by itself when nobody joins, when nobody does anything, and
 * after `max_duration`.
 *
 * @throws (rejects with) the errors of `startSession`
 */
export async function startCall(
  request: CallRequest,
  { agent, log, timeouts, loop, ...options }: CallSetup,
): Promise<LiveCall> {
  const { audio, custom_data, max_duration } = request;
  const { scheduler = monotonicScheduler } = options;
  const id = `ses_${crypto.randomUUID()}`;
  const connection = createMediaConnection({
    audio,
    scheduler,
    loop,
    report: (error) => log.error({ session_id: id }, maskKeys(messageOf(error))),
  });
  const session = await startSession(agent as Agent<object>, connection.io, {
    ...options,
    scheduler,
    id,
    custom_data,
    prepare: (session) => {
      connection.follow(session);
      logErrors(session, log);
    },
  });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + max_duration * 1000);
  const call = createCall({ id, createdAt, expiresAt, audio }, session, connection);
  endings({ ...timeouts, session, joined: connection.joined, maxMs: max_duration * 1000, scheduler })
    .pipe(takeUntil(from(session.ended)))
    .subscribe((reason) => call.close(reason));
  return call;
}

function createCall(
  base: Omit<CallRecord, 'status' | 'counters'>,
  session: Session,
  connection: MediaConnection,
): LiveCall {
  let status: CallStatus = CREATED;
  let counters: CallCounters = NO_COUNTS;
  const apply = (event: CallEvent): void => {
    status = nextStatus(status, event);
  };
  const close = (reason: SessionEndReason): void => {
    apply({ kind: 'close', reason });
    session.close(reason);
  };
  connection.joined.subscribe(() => apply({ kind: 'join' }));
  callCounters(session).subscribe((counts) => (counters = counts));
  return {
    ...base,
    get status() {
      return status;
    },
    get counters() {
      return counters;
    },
    admit: () => apply({ kind: 'admit' }),
    join: (socket) => connection.join(socket),
    drain: (ms) => (status.state === 'created' ? close('draining') : connection.warn(ms)),
    close,
    disconnect: () => connection.hangUp(1012),
    ended: session.ended.then(({ reason }) => apply({ kind: 'end', reason })),
  };
}

function logErrors({ id, errors$ }: Session, log: FastifyBaseLogger): void {
  errors$.subscribe(({ code, message, details }) => {
    const level = details.failure === false ? 'debug' : 'warn';
    log[level]({ session_id: id, code }, maskKeys(message));
  });
}
