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

/** The time to open a connection that resumes the session, and for the server to resume it, in ms. */
const ATTEMPT_MS = 5000;
/** The time for which a session waits that has not said for how long, in ms. */
const BEGIN_MS = 10_000;
/** Close codes after which the session waits for its client: the server is leaving the connection, it broke, a side does not answer. */
const RESUMABLE: ReadonlySet<number> = new Set([1001, 1006, 4408]);

export interface SessionSocketOptions {
  /** The open WebSocket with which the session begins, and its URL. */
  readonly webSocket: WebSocket;
  readonly url: string;
  /** With which the WebSocket was opened. It opens others until the server knows that the client has the next one. */
  readonly token: string;
  /** Sample rate of the user's audio, in Hz. */
  readonly sampleRate: number;
  readonly lifetime: AbortSignal;
  readonly loudspeaker: Pick<Loudspeaker, 'handle' | 'play' | 'drop'>;
  readonly message: (message: ServerMessage) => void;
  /** The connection is lost; the session can be resumed. */
  readonly reconnecting: () => void;
  readonly resumed: () => void;
  /** The session is over for this client: called once, or never if the lifetime ended before. */
  readonly closed: (code: number) => void;
}

/** The connection of a client with its session, over several sockets. */
export interface SessionSocket {
  /** Sends a message. Without a connection, typed text and muting wait until the session is resumed; others are dropped. */
  send(message: ClientMessage): void;
  /** Sends audio. Without a connection, the last 4 s wait until the session is resumed. */
  sendAudio(samples: Int16Array<ArrayBuffer>): void;
}

type Resumed = Extract<ServerMessage, { readonly type: 'session.resumed' }>;
/** How an attempt to resume the session ended: a number is the code with which the server closed the socket. */
type Outcome = 'resumed' | 'failed' | number;

/**
 * Runs `antiphon.v1` until the session or the lifetime ends. When the connection is lost, resumes the session: with pauses that
 * grow, at once when the network is back, and for as long as the server waits.
 */
export function createSessionSocket(options: SessionSocketOptions): SessionSocket {
  const connection = new SessionConnection(options);
  return {
    send: (message) => connection.send(message),
    sendAudio: (samples) => connection.sendAudio(samples),
  };
}

class SessionConnection implements SessionSocket {
  readonly #options: SessionSocketOptions;
  readonly #reader = createMessageReader();
  readonly #input: ReturnType<typeof createSentInput>;
  /** Undefined while there is none. */
  #socket: ProtocolSocket | undefined;
  /** Lets the client resume the session. Undefined: it cannot be resumed. */
  #token: string | undefined;
  /** Where the session is. */
  #url: string;
  /** Where else it is resumed, should that server die. */
  #others: readonly string[] = [];
  #waitMs = BEGIN_MS;
  /** `seq` up to which the server repeats messages. */
  #repeatedUpTo = -1;
  #muting: ClientMessage | undefined;

  constructor(options: SessionSocketOptions) {
    const { webSocket, url, token, sampleRate, lifetime } = options;
    this.#url = url;
    this.#options = options;
    this.#token = token;
    this.#input = createSentInput(sampleRate);
    this.#socket = this.#open(
      webSocket,
      (message) => this.#deliver(message),
      (code) => this.#lose(code),
    );
    onNetworkChange(lifetime, () => this.#socket?.probe());
  }

  send(message: ClientMessage): void {
    if (message.type === 'input.text') this.#input.addText(message);
    if (message.type === 'input.mute' || message.type === 'input.unmute') this.#muting = message;
    this.#socket?.send(message);
  }

  sendAudio(samples: Int16Array<ArrayBuffer>): void {
    if (this.#socket?.sendAudio(samples) !== false) this.#input.addAudio(samples);
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
      // A repeated one has the token of a connection that is gone.
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
      // As often at each address as at a single one.
      const round = Math.floor(failures / (this.#others.length + 1));
      await pauseBeforeReconnecting(Math.min(failures, round + 1), until - performance.now(), lifetime);
      if (lifetime.aborted) return;
      if (performance.now() >= until) return closed(lostWith);
      const outcome = await this.#attempt(token);
      if (outcome === 'resumed' || lifetime.aborted) return;
      if (outcome !== 'failed' && !RESUMABLE.has(outcome)) return closed(outcome);
    }
  }

  /** Tries the next address first: the server of this one may be dead. */
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
    const webSocket = await tryToOpen({ url, token, lifetime, timeoutMs: ATTEMPT_MS });
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

  /** Makes a socket the session's, and sends what the server lacks. */
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
