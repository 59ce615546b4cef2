import type { ClientMessage, ServerMessage } from '../core/protocol.ts';
import { askForSession, type SessionAnswer } from './askForSession.ts';
import { createDeferred, onAbort, withTimeout } from './lifetime.ts';
import type { Loudspeaker } from './loudspeaker.ts';
import { createMessageReader } from './messages.ts';
import { onNetworkChange } from './network.ts';
import { tryToOpen } from './openSocket.ts';
import { createProtocolSocket, type ProtocolSocket, type ProtocolSocketOptions } from './protocolSocket.ts';
import { pauseBeforeReconnecting } from './reconnectPause.ts';
import { createSentInput } from './sentInput.ts';
import type { KeptSession } from './keptSession.ts';

/** Timeout for opening a connection that resumes the session, and for the server to resume it, in ms. */
const ATTEMPT_MS = 5000;
/** Time for which a session waits for its client if the server has not specified it, in ms. */
const BEGIN_MS = 10_000;
/**
 * Close codes after which the session waits for its client: the server is closing the connection, it broke, or one side
 * does not answer.
 */
const RESUMABLE: ReadonlySet<number> = new Set([1001, 1006, 4408]);
/** Close code of a broken connection. */
const LOST = 1006;

/** The data needed to enter a session. */
export interface SessionEntry {
  /** The open WebSocket on which the session begins. Undefined: resumes the session. */
  readonly webSocket: WebSocket | undefined;
  readonly url: string;
  /** Opens the WebSocket, and further ones until the server knows that the client has received the next token. */
  readonly token: string;
  /** Sample rate of the user's audio on the wire, in Hz. */
  readonly sampleRate: number;
  /** Other URLs at which the session can be resumed. @default none */
  readonly otherUrls?: readonly string[] | undefined;
  /** Time for which the server waits for a client to resume, in ms. @default 10000 */
  readonly waitMs?: number | undefined;
}

export interface SessionSocketOptions extends SessionEntry {
  readonly lifetime: AbortSignal;
  readonly loudspeaker: Pick<Loudspeaker, 'handle' | 'play' | 'drop'>;
  readonly message: (message: ServerMessage) => void;
  /** The connection is lost; the session can be resumed. */
  readonly reconnecting: () => void;
  readonly resumed: () => void;
  /** The session is over for this client. Called once, or never if the lifetime ends first. */
  readonly closed: (code: number) => void;
}

/** A client's connection to its session, across several sockets. */
export interface SessionSocket {
  /**
   * Sends a message. Without a connection, typed text and muting wait until the session is resumed; other messages are
   * dropped.
   */
  send(message: ClientMessage): void;
  /** Sends audio. Without a connection, the last 4 s wait until the session is resumed. */
  sendAudio(samples: Int16Array<ArrayBuffer>): void;
  /** Returns the data with which another page can resume the session, or null if it cannot be resumed. */
  keep(): KeptSession | null;
}

type Resumed = Extract<ServerMessage, { readonly type: 'session.resumed' }>;
/** The result of an attempt to resume the session. A number is the code with which the server closed the socket. */
type Outcome = 'resumed' | 'failed' | number;

/**
 * Runs `antiphon.v1` until the session or the lifetime ends. When the connection is lost, keeps trying to resume the
 * session for as long as the server waits: after growing pauses, and at once when the network is back.
 */
export function createSessionSocket(options: SessionSocketOptions): SessionSocket {
  const connection = new SessionConnection(options);
  return {
    send: (message) => connection.send(message),
    sendAudio: (samples) => connection.sendAudio(samples),
    keep: () => connection.keep(),
  };
}

class SessionConnection implements SessionSocket {
  readonly #options: SessionSocketOptions;
  readonly #reader = createMessageReader();
  readonly #input: ReturnType<typeof createSentInput>;
  /** Undefined while disconnected. */
  #socket: ProtocolSocket | undefined;
  /** Lets the client resume the session. Undefined if it cannot be resumed. */
  #token: string | undefined;
  /** URL of the session. */
  #url: string;
  /** Other URLs at which the session can be resumed if that server dies. */
  #others: readonly string[];
  #waitMs: number;
  /** The `seq` up to which the server repeats messages. */
  #repeatedUpTo = -1;
  #muting: ClientMessage | undefined;

