import type { AudioDecoder } from '../audio/decoder.ts';
import { createRateConverter } from '../audio/rateConverter.ts';
import type { TtsResult, TtsWire } from './dialect.ts';

/** A result of an utterance, with audio as samples. */
export type DecodedEvent =
  | { readonly kind: 'sound'; readonly samples: Int16Array }
  | Exclude<TtsResult, { readonly kind: 'audio' }>;

/** The decoder of one utterance. */
export interface UtteranceDecoder {
  push(result: TtsResult): void;
  /** Frees the decoder. Nothing more is emitted. */
  stop(): void;
}

export interface UtteranceDecoderListener {
  decoded(event: DecodedEvent): void;
  failed(error: unknown): void;
}

/**
 * Decodes the audio of one utterance at `sampleRate` Hz, in order with its other results. Holds them back until the
 * decoder is loaded.
 */
export function createUtteranceDecoder(
  { decoder: source, sampleRate }: Pick<TtsWire, 'decoder' | 'sampleRate'>,
  listener: UtteranceDecoderListener,
): UtteranceDecoder {
  const converter = createRateConverter(sampleRate);
  let decoder: AudioDecoder | null = null;
  let isStopped = false;
  const early: TtsResult[] = [];
  const sound = (samples: Int16Array): void => {
    if (samples.length > 0) listener.decoded({ kind: 'sound', samples });
  };
  const push = (result: TtsResult): void => {
    if (isStopped) return;
    if (decoder === null) return void early.push(result);
    try {
      if (result.kind === 'done') sound(converter.end());
      if (result.kind !== 'audio') return listener.decoded(result);
      const samples = decoder.push(result.bytes);
      sound(converter.push({ samples, sampleRate: decoder.sampleRate }));
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
