import type { AudioFrame } from './audio.ts';
import type { Tool } from './message.ts';
import type { HeardBy } from './playout.ts';
import type { AudioFormat, AudioFormats, ClientMessage, ServerMessage } from './protocol.ts';

/** A message of a WebSocket: text, or binary. */
export type PeerMessage = string | Uint8Array;

/**
 * What a peer has sent, as the session takes it: audio, a message of antiphon.v1, or a mark that it has reached. `opened`: it takes
 * audio from now on.
 */
export type PeerInput =
  | { readonly kind: 'audio'; readonly frame: AudioFrame }
  /** Audio of this length was lost before the next: silence takes its place. At most 10 s. */
  | { readonly kind: 'gap'; readonly ms: number }
  | { readonly kind: 'message'; readonly message: ClientMessage }
  | { readonly kind: 'mark'; readonly name: string }
  | { readonly kind: 'opened' }
  | { readonly kind: 'update'; readonly update: PeerUpdate }
  /** All audio of a turn that the peer has ended, for `manualTurns`. */
  | { readonly kind: 'turn'; readonly frames: readonly AudioFrame[] }
  /** Asks for an answer to what was said until now. */
  | { readonly kind: 'respond' }
  /** The result of a function that the peer has executed. `id`: of the call. */
  | { readonly kind: 'function_result'; readonly id: string; readonly content: string }
  /** Concerns the codec alone: the server sends this message back. */
  | { readonly kind: 'reply'; readonly message: PeerMessage };

/** Changes of a session that its peer asks for, and the rules of the session allow. */
export interface PeerUpdate {
  readonly instructions?: string | undefined;
  /** Functions that the peer executes, beside those of the agent. They replace the ones of earlier updates. */
  readonly tools?: readonly Tool[] | undefined;
  /** True if the peer ends the user's turns and asks for each answer, with `input.commit` and `respond`; false: as the session began. */
  readonly manualTurns?: boolean | undefined;
  /** One of the voices of the rules; `null`: the voice that the session began with. */
  readonly voice?: string | null | undefined;
}

/**
 * What the session has for a peer: a message of antiphon.v1, the agent's audio at the agreed rate, or a mark behind the audio
 * before it. Marks come only for adapters whose peers report by them.
 */
export type PeerOutput =
  | { readonly kind: 'message'; readonly message: ServerMessage }
  | { readonly kind: 'audio'; readonly samples: Int16Array }
  | { readonly kind: 'mark'; readonly name: string };

/** What a peer does with its line, with the arguments of `session.sendDigits()`, `transfer()` and `hangUp()`. */
export type LineAction =
  | { readonly kind: 'sendDigits'; readonly digits: string }
  | { readonly kind: 'transfer'; readonly target: string }
  | { readonly kind: 'hangUp' };

/** Audio as it is on the peer's wire. */
export interface PeerFormat {
  readonly encoding: 'pcm_s16le' | 'mulaw' | 'alaw' | 'opus';
  readonly sample_rate: AudioFormat['sample_rate'];
}

/** What a peer can do. */
export interface MediaCapabilities {
  /** What it sends and takes; the first of each is the default. Its codec converts from and to 16-bit PCM. */
  readonly audio: { readonly input: readonly PeerFormat[]; readonly output: readonly PeerFormat[] };
  /** How it is known what the user has heard. A peer that reports answers each `clear` with `playback.cleared`. */
  readonly heard: HeardBy;
  /** True if it drops the audio that it has not played when it is told to. What it has got is otherwise heard to its end. */
  readonly clears: boolean;
  /**
   * How far audio is sent to it ahead of its playback, in ms. Less means that less is heard after an interruption, and more that
   * the network may hold audio up for longer. @default 200
   */
  readonly maxLeadMs?: number | undefined;
  /** True if it sends the keys of a telephone. */
  readonly digits: boolean;
  /** What it does with its line when its codec asks it to. @default nothing */
  readonly actions?: readonly LineAction['kind'][] | undefined;
  /** True if it can resume a session over another socket. Its codec sends every message with its `seq`. */
  readonly resumes: boolean;
  /**
   * True for a line that can come back over another socket, where its protocol begins anew: it gets a new codec, and the audio that it has not
   * reported as played. @default false
   */
  readonly returns?: boolean | undefined;
  /** True if its audio is in tracks beside a data channel: it comes back with another offer. @default false */
  readonly tracks?: boolean | undefined;
  /** Whether the user's audio comes in binary messages, or in text messages, such as JSON with base64. */
  readonly audioIn: 'binary' | 'text';
  /**
   * True if it sends audio all the time, as a telephone does. When none has come for 750 ms, silence takes its place, in step with
   * time, so that turns end. @default false
   */
  readonly continuous?: boolean | undefined;
  /** When audio may be sent: as soon as there is a socket (`server`), or when the codec has emitted `opened` (`peer`). */
  readonly opens: 'server' | 'peer';
}

/** Translates between a peer's protocol and antiphon.v1. It has no clock, no timer and no socket. */
export interface MediaCodec {
  /**
   * Returns what a message of the peer means, in order; nothing for one to ignore.
   *
   * @throws ConnectionError for a message that is none of the protocol; the peer is then disconnected
   */
  decode(message: PeerMessage): readonly PeerInput[];
  /** Returns what audio means that comes beside the messages, in a track. @default that audio */
  takeAudio?(frame: AudioFrame): readonly PeerInput[];
  /** Returns the messages for the peer, in order; none for what its protocol does not tell. */
  encode(output: PeerOutput): readonly PeerMessage[];
  /**
   * Returns the messages that ask the peer for an action of `capabilities.actions`; none if it cannot be asked now, and the action
   * fails. After `transfer` and `hangUp` the session ends. @default it cannot be asked for any
   */
  act?(action: LineAction): readonly PeerMessage[];
}

/** What of a session's config its peer has to know. */
export interface SessionRules {
  /** Whether the user can interrupt the agent. */
  readonly allowsInterruptions: boolean;
  /** What its peer may change. @default nothing */
  readonly updates?: UpdateRules | undefined;
}

/** What a peer may change of its session. */
export interface UpdateRules {
  readonly instructions: boolean;
  readonly tools: boolean;
  /** The names of the voices that it may choose. */
  readonly voices: readonly string[];
  /** The functions of the agent, whose names no tool of the peer can have. */
  readonly functions: readonly string[];
}

/** The protocol of one kind of peer: other people's clients, carriers, and antiphon.v1 itself. */
export interface MediaAdapter {
  /** Its name in `transport.protocol`: lower-case letters, digits, `.`, `_` and `-`, beginning with a letter. */
  readonly protocol: string;
  readonly capabilities: MediaCapabilities;
  /** Creates the codec of one session. `audio`: the agreed formats. */
  createCodec(audio: AudioFormats, rules: SessionRules): MediaCodec;
}