  constructor(options: SessionSocketOptions) {
    const { webSocket, url, token, sampleRate, otherUrls = [], waitMs = BEGIN_MS, lifetime } = options;
    this.#url = url;
    this.#options = options;
    this.#token = token;
    this.#others = otherUrls;
    this.#waitMs = waitMs;
    this.#input = createSentInput(sampleRate);
    if (webSocket === undefined) this.#enter(token);
    else this.#begin(webSocket);
    onNetworkChange(lifetime, () => this.#socket?.probe());
  }

  #begin(webSocket: WebSocket): void {
    this.#socket = this.#open(
      webSocket,
      (message) => this.#deliver(message),
      (code) => this.#lose(code),
    );
  }

  /** Resumes a session, which another page may have muted. */
  #enter(token: string): void {
    this.#muting = { type: 'input.unmute' };
    void this.#resume(token, LOST);
  }

  send(message: ClientMessage): void {
    if (message.type === 'input.text') this.#input.addText(message);
    if (message.type === 'input.mute' || message.type === 'input.unmute') this.#muting = message;
    this.#socket?.send(message);
  }

  sendAudio(samples: Int16Array<ArrayBuffer>): void {
    if (this.#socket?.sendAudio(samples) !== false) this.#input.addAudio(samples);
  }

  keep(): KeptSession | null {
    if (this.#token === undefined || this.#waitMs === 0) return null;
    const [url, token, otherUrls, waitMs] = [this.#url, this.#token, this.#others, this.#waitMs];
    return { url, token, otherUrls, waitMs, sampleRate: this.#options.sampleRate, keptMs: Date.now() };
  }

  #open(
    socket: WebSocket,
    message: ProtocolSocketOptions['message'],
    closed: ProtocolSocketOptions['closed'],
  ): ProtocolSocket {
    const { sampleRate, lifetime, loudspeaker } = this.#options;
    return createProtocolSocket({
      socket,
      sampleRate,
      lifetime,
      reader: this.#reader,
      audio: loudspeaker.play,
      message,
      closed,
    });
  }

  #deliver(message: ServerMessage): void {
    if (message.type === 'session.started') {
      // A repeated message carries the token of a connection that is gone.
      if (message.seq > this.#repeatedUpTo) {
        this.#token = message.resume_token;
        this.#others = message.resume_urls ?? [];
      }
      this.#waitMs = message.resume_timeout_ms ?? 0;
    }
    if (message.type === 'session.draining') this.#others = message.resume_urls ?? this.#others;
    if (message.seq > this.#repeatedUpTo) this.#options.loudspeaker.handle(message);
    this.#options.message(message);
  }

  #lose(code: number): void {
    this.#socket = undefined;
    if (this.#token === undefined || !RESUMABLE.has(code)) return this.#options.closed(code);
    this.#options.reconnecting();
    void this.#resume(this.#token, code);
  }

  async #resume(token: string, lostWith: number): Promise<void> {
    const { lifetime, closed } = this.#options;
    const until = performance.now() + this.#waitMs;
    for (let failures = 0; ; failures += 1) {
      // Try each address as often as a single one would be tried.
      const round = Math.floor(failures / (this.#others.length + 1));
      await pauseBeforeReconnecting(Math.min(failures, Math.max(1, round)), until - performance.now(), lifetime);
      if (lifetime.aborted) return;
      if (performance.now() >= until) return closed(lostWith);
      const outcome = await this.#attempt(token);
      if (outcome === 'resumed' || lifetime.aborted) return;
      if (outcome !== 'failed' && !RESUMABLE.has(outcome)) return closed(outcome);
    }
  }

  /** Moves on to the next address: the server at this one may be dead. */
  #rotate(): void {
    const [next, ...rest] = this.#others;
    if (next === undefined) return;
    this.#others = [...rest, this.#url];
    this.#url = next;
  }

  #learn(answer: SessionAnswer | undefined): Outcome {
    if (answer === undefined) return 'failed';
    if ('code' in answer) return answer.code;
    this.#url = answer.url;
    return 'failed';
  }

  async #attempt(token: string): Promise<Outcome> {
    const { lifetime, loudspeaker } = this.#options;
    const url = this.#url;
    // A page loaded over HTTPS may not connect to one of several addresses.
    const webSocket = await tryToOpen({ url, token, lifetime, timeoutMs: ATTEMPT_MS }).catch(() => undefined);
    if (webSocket === undefined) {
      this.#rotate();
      return this.#learn(await askForSession(url, lifetime));
    }
    const { promise, resolve } = createDeferred<Outcome>();
    const forget = onAbort(lifetime, () => resolve('failed'));
    const socket = this.#open(
      webSocket,
      (message) => {
        if (message.type === 'session.resumed') this.#take(socket, message);
        this.#deliver(message);
        resolve('resumed');
      },
      (code) => (this.#socket === socket ? this.#lose(code) : resolve(code)),
    );
    const last = await loudspeaker.drop();
    const played = last === null ? {} : { utterance_id: last.utterance, played_samples: last.played };
    socket.send({ type: 'session.resume', last_seq: this.#reader.lastSeq, ...played });
    const outcome = await withTimeout(promise, ATTEMPT_MS, () => new Error('late')).catch((): Outcome => 'failed');
    forget();
    if (outcome === 'failed') webSocket.close();
    return outcome;
  }

  /** Attaches the socket to the session and sends the input that the server has missed. */
  #take(socket: ProtocolSocket, { resume_token: token, latest_seq: latestSeq, ...received }: Resumed): void {
    this.#token = token;
    this.#others = received.resume_urls ?? [];
    this.#repeatedUpTo = latestSeq;
    this.#socket = socket;
    for (const frame of this.#input.takeMissingAudio(received.received_samples)) socket.sendKeptAudio(frame);
    for (const text of this.#input.takeMissingTexts(received.received_texts)) socket.send(text);
    if (this.#muting !== undefined) socket.send(this.#muting);
    this.#options.resumed();
  }
}
