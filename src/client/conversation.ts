import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import type { CapturedFrame } from './capture.ts';
import { watchAudio } from './audio.ts';
import type { AudioState } from './call.ts';
import { CallError } from './errors.ts';
import { createDeferred, withTimeout } from './lifetime.ts';
import { openLoudspeaker, toPlaybackMessage, type Loudspeaker } from './loudspeaker.ts';
import { openMicrophone } from './microphone.ts';
import type { PlaybackReport } from './speaker.ts';
import { createSessionSocket, type SessionSocket } from './sessionSocket.ts';

/** The time for a server to start the session on an open connection, in ms. */
const BEGIN_TIMEOUT_MS = 10_000;

/** Callbacks of a conversation. */
export interface ConversationEvents {
  message(message: ServerMessage): void;
  level(level: { readonly input: number; readonly output: number }): void;
  playback(report: PlaybackReport): void;
  /** A device has failed; the conversation goes on without it. */
  lost(error: CallError): void;
  /** The browser has paused the audio, or it runs again. */
  audio(state: AudioState): void;
  /** The connection is lost, and the session can be resumed. */
  reconnecting(): void;
  /** The session goes on. */
  resumed(): void;
  /** The connection was closed with this code, for good. */
  closed(code: number): void;
}

export interface ConversationOptions {
  /** A running context. */
  readonly context: AudioContext;
  /** The microphone, if there is one. */
  readonly stream: MediaStream | undefined;
  /** An open WebSocket, and its URL. */
  readonly webSocket: WebSocket;
  readonly url: string;
  /** The token with which it was opened. */
  readonly token: string;
  /** Sample rate of the user's audio on the wire, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly events: ConversationEvents;
}

/** Controls of a conversation. */
export interface Conversation {
  send(message: ClientMessage): void;
  mute(muted: boolean): void;
  /** Stops microphone and loudspeaker; the connection stays open. */
  silence(): void;
}

/**
 * Connects microphone, loudspeaker and server until the lifetime ends. Resolves when the server has started the session.
 *
 * @throws CallError `connection_lost`
 */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { context, stream, sampleRate, lifetime, events } = options;
  let level = 0;
  let muted = false;
  watchAudio(context, lifetime, events.audio);
  const { socket, loudspeaker, started } = openOutput(options, () => level);
  await withTimeout(started, BEGIN_TIMEOUT_MS, () => new CallError('connection_lost', 'The session did not begin.'));
  const onFrame = (frame: CapturedFrame): void => {
    level = frame.level;
    if (!muted) socket.sendAudio(frame.samples);
  };
  const microphone = stream && openMicrophone({ context, stream, sampleRate, lifetime, onFrame, lost: events.lost });
  return {
    send: socket.send,
    mute: (now) => {
      if (now === muted) return;
      muted = now;
      microphone?.mute(now);
      socket.send({ type: now ? 'input.mute' : 'input.unmute' });
    },
    silence: () => {
      microphone?.stop();
      loudspeaker.silence();
    },
  };
}

interface Output {
  readonly socket: SessionSocket;
  readonly loudspeaker: Loudspeaker;
  /** Resolves when the server has started the session. */
  readonly started: Promise<void>;
}

/** Connects the loudspeaker and the server. `inputLevel`: the level of the last captured frame. */
function openOutput(options: ConversationOptions, inputLevel: () => number): Output {
  const { context, webSocket, url, token, sampleRate, lifetime, events } = options;
  const started = createDeferred<void>();
  const loudspeaker = openLoudspeaker({
    context,
    lifetime,
    lost: events.lost,
    report: (report) => {
      if (report.kind === 'level') return events.level({ input: inputLevel(), output: report.level });
      socket.send(toPlaybackMessage(report, context));
      events.playback(report);
    },
  });
  const socket = createSessionSocket({
    webSocket,
    url,
    token,
    sampleRate,
    lifetime,
    loudspeaker,
    message: (message) => {
      events.message(message);
      if (message.type === 'session.started') started.resolve();
    },
    reconnecting: events.reconnecting,
    resumed: events.resumed,
    closed: (code) => {
      started.reject(new CallError('connection_lost', `The connection was closed (${code}) before the session began.`));
      events.closed(code);
    },
  });
  return { socket, loudspeaker, started: started.promise };
}
