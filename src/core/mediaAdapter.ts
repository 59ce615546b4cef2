import type { AudioFrame } from './audio.ts';
import type { AddedMessage, Tool } from './message.ts';
import type { HeardBy } from './playout.ts';
import type { WordTiming } from './turn.ts';
import type { AudioFormat, AudioFormats, ClientMessage, ServerMessage } from './protocol.ts';

/** A message of a WebSocket: text, or binary. */
export type PeerMessage = string | Uint8Array;

/**
 * Decoded input from a peer: audio, a message of antiphon.v1, or a mark that the peer has reached. `opened`: the peer
 * accepts audio from now on.
 */
export type PeerInput =
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  /** Audio of this length was lost before the next audio. Silence takes its place, at most 10 s. */
  | { readonly kind: 'gap'; readonly ms: number }
  | { readonly kind: 'message'; readonly message: ClientMessage }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'opened' }
  | { readonly kind: 'update'; readonly update: PeerUpdate }
  /** All the audio of a turn that the peer has ended, for `manualTurns`. */
  | { readonly kind: 'turn'; readonly frames: readonly AudioFrame[] }
  /** Requests an answer to everything said so far. */
  | { readonly kind: 'respond' }
  | { readonly kind: 'add_messages'; readonly messages: readonly AddedMessage[] }
  /** The result of a function that the peer has executed. `id`: the id of the call. */
  | { readonly kind: 'function_result'; readonly id: string; readonly content: string }
  /** A message that the server sends straight back to the peer, for the codec's own purposes. */
  | { readonly kind: 'reply'; readonly message: PeerMessage };

/** Changes to a session that its peer requests and the session's rules allow. */
export interface PeerUpdate {
  readonly instructions?: string | undefined;
  /** Functions that the peer executes, in addition to the agent's. They replace those of earlier updates. */
  readonly tools?: readonly Tool[] | undefined;
  /**
   * True if the peer ends the user's turns and requests each answer, with `input.commit` and `respond`; false restores
   * the initial mode.
   */
  readonly manualTurns?: boolean | undefined;
  /** One of the voices that the rules allow; `null` restores the initial voice. */
  readonly voice?: string | null | undefined;
}

/**
 * Output of the session for a peer: a message of antiphon.v1, the agent's audio at the agreed rate, or a mark after the
 * preceding audio. Marks are sent only to adapters whose peers report with them.
 */
export type PeerOutput =
  | { readonly kind: 'message'; readonly message: ServerMessage }
  | { readonly kind: 'audio'; readonly samples: Int16Array }
  | { readonly kind: 'mark'; readonly name: string };

/** An action on the peer's line, with the arguments of `session.sendDigits()`, `transfer()` and `hangUp()`. */
export type LineAction =
  | { readonly kind: 'sendDigits'; readonly digits: string }
  | { readonly kind: 'transfer'; readonly target: string }
  | { readonly kind: 'hangUp' };

/** An audio format on the peer's wire. */
export interface PeerFormat {
  readonly encoding: 'pcm_s16le' | 'mulaw' | 'alaw' | 'opus';
  readonly sample_rate: AudioFormat['sample_rate'];
}

/** The capabilities of a peer. */
export interface MediaCapabilities {
  /**
   * The formats that it sends and accepts; the first of each is the default. Its codec converts from and to 16-bit PCM.
   */
  readonly audio: { readonly input: readonly PeerFormat[]; readonly output: readonly PeerFormat[] };
  /**
   * How the session learns what the user has heard. A peer with `reported` answers each `clear` with
   * `playback.cleared`.
   */
  readonly heard: HeardBy;
  /** True if it drops unplayed audio on request. Otherwise the user hears all the audio that it has received. */
  readonly clears: boolean;
  /**
   * How far ahead of playback audio is sent to it, in ms. With a smaller value, less is heard after an interruption;
   * with a larger one, playback tolerates longer network delays. @default 200
   */
  readonly maxLeadMs?: number | undefined;
  /** True if it sends telephone keys. */
  readonly digits: boolean;
  /** The actions on its line that its codec can request. @default none */
  readonly actions?: readonly LineAction['kind'][] | undefined;
  /** True if it can resume a session over another socket. Its codec then sends every message with its `seq`. */
  readonly resumes: boolean;
  /**
   * True for a line that can reconnect over another socket, where its protocol starts from the beginning. It then gets
   * a new codec and the audio that it has not reported as played. @default false
   */
  readonly returns?: boolean | undefined;
  /** True if its audio is in tracks alongside a data channel. It then reconnects with another offer. @default false */
  readonly tracks?: boolean | undefined;
  /** Whether the user's audio arrives in binary messages or in text messages, such as JSON with base64. */
  readonly audioIn: 'binary' | 'text';
  /**
   * True if it sends audio all the time, as a telephone does. After 750 ms without audio, silence in real time takes
   * its place, so that turns can end. @default false
   */
  readonly continuous?: boolean | undefined;
  /**
   * When audio may be sent: as soon as the socket exists (`server`), or once the codec has emitted `opened` (`peer`).
   */
  readonly opens: 'server' | 'peer';
}

/** A translator between a peer's protocol and antiphon.v1. It has no clock, no timer and no socket. */
export interface MediaCodec {
  /**
   * Decodes a message of the peer into inputs, in order; none for a message to ignore.
   *
   * @throws ConnectionError for a message that violates the protocol; the peer is then disconnected
   */
  decode(message: PeerMessage): readonly PeerInput[];
  /** Converts audio from a track, which arrives separately from messages, into inputs. @default the audio itself */
  takeAudio?(frame: AudioFrame): readonly PeerInput[];
  /** Encodes an output as messages to the peer, in order; none if the protocol has no such message. */
  encode(output: PeerOutput): readonly PeerMessage[];
  /**
   * Called once all text before the calls of a round is in the first `ms` of the utterance's audio. Returns messages to
   * the peer. @default none
   */
  endRound?(utterance: string, ms: number): readonly PeerMessage[];
  /** Called with the times of words of an utterance. Returns messages to the peer. @default none */
  addWords?(utterance: string, words: readonly WordTiming[]): readonly PeerMessage[];
  /**
   * Returns the messages that request an action of `capabilities.actions`. Returns none if the action is not possible
   * now, in which case it fails. The session ends after `transfer` and `hangUp`. @default no action is possible
   */
  act?(action: LineAction): readonly PeerMessage[];
}

/** The parts of a session's config that its peer needs to know. */
export interface SessionRules {
  /** Whether the user can interrupt the agent. */
  readonly allowsInterruptions: boolean;
  /** The changes that its peer may make. @default none */
  readonly updates?: UpdateRules | undefined;
}

/** The changes that a peer may make to its session. */
export interface UpdateRules {
  readonly instructions: boolean;
  readonly tools: boolean;
  /** Whether it may add messages of the agent and of the system, and delete what was not heard. @default false */
  readonly history?: boolean | undefined;
  /** The names of the voices that it may choose. */
  readonly voices: readonly string[];
  /** The names of the agent's functions, which the peer's tools may not use. */
  readonly functions: readonly string[];
}

/** The adapter for one kind of peer: third-party clients, carriers, and antiphon.v1 itself. */
export interface MediaAdapter {
  /** Its name in `transport.protocol`: lower-case letters, digits, `.`, `_` and `-`, starting with a letter. */
  readonly protocol: string;
  readonly capabilities: MediaCapabilities;
  /** Creates the codec of one session. `audio`: the agreed formats. */
  createCodec(audio: AudioFormats, rules: SessionRules): MediaCodec;
}
