import type { Digit } from '../core/digit.ts';
import type { ServerMessage } from '../core/protocol.ts';
import type { CallError } from './errors.ts';
import type { StartSession } from './sessions.ts';

export interface CallOptions {
  /** URL of the sessions, relative to the page or absolute. Default '/v1/sessions'. */
  readonly sessionsUrl?: string | undefined;
  /** Starts the session in place of a request to `sessionsUrl`, such as through a route of your backend. */
  readonly startSession?: StartSession | undefined;
  /** Passed to the agent's `configure_session`. Default {}. */
  readonly customData?: Readonly<Record<string, unknown>> | undefined;
  /** False: no microphone is requested; the user types. Default true. */
  readonly microphone?: boolean | undefined;
  /** Length of the agent's audio frames, in ms. Longer frames are fewer messages. Default 40. */
  readonly frameMs?: 20 | 40 | 60 | undefined;
}

/**
 * `idle` until `start()`. `reconnecting`: the connection of a live call is lost; it goes back to `live`, or ends. `ended` is final:
 * create another call.
 */
export type CallPhase = 'idle' | 'starting' | 'live' | 'reconnecting' | 'ended';

/** Whether a call is heard: the browser pauses audio for a phone call, or until the user clicks. */
export type AudioState = 'running' | 'paused';

export interface CallEvents {
  readonly state: CallPhase;
  /** Every message of the server whose type this client knows, in the order of the session. */
  readonly message: ServerMessage;
  /** RMS of the captured and of the played audio, from 0 to 1, about 30 times a second. */
  readonly level: { readonly input: number; readonly output: number };
  /** At the start of an utterance, every 100 ms while it plays, and at its end. */
  readonly playback: Playback;
  /** The browser has paused the audio of a live call, or it runs again. While it is paused, a click or a key lets it run. */
  readonly audio: AudioState;
  /** A failure of a live call. It goes on without a microphone; after `connection_lost` it ends. */
  readonly error: CallError;
  /** The call has ended. Not emitted when `start()` rejects. */
  readonly ended: CallEnd;
}

/** Playback progress of an utterance. */
export interface Playback {
  readonly utteranceId: string;
  /** At `sampleRate`, the rate of the wire in Hz. */
  readonly playedSamples: number;
  readonly sampleRate: number;
  /** False once its last sample was played or it was cleared. */
  readonly playing: boolean;
}

export interface CallEnd {
  /** The server's reason, such as `agent_ended`; `ended_by_client` after `end()`; `disconnected` without a reason. */
  readonly reason: string;
  /** Close code of the WebSocket. 1000: normal; 1006: the network broke; the others are listed in docs/protocol.md. */
  readonly code: number;
}

/** A voice call of a browser with an agent. */
export interface Call {
  readonly state: CallPhase;
  /**
   * Requests the microphone and starts the call. Call it once, from a click or a key. Resolves when the call is live, or has
   * been ended meanwhile.
   *
   * @throws CallError
   */
  start(): Promise<void>;
  /**
   * Sends typed text. While the call is reconnecting, the text waits. Does nothing before the call is live, and after its end.
   *
   * @param text 1 to 8192 characters.
   * @throws RangeError
   */
  say(text: string): void;
  /** Mutes or unmutes, also before the call is live. A muted microphone sends nothing. */
  mute(muted: boolean): void;
  /**
   * Presses a key of a telephone: 0 to 9, *, #, A to D. Does nothing unless the call is live.
   *
   * @throws RangeError
   */
  press(digit: Digit): void;
  /**
   * Ends the user's turn, in a session with `push_to_talk`: what was said since the last turn is answered. Does nothing unless the
   * call is live. Mute the microphone between turns.
   */
  commit(): void;
  /** Drops what was said since the last turn, in a session with `push_to_talk`. Does nothing unless the call is live. */
  clear(): void;
  /** Interrupts the agent. Does nothing unless the call is live. */
  interrupt(): void;
  /** Hangs up: silent at once. Resolves when everything is released. */
  end(): Promise<void>;
  /** Returns a function that removes the listener. */
  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
}
