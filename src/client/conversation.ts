import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import type { CapturedFrame } from './capture.ts';
import { CallError } from './errors.ts';
import { createDeferred, withTimeout } from './lifetime.ts';
import { openLoudspeaker, toPlaybackMessage } from './loudspeaker.ts';
import { openMicrophone } from './microphone.ts';
import type { PlaybackReport } from './playout.ts';
import { createProtocolSocket } from './protocolSocket.ts';

/** How long a server may take to begin the session once the connection is open, in ms. */
const BEGIN_TIMEOUT_MS = 10_000;

/** What happens in a conversation. */
export interface ConversationEvents {
  message(message: ServerMessage): void;
  level(level: { readonly input: number; readonly output: number }): void;
  playback(report: PlaybackReport): void;
  /** A device is lost; the conversation goes on without it. */
  lost(error: CallError): void;
  /** The connection is over, with this close code. */
  closed(code: number): void;
}

export interface ConversationOptions {
  /** Running. */
  readonly context: AudioContext;
  /** The microphone's, if there is one. */
  readonly stream: MediaStream | undefined;
  /** Open. */
  readonly webSocket: WebSocket;
  /** Of the user's audio on the wire, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly events: ConversationEvents;
}

/** What can be done in a conversation. */
export interface Conversation {
  send(message: ClientMessage): void;
  mute(muted: boolean): void;
  /** Nothing is heard any more, on either side; the connection stays. */
  silence(): void;
}

/**
 * Joins microphone, loudspeaker and connection until the lifetime is over. Resolves when the server has begun the session.
 *
 * @throws CallError `connection_lost`
 */
export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  const { context, stream, webSocket, sampleRate, lifetime, events } = options;
  const begun = createDeferred<void>();
  let input = 0;
  let muted = false;

  const loudspeaker = openLoudspeaker({
    context,
    lifetime,
    lost: events.lost,
    report: (report) => {
      if (report.kind === 'level') return events.level({ input, output: report.level });
      socket.send(toPlaybackMessage(report, context));
      events.playback(report);
    },
  });
  const socket = createProtocolSocket({
    socket: webSocket,
    sampleRate,
    lifetime,
    audio: loudspeaker.play,
    message: (message) => {
      loudspeaker.handle(message);
      events.message(message);
      if (message.type === 'session.started') begun.resolve();
    },
    closed: (code) => {
      begun.reject(new CallError('connection_lost', `The connection was closed (${code}) before the session began.`));
      events.closed(code);
    },
  });
  await withTimeout(
    begun.promise,
    BEGIN_TIMEOUT_MS,
    () => new CallError('connection_lost', 'The session did not begin.'),
  );

  const heard = ({ samples, level }: CapturedFrame): void => {
    input = level;
    if (!muted) socket.sendAudio(samples);
  };
  const microphone =
    stream && openMicrophone({ context, stream, sampleRate, lifetime, onFrame: heard, lost: events.lost });
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
