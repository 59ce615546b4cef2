import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { onAbort } from './lifetime.ts';
import { createMessageReader, ProtocolError } from './messages.ts';

/** How often the server is asked whether it is there, in ms: it is gone when two answers are missing. */
const PING_MS = 10_000;
const MAX_UNANSWERED = 2;
/** The user's audio that may wait in the socket, in ms. What is spoken beyond it is dropped rather than sent late. */
const MAX_UNSENT_MS = 1000;
const PROTOCOL_ERROR = 4400;
const TIMEOUT = 4408;
/** `WebSocket.OPEN` */
const OPEN = 1;

export interface ProtocolSocketOptions {
  /** Open. */
  readonly socket: WebSocket;
  /** Of the user's audio, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly message: (message: ServerMessage) => void;
  readonly audio: (frame: ArrayBuffer) => void;
  /** The connection is over, with this close code: told once, or never if the lifetime ended before. */
  readonly closed: (code: number) => void;
}

export interface ProtocolSocket {
  send(message: ClientMessage): void;
  sendAudio(samples: Int16Array<ArrayBuffer>): void;
}

/**
 * Speaks `antiphon.v1` over an open WebSocket until the connection or the lifetime is over. Hangs up with 4400 on a frame
 * that is none of the protocol, and with 4408 on a server that is silent for 20 to 30 s.
 */
export function createProtocolSocket({
  socket,
  sampleRate,
  lifetime,
  message,
  audio,
  closed,
}: ProtocolSocketOptions): ProtocolSocket {
  const over = new AbortController();
  const until = { signal: over.signal };
  const end = (code: number): void => {
    over.abort();
    closed(code);
  };
  const hangUp = (code: number, why: string): void => {
    socket.close(code, why);
    // The socket's own close event would wait for an answer.
    end(code);
  };
  // A browser writes an error to its console for what is sent on a socket that is closing.
  const isOpen = (): boolean => socket.readyState === OPEN;
  const send = (what: ClientMessage): void => {
    if (isOpen()) socket.send(JSON.stringify(what));
  };
  const alive = heartbeat(send, () => hangUp(TIMEOUT, 'The server no longer answers.'), over.signal);
  const read = createMessageReader();
  const deliver = (frame: string | ArrayBuffer): void => {
    if (typeof frame !== 'string') return audio(wholeSamples(frame));
    const known = read(frame);
    if (known !== undefined) message(known);
  };
  const receive = ({ data }: MessageEvent<string | ArrayBuffer>): void => {
    alive();
    try {
      deliver(data);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      hangUp(PROTOCOL_ERROR, error.message);
    }
  };

  socket.addEventListener('message', receive, until);
  socket.addEventListener('close', ({ code }) => end(code), until);
  onAbort(lifetime, () => over.abort());
  const maxUnsent = (2 * sampleRate * MAX_UNSENT_MS) / 1000;
  return {
    send,
    sendAudio: (samples) => {
      if (isOpen() && socket.bufferedAmount <= maxUnsent) socket.send(samples);
    },
  };
}

/** Asks for an answer at every beat; `dead` when too many are missing. Returns what to call when anything has come. */
function heartbeat(send: ProtocolSocket['send'], dead: () => void, until: AbortSignal): () => void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === MAX_UNANSWERED) return dead();
    unanswered += 1;
    send({ type: 'ping', t: Math.round(performance.now()) });
  }, PING_MS);
  onAbort(until, () => clearInterval(timer));
  return () => {
    unanswered = 0;
  };
}

function wholeSamples(frame: ArrayBuffer): ArrayBuffer {
  if (frame.byteLength % 2 === 0) return frame;
  throw new ProtocolError('Expected an even number of bytes of audio.');
}
