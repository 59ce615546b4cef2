import { asapScheduler, BehaviorSubject, filter, from, map, ReplaySubject, Subject, Subscription } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import { monotonicScheduler } from '../../time/monotonicScheduler.ts';
import type { PlayoutCommand } from '../../core/playout.ts';
import type { SessionIo } from '../../core/ports.ts';
import { CLOSE_CODES } from '../../core/protocol.ts';
import type { AudioFormats, CloseCode } from '../../core/protocol.ts';
import type { Session, SessionEnd } from '../../session/createSession.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { backpressure } from './backpressure.ts';
import { CLOSE_CODE_OF, endReasonOf } from './endings.ts';
import { fromSocket } from './fromSocket.ts';
import { heartbeat } from './heartbeat.ts';
import { inbound } from './inbound.ts';
import type { Inbound } from './inbound.ts';
import { inputRate } from './inputRate.ts';
import { createSessionIo } from './sessionIo.ts';
import { toConnectionError } from './connectionError.ts';
import type { MediaSocket } from './mediaSocket.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { serverMessages } from './serverMessages.ts';

export interface MediaConnectionOptions {
  /** What was agreed on. */
  readonly audio: AudioFormats;
  /** That of the session. @default real, monotonic time */
  readonly scheduler?: SchedulerLike | undefined;
  /** Told when the line itself fails, which the client is told without details. @default nobody */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** One session's line to its client: a transport that one socket can take, once. */
export interface MediaConnection {
  /** Handed to the session; its client is away until it has joined. */
  readonly io: SessionIo;
  /**
   * Tells the client what happens in the session, and closes the session when the client is gone. Its time begins now: call
   * it when the session starts, before rather than after, for what has happened is not told.
   */
  follow(session: Session): void;
  /**
   * Takes the client's socket, with its listeners attached before this returns. A second one is closed 4409, one that comes
   * too late 1000.
   *
   * @throws AntiphonError `usage_invalid` if no session is followed yet
   */
  join(socket: MediaSocket): void;
  /** Emits when a client has joined, completes when the line is dead; to late subscribers too. */
  readonly joined: Observable<void>;
  /** Closes the socket, if there is one, and the session; the line is dead. */
  hangUp(code: CloseCode): void;
}

/**
 * Makes a line. It dies with its session, with its socket, with the first thing that breaks the protocol, or when it is hung
 * up; then it has let go of everything, and its session is closed.
 *
 * What it holds is bounded: 256 messages until the client has joined; after that, what waits in the socket (`backpressure`)
 * and what is remembered of the last 32 utterances and segments. On the way in it holds nothing: what comes is handed on.
 */
export function createMediaConnection(options: MediaConnectionOptions): MediaConnection {
  const kit = kitOf(options);
  const flowing = kit.backlog.pipe(
    backpressure({ sampleRate: options.audio.output.sample_rate, scheduler: kit.scheduler }),
  );
  kit.life.add(flowing.subscribe({ next: (isFlowing) => kit.present.next(isFlowing), error: (e) => fail(kit, e) }));
  return {
    io: createSessionIo({ ...kit, failed: (error) => fail(kit, error) }),
    joined: kit.joined,
    follow: (session) => follow(kit, session),
    join: (socket) => join(kit, socket),
    hangUp: (code) => die(kit, code, 'disconnected'),
  };
}

/** The session has its transport before the client's socket exists: here both are tied together. */
interface Kit {
  readonly audio: AudioFormats;
  readonly scheduler: SchedulerLike;
  readonly report: (error: unknown) => void;
  /** What the client says. */
  readonly heard: Subject<Inbound>;
  /** What the session wants played. */
  readonly commanded: Subject<PlayoutCommand>;
  /** How many bytes wait for the client. */
  readonly backlog: Subject<number>;
  /** Whether it is there, and takes audio. */
  readonly present: BehaviorSubject<boolean>;
  readonly joined: ReplaySubject<void>;
  readonly outbox: Outbox;
  /** All that the line has open. Closed: it is dead. */
  readonly life: Subscription;
  session: Session | null;
  startedMs: number;
  isTaken: boolean;
}

function kitOf({ audio, scheduler = monotonicScheduler, report = ignore }: MediaConnectionOptions): Kit {
  const backlog = new Subject<number>();
  const kit: Kit = {
    audio,
    scheduler,
    report,
    heard: new Subject(),
    commanded: new Subject(),
    backlog,
    present: new BehaviorSubject(false),
    joined: new ReplaySubject(1),
    outbox: createOutbox({
      time: () => scheduler.now() - kit.startedMs,
      onBacklog: (bytes) => backlog.next(bytes),
      report: report,
    }),
    life: new Subscription(),
    session: null,
    startedMs: scheduler.now(),
    isTaken: false,
  };
  return kit;
}

function follow(kit: Kit, session: Session): void {
  const { life, outbox, heard, commanded, scheduler } = kit;
  kit.session = session;
  kit.startedMs = scheduler.now();
  // A session that has not started yet cannot be closed: it starts before anything else comes.
  if (life.closed) return void asapScheduler.schedule(() => session.close('disconnected'));
  const notes = serverMessages({ session, cleared: clearsAmong(commanded) });
  life.add(notes.subscribe({ next: (note) => outbox.send(note), error: (error) => fail(kit, error) }));
  life.add(heard.subscribe((said) => obey(said, session, outbox)));
  life.add(from(session.ended).subscribe((end) => finish(kit, end)));
}

function join(kit: Kit, socket: MediaSocket): void {
  const { session, audio, life, outbox, heard, joined, scheduler } = kit;
  if (session === null) throw new AntiphonError('usage_invalid', 'A line is joined before it follows a session.');
  if (kit.isTaken || life.closed) return refuse(socket, life.closed ? 1000 : 4409);
  kit.isTaken = true;
  const incoming = fromSocket(socket).pipe(
    heartbeat({ ping: () => socket.ping(), scheduler }),
    inbound({ sampleRate: audio.input.sample_rate }),
    inputRate({ scheduler }),
  );
  const gone = (): void => die(kit, 1000, 'disconnected');
  life.add(
    incoming.subscribe({ next: (said) => heard.next(said), error: (error) => fail(kit, error), complete: gone }),
  );
  outbox.open(socket, { type: 'session.started', session_id: session.id, audio });
  joined.next();
}

function refuse(socket: MediaSocket, code: CloseCode): void {
  fromSocket(socket).subscribe();
  socket.close(code, CLOSE_CODES[code]);
}

/** The session has ended. */
function finish(kit: Kit, { reason }: SessionEnd): void {
  kit.outbox.send({ type: 'session.ended', reason });
  die(kit, CLOSE_CODE_OF[reason], reason);
}

/** The client has broken the protocol, or something of ours has failed. */
function fail(kit: Kit, error: unknown): void {
  const fault = toConnectionError(error);
  if (fault !== error) kit.report(error);
  kit.outbox.send({ type: 'error', code: fault.code, message: fault.message, fatal: true });
  die(kit, fault.closeCode, endReasonOf(fault));
}

function die({ life, outbox, present, session, joined }: Kit, code: CloseCode, reason: SessionEndReason): void {
  if (life.closed) return;
  life.unsubscribe();
  outbox.close(code);
  // Before the session: what is cut for a client that is away is settled at once.
  present.next(false);
  session?.close(reason);
  joined.complete();
}

function clearsAmong(commands: Observable<PlayoutCommand>): Observable<string> {
  return commands.pipe(
    filter(({ kind }) => kind === 'clear'),
    map(({ utterance }) => utterance),
  );
}

/** What a client asks of the session itself; audio, text and reports have ways of their own. */
function obey(said: Inbound, session: Session, outbox: Outbox): void {
  if (said.kind !== 'message') return;
  switch (said.message.type) {
    case 'agent.interrupt':
      return session.interrupt();
    case 'session.end':
      return session.close('ended_by_client');
    case 'ping':
      return outbox.send({ type: 'pong', t: said.message.t });
    default:
      return;
  }
}

function ignore(): void {}
