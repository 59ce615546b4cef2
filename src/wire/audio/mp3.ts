import { Observable } from 'rxjs';
import type * as mpg123 from 'mpg123-decoder';
import type { MPEGDecoder } from 'mpg123-decoder';
import { requirePackages } from '../../core/requirePackages.ts';
import type { AudioDecoder, AudioDecoderSource } from './decoder.ts';

const DECODER = 'mpg123-decoder';

/**
 * Decodes streamed MPEG audio of any layer, sample rate and bit rate; of two channels, the left one. The decoder
 * (WebAssembly) is loaded on the first subscription and freed on unsubscribe. Errors with `provider_unavailable` without
 * the optional package mpg123-decoder.
 *
 * @example
 * ```ts
 * import { mp3 } from 'antiphon/providers';
 * import { readFileSync } from 'node:fs';
 * import { first } from 'rxjs';
 *
 * mp3.pipe(first()).subscribe((decoder) => {
 *   const samples = decoder.push(readFileSync('greeting.mp3'));
 *   console.log(samples.length, decoder.sampleRate);
 * });
 * ```
 */
export const mp3: AudioDecoderSource = new Observable((subscriber) => {
  load().then(
    (decoder) => {
      subscriber.add(() => decoder.free());
      subscriber.next(createMp3Decoder(decoder));
    },
    (error: unknown) => subscriber.error(error),
  );
});

function createMp3Decoder(decoder: MPEGDecoder): AudioDecoder {
  let rate: number | undefined;
  return {
    get sampleRate() {
      return rate;
    },
    push: (bytes) => {
      const { channelData, sampleRate, samplesDecoded } = decoder.decode(bytes);
      if (samplesDecoded > 0) rate = sampleRate;
      return samplesOf(channelData[0] ?? SILENCE);
    },
  };
}

async function load(): Promise<MPEGDecoder> {
  requireMp3();
  // An expression, so that a bundler does not need the package.
  const { MPEGDecoder: Decoder } = (await import(/* webpackIgnore: true */ DECODER)) as typeof mpg123;
  const decoder = new Decoder();
  await decoder.ready;
  return decoder;
}

/** @throws AntiphonError `provider_unavailable` if the decoder is not installed */
export function requireMp3(provider?: string): void {
  requirePackages([DECODER], 'speech in mp3', { code: 'provider_unavailable', provider });
}

const SILENCE = new Float32Array();

/** Converts samples to 16 bits. Clamps peaks beyond 1. */
function samplesOf(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))));
}
