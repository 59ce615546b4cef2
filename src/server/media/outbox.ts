import type { CloseCode, ServerMessageBody, Stamped } from '../../core/protocol.ts';
import { CLOSE_CODES } from '../../core/protocol.ts';
import type { MediaSocket } from './mediaSocket.ts';

export interface OutboxOptions {
  /** The session's time, in ms. */
  readonly time: () => number;
  /** Told how many bytes wait for the client, with everything that is sent and everything that has left. */
  readonly onBacklog: (bytes: number) => void;
  /** Told why something could not be sent; it is left out. @default nobody */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The way to a client. */
export interface Outbox {
  /** Tells it something; what is told before it has come is kept for it. */
  send(note: ServerMessageBody): void;
  /** Sends it audio; before it has come there is nobody to hear it. */
  sendAudio(samples: Int16Array): void;
  /** It has come: it is told `first`, then what was kept. */
  open(socket: MediaSocket, first: ServerMessageBody): void;
  /** Closes its socket, if it has come; nothing is sent any more. */
  close(code: CloseCode): void;
}

/** How much is kept for a client that has not come. A session without one hears nothing, so it tells little; older goes first. */
const MAX_KEPT = 256;

/**
 * Numbers and times what a client is told when it is sent: `seq` has no gap and `t_ms` never goes back, whatever was kept.
 * Holds nothing once the client has come; what waits then is the socket's, and `waiting` says how much it is.
 */
export function createOutbox({ time, onBacklog: waiting, report: failed = ignore }: OutboxOptions): Outbox {
  let kept: readonly ServerMessageBody[] = [];
  let socket: MediaSocket | null = null;
  let seq = 0;

  /** Nothing for what no JSON can hold: it takes no number. */
  const stamp = (note: ServerMessageBody): readonly string[] => {
    try {
      const stamped: Stamped<ServerMessageBody> = { ...note, seq, t_ms: Math.round(time()) };
      const frame = JSON.stringify(stamped);
      seq++;
      return [frame];
    } catch (error) {
      failed(error);
      return [];
    }
  };
  /** How much waits is told with the last frame only: who hears that there is room may send at once. */
  const send = (to: MediaSocket, ...frames: readonly (string | Uint8Array)[]): void => {
    const tellWaiting = (): void => waiting(to.bufferedAmount);
    try {
      frames.forEach((frame, at) => to.send(frame, at === frames.length - 1 ? tellWaiting : ignore));
    } catch (error) {
      // A socket that takes nothing any more is closed, or found out by its heartbeat.
      failed(error);
    }
    tellWaiting();
  };
  return {
    send: (note) => {
      if (socket === null) kept = [...kept, note].slice(-MAX_KEPT);
      else send(socket, ...stamp(note));
    },
    sendAudio: (samples) => {
      if (socket !== null) send(socket, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    },
    open: (opened, first) => {
      const greeting = [first, ...kept].flatMap(stamp);
      kept = [];
      socket = opened;
      send(opened, ...greeting);
    },
    close: (code) => {
      const open = socket;
      socket = null;
      kept = [];
      try {
        open?.close(code, CLOSE_CODES[code]);
      } catch (error) {
        failed(error);
      }
    },
  };
}

function ignore(): void {}
