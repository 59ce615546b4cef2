import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { onAbort } from './lifetime.ts';
import { createMessageReader, ProtocolError } from './messages.ts';

/** Ping interval, in ms. The connection is given up after two unanswered pings. */
const PING_MS = 10_000;
const MAX_UNANSWERED = 2;
/** The user's audio that may be buffered in the socket, in ms. Audio beyond it is dropped rather than sent late. */
const MAX_UNSENT_MS = 1000;
const PROTOCOL_ERROR = 4400;
const TIMEOUT = 4408;
/** `WebSocket.OPEN` */
const OPEN = 1;

export interface ProtocolSocketOptions {
  /** An open WebSocket. */
  readonly socket: WebSocket;
  /** Sample rate of the user's audio, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly message: (message: ServerMessage) => void;
  readonly audio: (frame: ArrayBuffer) => void;
  /** The connection was closed with this code: called once, or never if the lifetime ended before. */
  readonly closed: (code: number) => void;
}

export interface ProtocolSocket {
  send(message: ClientMessage): void;
  sendAudio(samples: Int16Array<ArrayBuffer>): void;
}

/**
 * Runs `antiphon.v1` over an open WebSocket until the connection or the lifetime ends. Closes with 4400 after a frame that
 * violates the protocol, and with 4408 when the server is silent for 20 to 30 s.
 */
export function createProtocolSocket(options: ProtocolSocketOptions): ProtocolSocket {
  const { socket, lifetime, closed } = options;
  const sender = createSender(options);
  const deliver = createDelivery(options);
  const ended = new AbortController();
  const until = { signal: ended.signal };
  const end = (code: number): void => {
    ended.abort();
    closed(code);
  };
  const hangUp = (code: number, reason: string): void => {
    socket.close(code, reason);
    // The close event of the socket would wait for the server.
    end(code);
  };
  const onActivity = startHeartbeat(sender.send, () => hangUp(TIMEOUT, 'The server no longer answers.'), ended.signal);
  const receive = ({ data }: MessageEvent<string | ArrayBuffer>): void => {
    onActivity();
    try {
      deliver(data);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      hangUp(PROTOCOL_ERROR, error.message);
    }
  };
  socket.addEventListener('message', receive, until);
  socket.addEventListener('close', ({ code }) => end(code), until);
  onAbort(lifetime, () => ended.abort());
  return sender;
}

function createSender({ socket, sampleRate }: ProtocolSocketOptions): ProtocolSocket {
  const maxUnsent = (2 * sampleRate * MAX_UNSENT_MS) / 1000;
  // Browsers log an error for data sent on a closing socket.
  const isOpen = (): boolean => socket.readyState === OPEN;
  return {
    send: (message) => {
      if (isOpen()) socket.send(JSON.stringify(message));
    },
    sendAudio: (samples) => {
      if (isOpen() && socket.bufferedAmount <= maxUnsent) socket.send(samples);
    },
  };
}

/** Creates the receiver of frames. It throws ProtocolError for one that violates the protocol. */
function createDelivery({ message, audio }: ProtocolSocketOptions): (frame: string | ArrayBuffer) => void {
  const read = createMessageReader();
  return (frame) => {
    if (typeof frame !== 'string') return audio(assertWholeSamples(frame));
    const known = read(frame);
    if (known !== undefined) message(known);
  };
}

/** Pings at every interval; calls `onTimeout` after too many unanswered pings. Returns a function to call on every frame. */
function startHeartbeat(send: ProtocolSocket['send'], onTimeout: () => void, until: AbortSignal): () => void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) return onTimeout();
    unanswered += 1;
    send({ type: 'ping', t: Math.round(performance.now()) });
  }, PING_MS);
  onAbort(until, () => clearInterval(timer));
  return () => {
    unanswered = 0;
  };
}

function assertWholeSamples(frame: ArrayBuffer): ArrayBuffer {
  if (frame.byteLength % 2 === 0) return frame;
  throw new ProtocolError('Expected an even number of bytes of audio.');
}
