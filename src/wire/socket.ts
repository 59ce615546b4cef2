/** One WebSocket message: text or bytes. */
export type SocketFrame = string | Uint8Array;

export interface SocketRequest {
  /** A `ws:` or `wss:` URL. It may be logged, so keys belong in the headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The HTTP response of a server that refuses a WebSocket. */
export interface Refusal {
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The end of a connection. */
export interface SocketEnd {
  /** The close code, or 1006 if none was received. */
  readonly code: number;
  readonly reason: string;
  /** Present if the server refused the upgrade. */
  readonly refused?: Refusal | undefined;
}

/** The listener of a connection. It is not called within the call that opens the connection. */
export interface SocketListener {
  opened(): void;
  received(frame: SocketFrame): void;
  /** The server has answered a ping. */
  ponged?(): void;
  /** The connection has ended. Called once, last; not called after `close` or `terminate`. */
  ended(end: SocketEnd): void;
}

export interface Socket {
  /** Sends a frame. Drops it before the socket is open and after its end. */
  send(frame: SocketFrame): void;
  /** Closes with code 1000. The listener is no longer called. */
  close(): void;
  /** Ends the connection without a close frame. The listener is no longer called. */
  terminate(): void;
  /** Sends a ping, which every server answers. Without this method, lost connections are not detected. */
  ping?(): void;
  /** Number of bytes sent that have not yet left this process. */
  readonly bufferedBytes: number;
}

/** Opens a WebSocket. The default is `openWebSocket`; tests use a double. */
export type OpenSocket = (request: SocketRequest, listener: SocketListener) => Socket;
