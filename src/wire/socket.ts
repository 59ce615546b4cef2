/** One message of a WebSocket: text, or bytes. */
export type SocketFrame = string | Uint8Array;

export interface SocketRequest {
  /** `ws:` or `wss:`. It may be logged: keys go into the headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server's HTTP answer to a request for a WebSocket that it did not grant. */
export interface Refusal {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a connection ended. */
export interface SocketEnd {
  /** The close code; 1006 where none came. */
  readonly code: number;
  readonly reason: string;
  /** Where the upgrade was refused. */
  readonly refused?: Refusal | undefined;
}

/** What becomes of a connection, told to whoever opened it. Nothing is told inside the call that opens it. */
export interface SocketListener {
  opened(): void;
  received(frame: SocketFrame): void;
  /** The server has answered a ping. */
  ponged?(): void;
  /** Once, as the last. Not told to who closed the connection. */
  ended(end: SocketEnd): void;
}

export interface Socket {
  /** Before it is open, and after its end, frames are dropped. */
  send(frame: SocketFrame): void;
  /** Says goodbye with code 1000; from here on the listener hears nothing. */
  close(): void;
  /** Cuts the connection without a goodbye; from here on the listener hears nothing. */
  terminate(): void;
  /** Sends a ping, which every server answers by itself. A kind of socket without it is not watched for dead lines. */
  ping?(): void;
  /** What was sent and has not left yet, in bytes. */
  readonly bufferedBytes: number;
}

/** Opens a WebSocket. The real one is `webSocket`; a test hands in one of its own. */
export type OpenSocket = (request: SocketRequest, listener: SocketListener) => Socket;
