/** One message of a WebSocket: text, or bytes. */
export type SocketFrame = string | Uint8Array;

export interface SocketRequest {
  /** `ws:` or `wss:`. May be logged: keys belong in the headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The HTTP response of a server that refuses a WebSocket. */
export interface Refusal {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The end of a connection. */
export interface SocketEnd {
  /** The close code; 1006 if none came. */
  readonly code: number;
  readonly reason: string;
  /** Present if the upgrade was refused. */
  readonly refused?: Refusal | undefined;
}

/** The listener of a connection. It is not called inside the call that opens the connection. */
export interface SocketListener {
  opened(): void;
  received(frame: SocketFrame): void;
  /** The server has answered a ping. */
  ponged?(): void;
  /** Called once, as the last. Not called after `close` or `terminate`. */
  ended(end: SocketEnd): void;
}

export interface Socket {
  /** Sends a frame. Before the socket is open, and after its end, it is dropped. */
  send(frame: SocketFrame): void;
  /** Closes with code 1000. The listener is not called any more. */
  close(): void;
  /** Cuts the connection without a close frame. The listener is not called any more. */
  terminate(): void;
  /** Sends a ping, which every server answers. Without this method, a lost connection is not detected. */
  ping?(): void;
  /** Bytes that were sent and have not left this process. */
  readonly bufferedBytes: number;
}

/** Opens a WebSocket. The default is `openWebSocket`; tests use a double. */
export type OpenSocket = (request: SocketRequest, listener: SocketListener) => Socket;
