import { asapScheduler, from, Subscription, type Observable } from 'rxjs';
import { AntiphonError } from '../../core/errors.ts';
import type { MediaCodec } from '../../core/mediaAdapter.ts';
import type { SessionIo } from '../../core/ports.ts';
import type { ClientMessage, CloseCode } from '../../core/protocol.ts';
import type { Session, SessionEnd } from '../../session/session.ts';
import type { SessionEndReason } from '../../session/floor/types.ts';
import { toClientUsage } from '../usage/usageResource.ts';
import { attach, refuse } from './attachment.ts';
import {
  createConnectionState,
  type ConnectionState,
  type MediaConnectionOptions,
  type TakenOver,
} from './connectionState.ts';
import type { MediaSocket } from './fromSocket.ts';
import type { BufferedAudio, Outbox } from './outbox.ts';
import { admit, awaitReturn, fail, terminate, type Welcome } from './presence.ts';
import { rejoin } from './rejoin.ts';
import { awaitResume, type Return } from './resume.ts';
import { roundEnds } from './roundEnds.ts';
import { serverMessages } from './serverMessages.ts';
import { createSessionIo } from './sessionIo.ts';

/** The connection of one session with its client, over one socket at a time. */
export interface MediaConnection {
  /** The transport for the session; the client counts as disconnected while it has no socket. */
  readonly io: SessionIo;
  /**
   * Sends the client the messages about the session, and closes the session when the client is gone. `t_ms` counts from
   * this call. Call it right before the session starts, because earlier events are not sent.
   */
  follow(session: Session): void;
  /**
   * Accepts the client's socket. The listeners are attached before this returns. A second socket is closed with 4409, a
   * socket after the end with 1000. Without `welcome`, the client cannot resume the session.
   *
   * @throws AntiphonError `usage_invalid` before `follow`
   */
  join(socket: MediaSocket, welcome?: Welcome): void;
  /**
   * Accepts another socket from the client. Its first message resumes the session, and it replaces the client's
   * previous socket. A socket without a valid first message is closed within 5 s, without effect on the session.
   */
  resume(socket: MediaSocket, returning: Return): void;
  /**
   * Accepts another socket from a client that starts afresh with each socket, such as a telephone line. It replaces the
   * client's previous socket. With `welcome`, the client receives the history and can return once more.
   */
  rejoin(socket: MediaSocket, welcome?: Welcome): void;
  /**
   * Emits whether the client has a socket, from when it has joined; late subscribers receive the latest value.
   * Completes when the connection is closed.
   */
  readonly presence: Observable<boolean>;
  /** Tells the client that the session ends within `ms`, because the server is shutting down. */
  warn(ms: number): void;
  /** Returns the received input and the number of the last message. */
  progress(): ConnectionProgress;
  /** Returns the audio that the client has not received. */
  buffered(): BufferedAudio;
  /** Ends the session on this server. The client continues at one of these addresses. */
  leave(addresses: readonly string[]): void;
  /** Closes the socket, if it is open, and the session. */
  hangUp(code: CloseCode): void;
}

/** The progress of a connection, across all its sockets. */
export type ConnectionProgress = Pick<TakenOver, 'received' | 'latestSeq'>;

/** The close code of the socket for each reason. */
const CLOSE_CODE_OF: Readonly<Record<SessionEndReason, CloseCode>> = {
  ended_by_client: 1000,
  ended_by_api: 1000,
  agent_ended: 1000,
  transferred: 1000,
  join_timeout: 1000,
  idle_timeout: 1000,
  max_duration: 1000,
  draining: 1012,
  internal: 1011,
  part_failed: 1011,
  disconnected: 4408,
  slow_consumer: 4413,
  handler_failed: 4500,
  provider_failed: 4502,
};

/**
 * Creates the media connection of a session. It closes and releases everything when its session ends, when its client
 * has left or does not return in time, at the first protocol error, and on `hangUp`. Closing it closes the session. Its
 * buffers are bounded: 256 messages until the client has joined; afterwards the socket's own buffer (`backpressure`),
 * and the data for a returning client: messages by bytes and age, unplayed audio by time, and the records of the last
 * 32 utterances and segments. Input is not buffered.
 */
