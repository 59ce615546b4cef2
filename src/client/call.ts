import type { Digit } from '../core/digit.ts';
import type { ServerMessage } from '../core/protocol.ts';
import type { CallError } from './errors.ts';
import type { KeptSession } from './keptSession.ts';
import type { StartSession } from './sessions.ts';

export type { ServerMessage } from '../core/protocol.ts';

/** A message of the server of one type. */
export type MessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

export interface CallOptions {
  /** URL of the sessions, relative to the page or absolute. Default '/v1/sessions'. */
  readonly sessionsUrl?: string | undefined;
  /** Starts the session instead of a request to `sessionsUrl`, for example through a route of your backend. */
  readonly startSession?: StartSession | undefined;
  /** Resumes the session of a call from before a reload (its `kept`) instead of starting a new one. */
  readonly resume?: KeptSession | undefined;
  /** Custom data for the agent's `configure_session`. Default {}. */
  readonly customData?: Readonly<Record<string, unknown>> | undefined;
  /** False: does not request the microphone; the user types. Default true. */
  readonly microphone?: boolean | undefined;
  /** Length of the agent's audio frames, in ms. Longer frames mean fewer messages. Default 40. */
  readonly frameMs?: 20 | 40 | 60 | undefined;
}

/**
 * `idle` until `start()`. `reconnecting`: a live call has lost its connection; it returns to `live` or ends. `ended` is
 * final: create another call.
 */
export type CallPhase = 'idle' | 'starting' | 'live' | 'reconnecting' | 'ended';

/** Whether the call can be heard. The browser pauses its audio during a phone call, or until the user clicks. */
export type AudioState = 'running' | 'paused';

export interface CallEvents {
  readonly state: CallPhase;
  /** Every server message of a type that this client knows, in session order. */
  readonly message: ServerMessage;
  /** RMS of the captured audio and of the played audio, from 0 to 1, about 30 times a second. */
  readonly level: { readonly input: number; readonly output: number };
  /** Emitted at the start of an utterance, every 100 ms while it plays, and at its end. */
  readonly playback: Playback;
  /**
   * The browser has paused the audio of a live call, or resumed it. While it is paused, a click or a key press resumes
   * it.
   */
  readonly audio: AudioState;
  /** A failure during a live call. The call continues without a microphone; after `connection_lost` it ends. */
  readonly error: CallError;
  /** The call has ended. Not emitted when `start()` rejects. */
  readonly ended: CallEnd;
}

/** Playback progress of an utterance. */
export interface Playback {
  readonly utteranceId: string;
  /** Number of samples played, at `sampleRate`, the rate on the wire in Hz. */
  readonly playedSamples: number;
  readonly sampleRate: number;
  /** False once the last sample has been played or the utterance has been cleared. */
  readonly playing: boolean;
}

export interface CallEnd {
  /**
   * The server's reason, such as `agent_ended`; `ended_by_client` after `end()`; `disconnected` if no reason was given.
   */
  readonly reason: string;
  /** Close code of the WebSocket. 1000: normal; 1006: the network failed; docs/protocol.md lists the others. */
  readonly code: number;
}

/** A voice call between a browser and an agent. */
export interface Call {
  readonly state: CallPhase;
  /**
   * Lets another page resume the session. Null unless the call is live or reconnecting and the server allows resuming.
   */
  readonly kept: KeptSession | null;
  /**
   * Requests the microphone and starts the call. Call it once, from a click or a key press. Resolves when the call is
   * live, or if it ends before that.
   *
   * @throws CallError
   */
  start(): Promise<void>;
  /**
   * Sends typed text. While the call is reconnecting, the text waits. Does nothing before the call is live or after it
   * has ended.
   *
   * @param text 1 to 8192 characters.
   * @throws RangeError
   */
  say(text: string): void;
  /** Mutes or unmutes the microphone, even before the call is live. A muted microphone sends nothing. */
  mute(muted: boolean): void;
  /**
   * Presses a telephone key: 0 to 9, *, #, A to D. Does nothing unless the call is live.
   *
   * @throws RangeError
   */
  press(digit: Digit): void;
  /**
   * Ends the user's turn in a session with `push_to_talk`: the agent answers everything said since the last turn. Does
   * nothing unless the call is live. Mute the microphone between turns.
   */
  commit(): void;
  /**
   * Discards everything said since the last turn, in a session with `push_to_talk`. Does nothing unless the call is
   * live.
   */
  clear(): void;
  /** Interrupts the agent. Does nothing unless the call is live. */
  interrupt(): void;
  /** Hangs up. The call is silent at once. Resolves when all resources are released. */
  end(): Promise<void>;
  /** Adds a listener and returns a function that removes it. */
  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
}
