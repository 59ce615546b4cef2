import { CLOSE_CODES, type CloseCode, type ServerMessage, type ServerMessageBody } from '../../core/protocol.ts';
import type { MediaCodec, PeerMessage } from '../../core/mediaAdapter.ts';
import type { MediaSocket } from './fromSocket.ts';
import { createMessageRing } from './messageRing.ts';

export interface OutboxOptions {
  /** Writes the messages for the client. */
  readonly encode: MediaCodec['encode'];
  /** The session's time, in ms. */
  readonly time: () => number;
  /** Receives the number of bytes in the socket's buffer, initially and whenever it changes. */
  readonly onBacklog: (bytes: number) => void;
  /** Receives the error of a message that could not be sent. */
  readonly report: (error: unknown) => void;
  /** The number of the first message, which is kept for a client that returns. @default 0, for a client that joins */
  readonly firstSeq?: number | undefined;
  /** Limits for the messages that are kept for a client that resumes. @default no messages are kept */
  readonly kept?: { readonly maxBytes: number; readonly maxAgeMs: number } | undefined;
}

/** The audio that a client has not received. */
export interface BufferedAudio {
  /** Bytes in the socket's buffer. */
  readonly bytes: number;
  /** Number of frames that were dropped for lack of a socket. */
  readonly droppedFrames: number;
}

/** The messages and the audio for a client, over all its sockets. */
export interface Outbox {
  /** The number of the last message; -1 before the first one. */
  readonly latestSeq: number;
  /** Sends a message. Without a socket, the message is numbered and kept. */
  send(body: ServerMessageBody): void;
  /** Sends audio. Without a socket, the audio is dropped. */
  sendAudio(samples: Int16Array): void;
  /** Sends messages that the codec created. Without a socket, drops them and returns false. */
  post(messages: readonly PeerMessage[]): boolean;
  /** Sends a mark after the preceding audio. Without a socket, the mark is dropped. */
  sendMark(name: string): void;
  /** Sends `first` to the client that has joined, and then the kept messages. */
  open(socket: MediaSocket, first: ServerMessageBody): void;
  /**
   * Sends `first` to a client that has returned, and then the messages after `lastSeq`, or a snapshot if they are
   * incomplete.
   */
  reopen(socket: MediaSocket, lastSeq: number, first: ServerMessageBody, snapshot: () => ServerMessageBody): void;
  /**
   * Continues with another socket, whose client does not request missed messages. `first` is sent before everything
   * else, without numbers.
   */
  replace(socket: MediaSocket, first?: readonly ServerMessageBody[]): void;
  /** Removes the socket and returns it. */
  detach(): MediaSocket | null;
  /** Returns what is waiting in the socket, and what was dropped. */
  buffered(): BufferedAudio;
  /** Closes the socket, if it is open. Nothing more is sent. */
  close(code: CloseCode): void;
}

/**
 * Maximum number of messages kept for a client that has not joined; the oldest are dropped. A session without a client
 * sends few.
 */
const MAX_WAITING = 256;

const NONE = { maxBytes: 0, maxAgeMs: 0 };

/**
 * Creates an outbox. Messages receive `seq` and `t_ms` when they are sent or, once a client has joined, when they would
 * have been sent: `seq` has no gaps and `t_ms` never decreases. Data waits in the socket, and `onBacklog` reports how
 * much.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { time, encode, report, kept = NONE, firstSeq } = options;
  const writer = createWriter(options);
  const ring = createMessageRing({ ...kept, now: time, latest: firstSeq === undefined ? -1 : firstSeq - 1 });
  let phase: 'waiting' | 'open' | 'closed' = firstSeq === undefined ? 'waiting' : 'open';
  let waiting: readonly ServerMessageBody[] = [];
  let seq = firstSeq ?? 0;
  let droppedFrames = 0;
  /** Numbers and keeps messages. A body that cannot be serialised is skipped, and uses no number. */
  const number = (bodies: readonly ServerMessageBody[]): readonly PeerMessage[] =>
    bodies.flatMap((body) => attempt(() => keep(write(body, seq)), report) ?? []);
  const write = (body: ServerMessageBody, position: number): readonly PeerMessage[] =>
    encode({ kind: 'message', message: stamp(body, position, time()) });
  const keep = (messages: readonly PeerMessage[]): readonly PeerMessage[] => {
    ring.push(seq++, messages);
    return messages;
  };
  return {
    get latestSeq() {
      return seq - 1;
    },
    send: (body) => {
      if (phase === 'waiting') waiting = [...waiting, body].slice(-MAX_WAITING);
      else if (phase === 'open') writer.write(number([body]));
    },
    sendAudio: (samples) => {
      if (!writer.write(encode({ kind: 'audio', samples }))) droppedFrames += 1;
    },
    post: writer.write,
    sendMark: (name) => void writer.write(encode({ kind: 'mark', name })),
    open: (opened, first) => {
      const bodies = [first, ...waiting];
      waiting = [];
      phase = 'open';
      writer.take(opened);
      writer.write(number(bodies));
    },
    reopen: (opened, lastSeq, first, snapshot) => {
      const missed = ring.after(lastSeq) ?? write(snapshot(), seq - 1);
      writer.take(opened);
      writer.write([...write(first, lastSeq), ...missed]);
    },
    replace: (opened, first = []) => {
      writer.take(opened);
      writer.write(first.flatMap((body) => write(body, seq - 1)));
    },
    detach: () => writer.take(null),
    buffered: () => ({ bytes: writer.waiting(), droppedFrames }),
    close: (code) => {
      const open = writer.take(null);
      phase = 'closed';
      waiting = [];
      attempt(() => open?.close(code, CLOSE_CODES[code]), report);
    },
  };
}

/** Writes to the current socket. Without one, does nothing. */
interface Writer {
  /** Sets the socket, and returns the previous one. */
  take(socket: MediaSocket | null): MediaSocket | null;
  /** Writes messages. Returns whether there is a socket. */
  write(messages: readonly PeerMessage[]): boolean;
  /** Returns the number of bytes in the socket's buffer. */
  waiting(): number;
}

function createWriter({ onBacklog, report }: OutboxOptions): Writer {
  let socket: MediaSocket | null = null;
  let backlog: number | undefined;
  const reportBacklog = (): void => {
    if (socket === null || socket.bufferedAmount === backlog) return;
    backlog = socket.bufferedAmount;
    onBacklog(backlog);
  };
  const writeOne = (message: PeerMessage, left: () => void): void => {
    try {
      // Fails if the socket is closed; otherwise, its heartbeat detects the failure.
      socket?.send(message, left);
    } catch (error) {
      report(error);
    }
  };
  return {
    take: (next) => {
      const before = socket;
      socket = next;
      backlog = undefined;
      return before;
    },
    write: (messages) => {
      if (socket === null) return false;
      // Only with the last frame, because the subscriber of the backlog may send at once.
      messages.forEach((message, at) => writeOne(message, at < messages.length - 1 ? ignore : reportBacklog));
      reportBacklog();
      return true;
    },
    waiting: () => socket?.bufferedAmount ?? 0,
  };
}

function stamp(body: ServerMessageBody, seq: number, timeMs: number): ServerMessage {
  return { ...body, seq, t_ms: Math.round(timeMs) };
}

function attempt<T>(work: () => T, report: (error: unknown) => void): T | undefined {
  try {
    return work();
  } catch (error) {
    report(error);
    return undefined;
  }
}

function ignore(): void {}
