import { CLOSE_CODES, type CloseCode, type ServerMessageBody, type Stamped } from '../../core/protocol.ts';
import { bytesOfSamples } from '../../wire/bytes.ts';
import type { MediaSocket } from './fromSocket.ts';

export interface OutboxOptions {
  /** The session's time, in ms. */
  readonly time: () => number;
  /** Receives the bytes in the socket's buffer, at first and whenever they have changed. */
  readonly onBacklog: (bytes: number) => void;
  /** Receives the error of a message that could not be sent. */
  readonly report: (error: unknown) => void;
}

/** The audio that a client has not got. */
export interface BufferedAudio {
  /** Bytes in the socket's buffer. */
  readonly bytes: number;
  /** Frames that came while there was no socket. */
  readonly droppedFrames: number;
}

/** The messages and the audio for a client. */
export interface Outbox {
  /** Sends a message; before `open` it is kept. */
  send(body: ServerMessageBody): void;
  /** Sends audio; before `open` it is dropped. */
  sendAudio(samples: Int16Array): void;
  /** Sends `first` to the client that has joined, then the kept messages. */
  open(socket: MediaSocket, first: ServerMessageBody): void;
  /** Returns what waits in the socket, and what was dropped. */
  buffered(): BufferedAudio;
  /** Closes the socket, if there is one; nothing more is sent. */
  close(code: CloseCode): void;
}

/** Messages kept for a client that has not joined; the oldest are dropped. A session without a client says little. */
const MAX_KEPT = 256;

/**
 * Creates an outbox. Messages get `seq` and `t_ms` when they are sent, so that `seq` has no gap and `t_ms` never goes back.
 * After `open` nothing is buffered here: data waits in the socket, and `onBacklog` reports how much.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { time, onBacklog, report } = options;
  let kept: readonly ServerMessageBody[] = [];
  let socket: MediaSocket | null = null;
  let seq = 0;
  let backlog: number | undefined;
  let droppedFrames = 0;

  const reportBacklog = (): void => {
    if (socket === null || socket.bufferedAmount === backlog) return;
    backlog = socket.bufferedAmount;
    onBacklog(backlog);
  };
  const write = (frame: string | Uint8Array, left: () => void): void => {
    try {
      // Fails if the socket is closed, or its heartbeat will find out.
      socket?.send(frame, left);
    } catch (error) {
      report(error);
    }
  };
  /** Stamps and writes messages. A body that is not serialisable is left out; it takes no number. */
  const writeMessages = (bodies: readonly ServerMessageBody[]): void => {
    const frames: string[] = [];
    for (const body of bodies) attempt(() => frames.push(serialise(body, seq + frames.length, time())), report);
    seq += frames.length;
    // With the last frame only: the subscriber of the backlog may send at once.
    frames.forEach((frame, at) => write(frame, at < frames.length - 1 ? ignore : reportBacklog));
    reportBacklog();
  };
  return {
    send: (body) => {
      if (socket === null) kept = [...kept, body].slice(-MAX_KEPT);
      else writeMessages([body]);
    },
    sendAudio: (samples) => {
      if (socket === null) {
        droppedFrames += 1;
        return;
      }
      write(bytesOfSamples(samples), reportBacklog);
      reportBacklog();
    },
    open: (opened, first) => {
      const bodies = [first, ...kept];
      kept = [];
      socket = opened;
      writeMessages(bodies);
    },
    buffered: () => ({ bytes: socket?.bufferedAmount ?? 0, droppedFrames }),
    close: (code) => {
      const open = socket;
      socket = null;
      kept = [];
      attempt(() => open?.close(code, CLOSE_CODES[code]), report);
    },
  };
}

function serialise(body: ServerMessageBody, seq: number, timeMs: number): string {
  const stamped: Stamped<ServerMessageBody> = { ...body, seq, t_ms: Math.round(timeMs) };
  return JSON.stringify(stamped);
}

function attempt(work: () => unknown, report: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    report(error);
  }
}

function ignore(): void {}
