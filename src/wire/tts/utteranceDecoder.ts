import type { AudioDecoder, AudioDecoderSource } from '../audio/decoder.ts';
import type { TtsResult } from './dialect.ts';

/** A result of an utterance, with its audio as samples. */
export type DecodedEvent =
  | { readonly kind: 'sound'; readonly samples: Int16Array }
  | Exclude<TtsResult, { readonly kind: 'audio' }>;

/** The decoder of one utterance. */
export interface UtteranceDecoder {
  push(result: TtsResult): void;
  /** Frees the decoder. Nothing is emitted any more. */
  stop(): void;
}

export interface UtteranceDecoderListener {
  decoded(event: DecodedEvent): void;
  failed(error: unknown): void;
}

/** Decodes the audio of one utterance among its other results, in order; keeps them until the decoder is loaded. */
export function createUtteranceDecoder(open: AudioDecoderSource, listener: UtteranceDecoderListener): UtteranceDecoder {
  let decoder: AudioDecoder | null = null;
  let kept: TtsResult[] = [];
  let stopped = false;

  const decode = (result: TtsResult, by: AudioDecoder): void => {
    if (result.kind !== 'audio') return listener.decoded(result);
    const samples = by.push(result.bytes);
    if (samples.length > 0) listener.decoded({ kind: 'sound', samples });
  };
  const push = (result: TtsResult): void => {
    if (stopped) return;
    if (decoder === null) {
      kept.push(result);
      return;
    }
    try {
      decode(result, decoder);
    } catch (error) {
      listener.failed(error);
    }
  };
  const loading = open.subscribe({
    next: (loaded) => {
      decoder = loaded;
      const before = kept;
      kept = [];
      for (const result of before) push(result);
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
