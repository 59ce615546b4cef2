import type { AudioDecoderSource } from '../audio/decoder.ts';
import type { SocketEnd, SocketFrame, SocketRequest } from '../socket.ts';
import type { WireFault } from '../fault.ts';

/** A word as the provider times it; offsets in ms from the utterance's first sample. */
export interface SpokenWord {
  /** As it stands in the text, or nearly; with or without punctuation. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * What a dialect wants done, or has understood. Utterances are numbered 0, 1, 2 … over all connections of a voice; a number
 * is never used again, also not where an utterance is tried again.
 */
export type TtsAction =
  | { readonly kind: 'send'; readonly frame: SocketFrame }
  /** The connection is set up: utterances may begin. */
  | { readonly kind: 'ready' }
  /** The next bytes of the utterance's audio, cut anywhere. */
  | { readonly kind: 'audio'; readonly utterance: number; readonly bytes: Uint8Array }
  | { readonly kind: 'words'; readonly utterance: number; readonly words: readonly SpokenWord[] }
  /** All audio of the text up to the earliest flush that was not answered yet has come. */
  | { readonly kind: 'flushed'; readonly utterance: number }
  /** All audio has come; the connection is free of the utterance. Before its `end`: what text follows is another utterance. */
  | { readonly kind: 'done'; readonly utterance: number }
  /** A cancelled utterance is over on the wire, too: the connection is free of it. */
  | { readonly kind: 'released'; readonly utterance: number }
  /** The utterance failed, and is over; the connection goes on. */
  | { readonly kind: 'failed'; readonly utterance: number; readonly fault: WireFault }
  /** Something that is to be reported and hinders nothing. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The connection serves no longer. */
  | { readonly kind: 'fault'; readonly fault: WireFault };

/**
 * One connection's worth of a voice's language, pure: it is told what happens and says what to do. It holds no socket and
 * no timer. What comes for an utterance that was cancelled it may pass on or not: it is dropped. Frames it does not know
 * mean nothing to it; a frame that it cannot read must not throw.
 */
export interface TtsDialect {
  /** The socket is open. A wire that needs no setting up answers `ready`. */
  open(): readonly TtsAction[];
  /** Its first text follows at once. */
  begin(utterance: number): readonly TtsAction[];
  /** Text as it is generated, verbatim; all of it in order is the utterance. */
  text(utterance: number, text: string): readonly TtsAction[];
  /** No text has come for a while: what there is shall be spoken. Answered by `flushed` where the wire can tell. */
  flush(utterance: number): readonly TtsAction[];
  /** That was all text. Answered by `done`. */
  end(utterance: number): readonly TtsAction[];
  /**
   * The utterance is cut; it was begun and is not done. A wire that can cancel says so, and answers `released` (in this
   * very call, if nothing of it can still come to hinder another). On one that cannot, the connection is dropped.
   */
  cancel?(utterance: number): readonly TtsAction[];
  receive(frame: SocketFrame): readonly TtsAction[];
  /** Nothing was sent for the wire's `keepAliveMs`. */
  idle?(): readonly TtsAction[];
  /** The connection is about to be closed on purpose. */
  close?(): readonly TtsAction[];
}

/** A provider's wire: how to reach it, and how to talk to it. */
export interface TtsWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate of its audio once decoded, in Hz. */
  readonly sampleRate: number;
  /** Whether it wants whole sentences, each an utterance of its own here, or takes text as it is generated. */
  readonly accepts: 'sentences' | 'tokens';
  /** BCP-47 tag of the voice. */
  readonly language: string;
  /** Called for each connection. */
  readonly request: () => SocketRequest;
  /** Called for each connection. */
  readonly dialect: () => TtsDialect;
  /** Subscribed to for each utterance. */
  readonly decoder: AudioDecoderSource;
  /** How many utterances one connection carries at a time; one that was cancelled counts until it is released. */
  readonly maxConcurrent: number;
  /** How many utterances one connection carries in its life. Absent: any number. */
  readonly maxUtterances?: number | undefined;
  /** How long `released` is waited for before the connection is given up, in ms. Default 1000. */
  readonly releaseMs?: number | undefined;
  /** How long nothing may be sent, in ms. Absent: for ever. */
  readonly keepAliveMs?: number | undefined;
  /** The age at which a connection takes no further utterance, in ms. Absent: none. */
  readonly maxAgeMs?: number | undefined;
  /** How an end that was not asked for is taken. Default `faultOfEnd`. */
  readonly faultOf?: ((end: SocketEnd, nowMs: number) => WireFault) | undefined;
}
