import {
  asapScheduler,
  BehaviorSubject,
  from,
  ReplaySubject,
  Subject,
  Subscription,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { FastSubject } from '../../stream/fastSubject.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { AudioFrame } from '../../core/audio.ts';
import type { SessionIo } from '../../core/ports.ts';
import { CLOSE_CODES, type AudioFormats, type ClientMessage, type CloseCode } from '../../core/protocol.ts';
import type { Session, SessionEnd } from '../../session/session.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { STEADY_LOOP, type LoopMonitor } from '../admission/loopMonitor.ts';
import { toClientUsage } from '../usage/toClientUsage.ts';
import { backpressure } from './backpressure.ts';
import { ConnectionError, toConnectionError } from './connectionError.ts';
import { fromSocket, type MediaSocket } from './fromSocket.ts';
import { heartbeat } from './heartbeat.ts';
import { inbound, type Inbound } from './inbound.ts';
import { frameBudget } from './frameBudget.ts';
import { createOutbox, type BufferedAudio, type Outbox } from './outbox.ts';
import { serverMessages } from './serverMessages.ts';
import { createSessionIo } from './sessionIo.ts';
import { typedRate } from './typedRate.ts';

export interface MediaConnectionOptions {
  /** The agreed formats. */
  readonly audio: AudioFormats;
  /** The scheduler of the session. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** Stalls of this process, which are not the client's fault. @default none */
  readonly loop?: Pick<LoopMonitor, 'stalledMs'> | undefined;
  /** Receives failures of the connection itself; the client gets no details. @default nothing */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The connection of one session with its client: a transport that accepts one socket, once. */
export interface MediaConnection {
  /** The transport for the session; the client counts as disconnected until it has joined. */
  readonly io: SessionIo;
  /**
   * Sends the client the messages about the session, and closes the session when the client is gone. `t_ms` counts from this
   * call. Call it right before the session starts: earlier events are not sent.
   */
  follow(session: Session): void;
  /**
   * Accepts the client's socket; the listeners are attached before this returns. A second socket is closed with 4409, a
   * socket after the end with 1000.
   *
   * @throws AntiphonError `usage_invalid` before `follow`
   */
  join(socket: MediaSocket): void;
  /** Emits when a client has joined, also to late subscribers; completes when the connection is closed. */
  readonly joined: Observable<void>;
  /** Tells the client that the session ends in `ms` at the latest, as the server goes away. */
  warn(ms: number): void;
  /** Returns the audio that the client has not got. */
  buffered(): BufferedAudio;
  /** Closes the socket, if there is one, and the session. */
  hangUp(code: CloseCode): void;
}

/** The close code of the socket for each end of a session. */
const CLOSE_CODE_OF: Readonly<Record<SessionEndReason, CloseCode>> = {
  ended_by_client: 1000,
  ended_by_api: 1000,
  agent_ended: 1000,
  join_timeout: 1000,
  idle_timeout: 1000,
  max_duration: 1000,
  draining: 1012,
  internal: 1011,
  disconnected: 4408,
  slow_consumer: 4413,
  handler_failed: 4500,
  provider_failed: 4502,
};

/**
 * Creates the media connection of a session. It closes, and releases everything, with its session, with its socket, at the
 * first protocol error, and on `hangUp`; closing it closes the session.
 *
 * Its buffers are bounded: 256 messages until the client has joined; afterwards the socket's own buffer (`backpressure`) and
 * the records of the last 32 utterances and segments. Input is not buffered.
 */
export function createMediaConnection(options: MediaConnectionOptions): MediaConnection {
  const state = createState(options);
  const sendable = state.backlog.pipe(backpressure(options.audio.output.sample_rate, state));
  state.resources.add(
    sendable.subscribe({ next: (isSendable) => state.connected.next(isSendable), error: (e) => fail(state, e) }),
  );
  return {
    io: createSessionIo({ ...state, failed: (error) => fail(state, error) }),
    joined: state.joined,
    follow: (session) => follow(state, session),
    join: (socket) => join(state, socket),
    warn: (ms) => state.outbox.send({ type: 'session.draining', deadline_ms: ms }),
    buffered: () => state.outbox.buffered(),
    hangUp: (code) => terminate(state, code, 'disconnected'),
  };
}

/** Both ends of the connection: the session gets its transport before the client's socket exists. */
interface ConnectionState {
  readonly audio: AudioFormats;
  readonly scheduler: SchedulerLike;
  readonly loop: Pick<LoopMonitor, 'stalledMs'>;
  readonly report: (error: unknown) => void;
  /** The client's audio. */
  readonly audioIn: FastSubject<AudioFrame>;
  /** The client's messages. */
  readonly messages: FastSubject<ClientMessage>;
  /** Utterances that the session clears. */
  readonly cleared: Subject<string>;
  /** Bytes in the socket's buffer. */
  readonly backlog: FastSubject<number>;
  /** True while the client has joined and audio can be sent. */
  readonly connected: BehaviorSubject<boolean>;
  readonly joined: ReplaySubject<void>;
  readonly outbox: Outbox;
  /** Everything the connection holds open. Closed: the connection is over. */
  readonly resources: Subscription;
  session: Session | null;
  startedMs: number;
  isTaken: boolean;
}

function createState({
  audio,
  scheduler = monotonicScheduler,
  loop = STEADY_LOOP,
  report = ignore,
}: MediaConnectionOptions): ConnectionState {
  const backlog = new FastSubject<number>();
  const state: ConnectionState = {
    audio,
    scheduler,
    loop,
    report,
    audioIn: new FastSubject(),
    messages: new FastSubject(),
    cleared: new Subject(),
    backlog,
    connected: new BehaviorSubject(false),
    joined: new ReplaySubject(1),
    outbox: createOutbox({
      time: () => scheduler.now() - state.startedMs,
      onBacklog: (bytes) => backlog.next(bytes),
      report,
    }),
    resources: new Subscription(),
    session: null,
    startedMs: scheduler.now(),
    isTaken: false,
  };
  return state;
}

function follow(state: ConnectionState, session: Session): void {
  const { resources, outbox, messages, cleared, scheduler } = state;
  state.session = session;
  state.startedMs = scheduler.now();
  // A session that has not started yet cannot be closed: it starts before anything else comes.
  if (resources.closed) return void asapScheduler.schedule(() => session.close('disconnected'));
  const bodies = serverMessages({ session, cleared });
  resources.add(bodies.subscribe({ next: (body) => outbox.send(body), error: (error) => fail(state, error) }));
  resources.add(messages.subscribe((message) => handleControl(message, session, outbox)));
  resources.add(from(session.ended).subscribe((end) => finish(state, end)));
}

function join(state: ConnectionState, socket: MediaSocket): void {
  const { session, audio, resources, outbox, joined } = state;
  if (session === null)
    throw new AntiphonError('usage_invalid', 'A media connection is joined before it follows a session.');
  if (state.isTaken || resources.closed) return refuse(socket, resources.closed ? 1000 : 4409);
  state.isTaken = true;
  const incoming = fromSocket(socket).pipe(
    frameBudget(audio.input.sample_rate, state),
    heartbeat(() => socket.ping(), state),
    inbound(audio.input.sample_rate),
    typedRate(state),
  );
  resources.add(
    incoming.subscribe({
      next: (input) => route(input, state),
      error: (error) => fail(state, error),
      complete: () => terminate(state, 1000, 'disconnected'),
    }),
  );
  outbox.open(socket, { type: 'session.started', session_id: session.id, audio });
  joined.next();
}

function route(input: Inbound, { audioIn, messages }: ConnectionState): void {
  if (input.kind === 'audio') audioIn.next(input.frame);
  else messages.next(input.message);
}

function refuse(socket: MediaSocket, code: CloseCode): void {
  fromSocket(socket).subscribe();
  socket.close(code, CLOSE_CODES[code]);
}

/** Notifies the client of the end of the session, and terminates. */
function finish(state: ConnectionState, { reason, usage }: SessionEnd): void {
  state.outbox.send({ type: 'session.ended', reason, usage: toClientUsage(usage) });
  terminate(state, CLOSE_CODE_OF[reason], reason);
}

/** Notifies the client of the error, and terminates. Errors that are not the client's are reported. */
function fail(state: ConnectionState, error: unknown): void {
  const { code, message, closeCode, endReason } = toConnectionError(error);
  if (!(error instanceof ConnectionError)) state.report(error);
  state.outbox.send({ type: 'error', code, message, fatal: true });
  terminate(state, closeCode, endReason);
}

function terminate(state: ConnectionState, code: CloseCode, reason: SessionEndReason): void {
  const { resources, outbox, connected, session, joined } = state;
  if (resources.closed) return;
  resources.unsubscribe();
  outbox.close(code);
  // Before the session: a cut is settled at once for a client that is disconnected.
  connected.next(false);
  session?.close(reason);
  joined.complete();
}

/** Handles a client's requests to the session itself. Audio, text, mute and playback go through `createSessionIo`. */
function handleControl(message: ClientMessage, session: Session, outbox: Outbox): void {
  switch (message.type) {
    case 'agent.interrupt':
      return session.interrupt();
    case 'session.end':
      return session.close('ended_by_client');
    case 'ping':
      return outbox.send({ type: 'pong', t: message.t });
    default:
      return;
  }
}

function ignore(): void {}
