import type { AudioDecoder, AudioDecoderSource } from '../audio/decoder.ts';
import type { UtteranceEvent } from './ttsConnection.ts';

/** What comes of an utterance, with its audio as samples. */
export type DecodedEvent =
  | { readonly kind: 'sound'; readonly samples: Int16Array }
  | Exclude<UtteranceEvent, { readonly kind: 'audio' }>;

export interface UtteranceDecoder {
  push(what: UtteranceEvent): void;
  /** From here on nothing is emitted; frees the decoder. */
  stop(): void;
}

export interface UtteranceDecoderListener {
  decoded(what: DecodedEvent): void;
  failed(error: unknown): void;
}

/** Decodes what comes of one utterance, in its order; until the decoder is there, it is kept. */
export function createUtteranceDecoder(open: AudioDecoderSource, listener: UtteranceDecoderListener): UtteranceDecoder {
  let decoder: AudioDecoder | null = null;
  let kept: UtteranceEvent[] = [];
  let stopped = false;

  const decode = (what: UtteranceEvent, by: AudioDecoder): void => {
    if (what.kind !== 'audio') return listener.decoded(what);
    const samples = by.push(what.bytes);
    if (samples.length > 0) listener.decoded({ kind: 'sound', samples });
  };
  const push = (what: UtteranceEvent): void => {
    if (stopped) return;
    if (decoder === null) {
      kept.push(what);
      return;
    }
    try {
      decode(what, decoder);
    } catch (error) {
      listener.failed(error);
    }
  };
  const loading = open.subscribe({
    next: (loaded) => {
      decoder = loaded;
      const before = kept;
      kept = [];
      for (const what of before) push(what);
    },
    error: listener.failed,
  });
  return {
    push,
    stop: () => {
      stopped = true;
      loading.unsubscribe();
    },
  };
}