export function createMediaConnection(options: MediaConnectionOptions): MediaConnection {
  const state = createConnectionState(options);
  return {
    io: createSessionIo({ ...state, failed: (error) => fail(state, error) }),
    presence: state.presence,
    follow: (session) => follow(state, session),
    join: (socket, welcome) => join(state, socket, welcome),
    resume: (socket, returning) => awaitResume(state, socket, returning),
    rejoin: (socket, welcome) => rejoin(state, socket, welcome),
    warn: (ms) => state.outbox.send({ type: 'session.draining', deadline_ms: ms }),
    progress: () => ({ received: { ...state.received }, latestSeq: state.outbox.latestSeq }),
    buffered: () => state.outbox.buffered(),
    leave: (resume_urls) => {
      state.outbox.send({ type: 'session.draining', deadline_ms: 0, resume_urls });
      terminate(state, 1001, 'draining');
    },
    hangUp: (code) => terminate(state, code, 'disconnected'),
  };
}

function follow(state: ConnectionState, session: Session): void {
  const { resources, outbox, messages, cleared, scheduler, snapshots, mask } = state;
  state.session = session;
  state.startedMs = scheduler.now() - (state.takenOver?.elapsedMs ?? 0);
  // A session that has not started yet cannot be closed. It starts before this task runs.
  if (resources.closed) return void asapScheduler.schedule(() => session.close('disconnected'));
  const bodies = serverMessages({ session, cleared, mask, epoch: state.takenOver?.epoch });
  const send: Outbox['send'] = (body) => {
    snapshots.add(body);
    outbox.send(body);
  };
  resources.add(bodies.subscribe({ next: send, error: (error) => fail(state, error) }));
  resources.add(followSpeech(state.codec, session, outbox));
  resources.add(snapshots.follow(session));
  resources.add(messages.subscribe((message) => handleControl(message, session, outbox)));
  resources.add(from(session.ended).subscribe((end) => finish(state, end)));
  if (state.takenOver !== undefined) awaitReturn(state);
}

function join(state: ConnectionState, socket: MediaSocket, welcome?: Welcome): void {
  const { session, audio, resources, outbox, presence, resumeMs, phase } = state;
  if (session === null) throw new AntiphonError('usage_invalid', 'Expected follow() before join().');
  if (phase.kind !== 'awaited' || resources.closed) return refuse(socket, resources.closed ? 1000 : 4409);
  const attachment = attach(state, socket, { receive: ignore, fail: ignore });
  const start = admit(state, attachment, welcome);
  if (state.capabilities.opens === 'server') start(0);
  const resuming = welcome && {
    resume_token: welcome.resumeToken,
    resume_timeout_ms: resumeMs,
    ...(welcome.resumeUrls && { resume_urls: welcome.resumeUrls }),
  };
  outbox.open(socket, { type: 'session.started', session_id: session.id, audio, ...resuming });
  if (resources.closed) return;
  presence.next(true);
  if (welcome !== undefined) socket.ping();
}

/** Tells the client that the session has ended, and terminates the connection. */
function finish(state: ConnectionState, { reason, usage }: SessionEnd): void {
  state.outbox.send({ type: 'session.ended', reason, usage: toClientUsage(usage) });
  terminate(state, CLOSE_CODE_OF[reason], reason);
}

/** Handles a client's requests to the session itself. `createSessionIo` handles audio, text, mute and playback. */
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

/** Tells a codec that needs it where rounds end, and when words are spoken. */
function followSpeech({ endRound, addWords }: MediaCodec, session: Session, outbox: Outbox): Subscription {
  const running = new Subscription();
  if (endRound !== undefined)
    running.add(roundEnds(session).subscribe(({ utterance, ms }) => void outbox.post(endRound(utterance, ms))));
  if (addWords !== undefined)
    running.add(
      session.edges.speech.subscribe((event) => {
        if (event.kind === 'words') outbox.post(addWords(event.utterance, event.words));
      }),
    );
  return running;
}
