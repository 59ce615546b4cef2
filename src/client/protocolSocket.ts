import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { onAbort } from './lifetime.ts';
import { ProtocolError, type MessageReader } from './messages.ts';

/** Ping interval, in ms. After two unanswered pings the connection counts as lost. */
const PING_MS = 10_000;
const MAX_UNANSWERED = 2;
/** Timeout for the server's answer after the network has changed, in ms. */
const PROBE_MS = 2000;
/** Maximum amount of user audio that the socket buffers, in ms. Further audio is dropped rather than sent late. */
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
  /** Parses the text frames. */
  readonly reader: MessageReader;
  readonly message: (message: ServerMessage) => void;
  readonly audio: (frame: ArrayBuffer) => void;
  /** The connection was closed with this code. Called once, or never if the lifetime ends first. */
  readonly closed: (code: number) => void;
}

export interface ProtocolSocket {
  send(message: ClientMessage): void;
  /** Sends audio. Returns false if the audio was dropped because too much is waiting to be sent. */
  sendAudio(samples: Int16Array<ArrayBuffer>): boolean;
  /** Sends audio regardless of how much is waiting: a client that resumes sends its last seconds at once. */
  sendKeptAudio(samples: Int16Array<ArrayBuffer>): void;
  /** Closes the connection with 4408 unless the server sends something within 2 s. */
  probe(): void;
}

/**
 * Runs `antiphon.v1` over an open WebSocket until the connection or the lifetime ends. Closes with 4400 after a frame
 * that violates the protocol, and with 4408 if the server is silent for 20 to 30 s, or for 2 s after `probe`.
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
    // The socket's close event would wait for the server.
    end(code);
  };
  const heartbeat = startHeartbeat(sender.send, () => hangUp(TIMEOUT, 'The server no longer answers.'), ended.signal);
  const receive = ({ data }: MessageEvent<string | ArrayBuffer>): void => {
    heartbeat.onActivity();
    try {
      deliver(data);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      hangUp(PROTOCOL_ERROR, error.message);
    }
  };
  socket.addEventListener('message', receive, until);
  socket.addEventListener('close', ({ code }) => end(code), until);
  onAbort(
    ended.signal,
    onAbort(lifetime, () => ended.abort()),
  );
  return { ...sender, probe: heartbeat.probe };
}

function createSender({ socket, sampleRate }: ProtocolSocketOptions): Omit<ProtocolSocket, 'probe'> {
  const maxUnsent = (2 * sampleRate * MAX_UNSENT_MS) / 1000;
  // Browsers log an error when data is sent on a closing socket.
  const isOpen = (): boolean => socket.readyState === OPEN;
  return {
    send: (message) => {
      if (isOpen()) socket.send(JSON.stringify(message));
    },
    sendAudio: (samples) => {
      if (!isOpen()) return true;
      if (socket.bufferedAmount > maxUnsent) return false;
      socket.send(samples);
      return true;
    },
    sendKeptAudio: (samples) => {
      if (isOpen()) socket.send(samples);
    },
  };
}

/** Creates the receiver of frames. It throws ProtocolError for a frame that violates the protocol. */
function createDelivery({ reader, message, audio }: ProtocolSocketOptions): (frame: string | ArrayBuffer) => void {
  return (frame) => {
    if (typeof frame !== 'string') return audio(assertWholeSamples(frame));
    const known = reader.read(frame);
    if (known !== undefined) message(known);
  };
}

interface Heartbeat {
  /** Records that the server is alive. Call it for every frame. */
  onActivity(): void;
  /** Pings at once and shortens the wait for the answer. */
  probe(): void;
}

/** Pings at every interval. Calls `onTimeout` after too many unanswered pings or after an unanswered probe. */
function startHeartbeat(send: ProtocolSocket['send'], onTimeout: () => void, until: AbortSignal): Heartbeat {
  let unanswered = 0;
  let probing: ReturnType<typeof setTimeout> | undefined;
  const ping = (): void => send({ type: 'ping', t: Math.round(performance.now()) });
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) return onTimeout();
    unanswered += 1;
    ping();
  }, PING_MS);
  const stopProbe = (): void => {
    clearTimeout(probing);
    probing = undefined;
  };
  onAbort(until, () => {
    clearInterval(timer);
    stopProbe();
  });
  return {
    onActivity: () => {
      unanswered = 0;
      stopProbe();
    },
    probe: () => {
      if (until.aborted) return;
      ping();
      probing ??= setTimeout(onTimeout, PROBE_MS);
    },
  };
}

function assertWholeSamples(frame: ArrayBuffer): ArrayBuffer {
  if (frame.byteLength % 2 === 0) return frame;
  throw new ProtocolError('Expected an even number of bytes of audio.');
}
