import type { ServerMessage } from '../core/protocol.ts';
import type { CallError } from './errors.ts';

export interface CallOptions {
  /** Where sessions are started; relative to the page, or absolute. Default '/v1/sessions'. */
  readonly sessionsUrl?: string | undefined;
  /** Handed to the agent's `configure_session`. Default {}. */
  readonly customData?: Readonly<Record<string, unknown>> | undefined;
  /** False: nothing is captured and nobody is asked; the user types. Default true. */
  readonly microphone?: boolean | undefined;
}

/** `idle` until `start()`; `ended` is for good: another call is another object. */
export type CallPhase = 'idle' | 'starting' | 'live' | 'ended';

export interface CallEvents {
  readonly state: CallPhase;
  /** Every message of the server whose type this client knows, in the order of the session. */
  readonly message: ServerMessage;
  /** Root mean square of what is captured and of what is played, from 0 to 1; about 30 times a second. */
  readonly level: { readonly input: number; readonly output: number };
  /** When an utterance begins, every 100 ms while it lasts, and when it is over. */
  readonly playback: Playback;
  /** What a live call has lost. It goes on without a microphone; after `connection_lost` it ends. */
  readonly error: CallError;
  /** A call that was started is over. A `start()` that failed says so itself. */
  readonly ended: CallEnd;
}

/** What the device has played of an utterance. */
export interface Playback {
  readonly utteranceId: string;
  /** At `sampleRate`, the rate of the wire, in Hz. */
  readonly playedSamples: number;
  readonly sampleRate: number;
  /** False: its last sample was played, or it was cleared. */
  readonly playing: boolean;
}

export interface CallEnd {
  /** The server's, e.g. `agent_ended`; `ended_by_client` after `end()`; `disconnected` if the server could not say. */
  readonly reason: string;
  /** Of the WebSocket. 1000: as agreed; 1006: the network broke; the others are listed with the protocol. */
  readonly code: number;
}

/** One voice call of a browser with an agent. */
export interface Call {
  readonly state: CallPhase;
  /**
   * Asks for the microphone and begins. To be called from a click or a key, once. Resolves when the call is live, or was
   * ended meanwhile.
   *
   * @throws CallError
   */
  start(): Promise<void>;
  /**
   * Types instead of speaking. Does nothing unless the call is live.
   *
   * @param text 1 to 8192 characters.
   * @throws RangeError
   */
  say(text: string): void;
  /** Holds from whenever it is said. A muted microphone sends nothing. */
  mute(muted: boolean): void;
  /** Cuts the agent short. Does nothing unless the call is live. */
  interrupt(): void;
  /** Hangs up: silent at once, resolved when everything is released. */
  end(): Promise<void>;
  /** Returns the way to stop listening. */
  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
}
