import type { ServeOptions } from '../../src/server/serve.ts';

/** A client that holds the conversation over a protocol. */
export interface Dialect {
  /** Options of the server, besides its agent and ports. */
  readonly options?: Partial<ServeOptions>;
  /**
   * True if a busy machine makes holes in what the client says, and stretches what it plays: it is a page, and a jitter buffer bridges what comes
   * late. @default false
   */
  readonly isUneven?: boolean | undefined;
  /** Starts a session, and resolves when its client is connected. `url`: the server's, without a trailing slash. */
  connect(url: string, options?: ClientOptions): Promise<DialectClient>;
}

export interface ClientOptions {
  /** Its voice. @default the tone of `voiced` */
  readonly toneHz?: number | undefined;
  /** Receives the agent's audio, as it arrives or as it is played. */
  readonly hear?: ((samples: Int16Array, sampleRate: number) => void) | undefined;
}

/** A client in a conversation. It sends silence all the time. */
export interface DialectClient {
  /** Sends sound of this length to the agent, and resolves when it is sent. */
  speak(ms: number): Promise<void>;
  /** Resolves when silence of this length is sent. */
  listen(ms: number): Promise<void>;
  /** The agent's audio that was played since the client connected, in ms. */
  playedMs(): number;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<unknown>;
  /** Closes what is open. */
  close(): void;
}
