import { Observable } from 'rxjs';
import type { MPEGDecoder } from 'mpg123-decoder';
import type { AudioDecoder, AudioDecoderSource } from './decoder.ts';

/**
 * Decodes streamed MPEG audio of any layer, sample rate and bit rate; of two channels, the left one. The decoder
 * (WebAssembly) is loaded on the first subscription and freed on unsubscribe.
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
  const { MPEGDecoder: Decoder } = await import('mpg123-decoder');
  const decoder = new Decoder();
  await decoder.ready;
  return decoder;
}

const SILENCE = new Float32Array();

/** Converts samples to 16 bits. Clamps peaks beyond 1. */
function samplesOf(floats: Float32Array): Int16Array {
  return Int16Array.from(floats, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))));
}
