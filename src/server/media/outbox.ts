import { CLOSE_CODES, type CloseCode, type ServerMessageBody, type Stamped } from '../../core/protocol.ts';
import type { MediaSocket } from './fromSocket.ts';

export interface OutboxOptions {
  /** The session's time, in ms. */
  readonly time: () => number;
  /** Receives the bytes in the socket's buffer, after every send and whenever data has left. */
  readonly onBacklog: (bytes: number) => void;
  /** Receives the error of a message that could not be sent. @default nothing */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The messages and the audio for a client. */
export interface Outbox {
  /** Sends a message; before `open` it is kept. */
  send(body: ServerMessageBody): void;
  /** Sends audio; before `open` it is dropped. */
  sendAudio(samples: Int16Array): void;
  /** Sends `first` to the client that has joined, then the kept messages. */
  open(socket: MediaSocket, first: ServerMessageBody): void;
  /** Closes the socket, if there is one; nothing more is sent. */
  close(code: CloseCode): void;
}

/** Messages kept for a client that has not joined; the oldest are dropped. A session without a client says little. */
const MAX_KEPT = 256;

/**
 * Creates an outbox. Messages get `seq` and `t_ms` when they are sent, so that `seq` has no gap and `t_ms` never goes back.
 * After `open` nothing is buffered here: data waits in the socket, and `onBacklog` reports how much.
 */
export function createOutbox({ time, onBacklog, report = ignore }: OutboxOptions): Outbox {
  let kept: readonly ServerMessageBody[] = [];
  let socket: MediaSocket | null = null;
  let seq = 0;

  /** Returns no frame for a body that is not serialisable; it takes no number. */
  const stamp = (body: ServerMessageBody): readonly string[] => {
    try {
      const stamped: Stamped<ServerMessageBody> = { ...body, seq, t_ms: Math.round(time()) };
      const frame = JSON.stringify(stamped);
      seq++;
      return [frame];
    } catch (error) {
      report(error);
      return [];
    }
  };
  /** Reports the backlog with the last frame only: its subscriber may send at once. */
  const write = (to: MediaSocket, ...frames: readonly (string | Uint8Array)[]): void => {
    const reportBacklog = (): void => onBacklog(to.bufferedAmount);
    try {
      frames.forEach((frame, at) => to.send(frame, at === frames.length - 1 ? reportBacklog : ignore));
    } catch (error) {
      // The socket is closed, or its heartbeat will find out.
      report(error);
    }
    reportBacklog();
  };
  return {
    send: (body) => {
      if (socket === null) kept = [...kept, body].slice(-MAX_KEPT);
      else write(socket, ...stamp(body));
    },
    sendAudio: (samples) => {
      if (socket !== null) write(socket, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    },
    open: (opened, first) => {
      const frames = [first, ...kept].flatMap(stamp);
      kept = [];
      socket = opened;
      write(opened, ...frames);
    },
    close: (code) => {
      const open = socket;
      socket = null;
      kept = [];
      try {
        open?.close(code, CLOSE_CODES[code]);
      } catch (error) {
        report(error);
      }
    },
  };
}

function ignore(): void {}
