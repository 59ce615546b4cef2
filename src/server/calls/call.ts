import type { FastifyBaseLogger } from 'fastify';
import { from, map, merge, takeUntil, timer } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { WebSocket } from 'ws';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { AudioFormats } from '../../core/protocol.ts';
import type { Agent } from '../../session/agent.ts';
import type { Session, SessionOptions } from '../../session/createSession.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { startSession } from '../../session/startSession.ts';
import { maskKeys } from '../maskKeys.ts';
import { createMediaConnection } from '../media/mediaConnection.ts';
import type { MediaConnection } from '../media/mediaConnection.ts';
import { callCounters, NO_COUNTS } from './callCounters.ts';
import type { CallCounters } from './callCounters.ts';
import { nextStatus, CREATED } from './callStatus.ts';
import type { CallStatus, CallEvent } from './callStatus.ts';
import { messageOf } from '../../core/messageOf.ts';

/** An agent of whatever session data: a server never looks at it. */
export type ServedAgent = Omit<Agent<never>, 'configure_session'> & Pick<Agent<object>, 'configure_session'>;

/** What every call of a server begins with. */
export interface CallSetup extends Omit<SessionOptions, 'id'> {
  readonly agent: ServedAgent;
  readonly log: FastifyBaseLogger;
}

/** What its caller has asked for. */
export interface CallRequest {
  readonly custom_data: Record<string, unknown>;
  readonly audio: AudioFormats;
  /** In seconds. */
  readonly max_duration: number;
}

/** What can be told of a call, also when it has ended. */
export interface CallRecord {
  readonly id: string;
  readonly createdAt: Date;
  /** At the latest then it ends. */
  readonly expiresAt: Date;
  readonly audio: AudioFormats;
  readonly status: CallStatus;
  readonly counters: CallCounters;
}

/** A session and the line to its client. */
export interface Call extends CallRecord {
  /** A client may come: from now on no other is let in. */
  admit(): void;
  /** Takes the socket of the client that was let in. */
  join(socket: WebSocket): void;
  /** Ends the session; the first reason stands. */
  close(reason: SessionEndReason): void;
  /** Closes the client's socket, whether the session has ended or not. */
  disconnect(): void;
  /** Resolves when the session has ended. */
  readonly ended: Promise<void>;
}

/** How long a session waits for its client. */
const JOIN_TIMEOUT_MS = 60_000;

/**
 * Configures and starts a session with a line that one client can join. A session that nobody joins within 60 s ends
 * `join_timeout`, and any after `max_duration`.
 *
 * @throws (rejects with) what `startSession` does
 */
export async function startCall(wish: CallRequest, { agent, log, ...options }: CallSetup): Promise<Call> {
  const { audio, custom_data, max_duration } = wish;
  const { scheduler = monotonicScheduler } = options;
  const id = `ses_${crypto.randomUUID()}`;
  const line = createMediaConnection({
    audio,
    scheduler,
    report: (error) => log.error({ session_id: id }, maskKeys(messageOf(error))),
  });
  const session = await startSession(agent as Agent<object>, line.io, {
    ...options,
    scheduler,
    id,
    custom_data,
    prepare: (session) => {
      line.follow(session);
      report(session, log);
    },
  });
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + max_duration * 1000);
  const call = callOf({ id, createdAt, expiresAt, audio }, session, line);
  deadlines(line, max_duration * 1000, scheduler)
    .pipe(takeUntil(from(session.ended)))
    .subscribe((reason) => call.close(reason));
  return call;
}

function callOf(facts: Omit<CallRecord, 'status' | 'counters'>, session: Session, line: MediaConnection): Call {
  let status: CallStatus = CREATED;
  let counters: CallCounters = NO_COUNTS;
  const step = (taken: CallEvent): void => {
    status = nextStatus(status, taken);
  };
  line.joined.subscribe(() => step({ kind: 'join' }));
  callCounters(session).subscribe((counts) => (counters = counts));
  return {
    ...facts,
    get status() {
      return status;
    },
    get counters() {
      return counters;
    },
    admit: () => step({ kind: 'admit' }),
    join: (socket) => line.join(socket),
    close: (reason) => {
      step({ kind: 'close', reason });
      session.close(reason);
    },
    disconnect: () => line.hangUp(1001),
    ended: session.ended.then(({ reason }) => step({ kind: 'end', reason })),
  };
}

function deadlines(line: MediaConnection, maxMs: number, scheduler: SchedulerLike): Observable<SessionEndReason> {
  const unjoined = timer(JOIN_TIMEOUT_MS, scheduler).pipe(takeUntil(line.joined));
  return merge(
    unjoined.pipe(map(() => 'join_timeout' as const)),
    timer(maxMs, scheduler).pipe(map(() => 'max_duration' as const)),
  );
}

function report({ id, errors$ }: Session, log: FastifyBaseLogger): void {
  errors$.subscribe(({ code, message, details }) => {
    const level = details.failure === false ? 'debug' : 'warn';
    log[level]({ session_id: id, code }, maskKeys(message));
  });
}
