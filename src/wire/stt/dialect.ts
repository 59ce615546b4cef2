import type { TranscriptDetails } from '../../core/speech.ts';
import type { SocketEnd, SocketFrame, SocketRequest } from '../socket.ts';
import type { WireFault } from '../fault.ts';

/**
 * What a dialect wants done, or has understood. An utterance is a stretch of speech whose text is asked for as a whole: a
 * segment, or a part of one between flushes. Utterances are numbered 0, 1, 2 … and told one after the other. Words in
 * `details` are timed from the start of the utterance's audio.
 */
export type SttAction =
  | { readonly kind: 'send'; readonly frame: SocketFrame }
  /** The connection is set up: speech may be told. Until then it is kept. */
  | { readonly kind: 'ready' }
  /** What the recogniser now makes of what follows the utterance's pieces; replaces the interim before. */
  | {
      readonly kind: 'interim';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /** The next stretch of the utterance's text, which will not change; the interim before it is used up. */
  | {
      readonly kind: 'piece';
      readonly utterance: number;
      readonly text: string;
      readonly details?: TranscriptDetails | undefined;
    }
  /** Nothing more comes for the utterance: its pieces, joined by spaces, are its text. It counts only after its `end` was told. */
  | { readonly kind: 'done'; readonly utterance: number }
  /** The utterance failed, and no more of it is told, not even its end; the connection goes on. */
  | { readonly kind: 'failed'; readonly utterance: number; readonly fault: WireFault }
  /** The connection serves no longer. What is unsettled is told again on another, if the fault lets it. */
  | { readonly kind: 'fault'; readonly fault: WireFault }
  /** The provider complains of something that hinders nothing: it is reported. */
  | { readonly kind: 'warning'; readonly message: string }
  /** The server will end the connection in so many ms: it is replaced before, between utterances. */
  | { readonly kind: 'expires'; readonly inMs: number };

/**
 * One connection's worth of a recogniser's language, pure: it is told what happens and says what to do. It holds no
 * socket and no timer. Frames it does not know mean nothing to it; a frame that it cannot read must not throw.
 */
export interface SttDialect {
  /** The socket is open. A wire that needs no setting up answers `ready`. */
  open(): readonly SttAction[];
  begin(utterance: number): readonly SttAction[];
  /** 16-bit mono samples at the wire's rate. */
  audio(utterance: number, samples: Int16Array): readonly SttAction[];
  /** The user has stopped: the text is wanted now. */
  end(utterance: number): readonly SttAction[];
  receive(frame: SocketFrame): readonly SttAction[];
  /** Nothing was sent for the wire's `keepAliveMs`. */
  idle?(): readonly SttAction[];
  /** The connection is about to be closed on purpose. */
  close?(): readonly SttAction[];
}

/** A provider's wire: how to reach it, and how to talk to it. */
export interface SttWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** Whether interim results come while the user speaks. */
  readonly interims: boolean;
  /** Called for each connection. */
  readonly request: () => SocketRequest;
  /** Called for each connection. */
  readonly dialect: () => SttDialect;
  /**
   * How long after an utterance's end was sent its `done` is waited for, in ms. Then what has come of it stands for its
   * text; a `done` that comes later with another text is passed on as a late final.
   */
  readonly answerMs: number;
  /**
   * What it means where nothing has come by then: that there was nothing to understand (`answers`), if the server is alive
   * (it answers pings), or a fault (`fails`). After a fault the utterance is told again, once, on another connection.
   */
  readonly silence: 'answers' | 'fails';
  /** How long nothing may be sent, in ms. Absent: for ever. */
  readonly keepAliveMs?: number | undefined;
  /** The age at which a connection is replaced, between utterances, in ms. Absent: none. */
  readonly maxAgeMs?: number | undefined;
  /** How an end that was not asked for is taken. Default `faultOfEnd`. */
  readonly faultOf?: ((end: SocketEnd, nowMs: number) => WireFault) | undefined;
}
