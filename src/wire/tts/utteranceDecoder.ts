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
export function createUtteranceDecoder(
  source: AudioDecoderSource,
  listener: UtteranceDecoderListener,
): UtteranceDecoder {
  let decoder: AudioDecoder | null = null;
  let isStopped = false;
  const early: TtsResult[] = [];
  const push = (result: TtsResult): void => {
    if (isStopped) return;
    if (decoder === null) return void early.push(result);
    try {
      const event = decode(result, decoder);
      if (event !== null) listener.decoded(event);
    } catch (error) {
      listener.failed(error);
    }
  };
  const loading = source.subscribe({
    next: (loaded) => {
      decoder = loaded;
      early.splice(0).forEach(push);
    },
    error: listener.failed,
  });
  return {
    push,
    stop: () => {
      isStopped = true;
      loading.unsubscribe();
    },
  };
}

/** Returns null for audio that completes no sample. */
function decode(result: TtsResult, decoder: AudioDecoder): DecodedEvent | null {
  if (result.kind !== 'audio') return result;
  const samples = decoder.push(result.bytes);
  return samples.length > 0 ? { kind: 'sound', samples } : null;
}
