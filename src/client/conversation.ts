import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import type { CapturedFrame } from './capture.ts';
import { watchAudio } from './audio.ts';
import type { AudioState } from './call.ts';
import { CallError } from './errors.ts';
import { createDeferred, withTimeout } from './lifetime.ts';
import { openLoudspeaker, toPlaybackMessage, type Loudspeaker } from './loudspeaker.ts';
import type { KeptSession } from './keptSession.ts';
import { openMicrophone } from './microphone.ts';
import type { PlaybackReport } from './speaker.ts';
import { createSessionSocket, type SessionEntry, type SessionSocket } from './sessionSocket.ts';

/** Timeout for the server to start the session on an open connection, in ms. */
const BEGIN_TIMEOUT_MS = 10_000;

/** Callbacks of a conversation. */
export interface ConversationEvents {
  message(message: ServerMessage): void;
  level(level: { readonly input: number; readonly output: number }): void;
  playback(report: PlaybackReport): void;
  /** A device has failed. The conversation continues without it. */
  lost(error: CallError): void;
  /** The browser has paused the audio, or resumed it. */
  audio(state: AudioState): void;
  /** The connection is lost, but the session can be resumed. */
  reconnecting(): void;
  /** The session was resumed. */
  resumed(): void;
  /** The connection was closed for good, with this code. */
  closed(code: number): void;
}

export interface ConversationOptions extends SessionEntry {
  /** A running audio context. */
  readonly context: AudioContext;
  /** The microphone, if the call uses one. */
  readonly stream: MediaStream | undefined;
  readonly lifetime: AbortSignal;
  readonly events: ConversationEvents;
}

/** Controls of a conversation. */
export interface Conversation {
  send(message: ClientMessage): void;
  mute(muted: boolean): void;
  /** Stops the microphone and the loudspeaker. The connection stays open. */
  silence(): void;
  /** Returns the data with which another page can resume the session. */
  keep(): KeptSession | null;
}

/**
 * Connects microphone, loudspeaker and server until the lifetime ends. Resolves when the server has started or resumed
 * the session.
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
    keep: socket.keep,
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
  /** Resolves when the server has started or resumed the session. */
  readonly started: Promise<void>;
}

/** Connects the loudspeaker and the server. `inputLevel` returns the level of the last captured frame. */
function openOutput(options: ConversationOptions, inputLevel: () => number): Output {
  const { context, lifetime, events, ...entry } = options;
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
    ...entry,
    lifetime,
    loudspeaker,
    message: (message) => {
      events.message(message);
      if (message.type === 'session.started' || message.type === 'session.resumed') started.resolve();
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
