import type { AudioDecoderSource } from '../../src/wire/audio/decoder.ts';
import { alaw, mulaw } from '../../src/wire/audio/g711.ts';
import { mp3 } from '../../src/wire/audio/mp3.ts';
import { pcm16 } from '../../src/wire/audio/pcm.ts';
import type { ElevenLabsEncoding } from './settings.ts';

export interface AudioFormat {
  /** In Hz. */
  readonly sampleRate: number;
  /** Bytes of encoded audio per ms; mp3 has a constant bit rate. */
  readonly bytesPerMs: number;
  readonly decoder: AudioDecoderSource;
}

/** Parses the name of an encoding: codec, rate in Hz, and for mp3 the bit rate in kbit/s. */
export function parseFormat(encoding: ElevenLabsEncoding): AudioFormat {
  const [codec = '', rate, kilobits] = encoding.split('_');
  const sampleRate = Number(rate);
  switch (codec) {
    case 'mp3':
      return { sampleRate, bytesPerMs: Number(kilobits) / 8, decoder: mp3 };
    case 'ulaw':
      return { sampleRate, bytesPerMs: sampleRate / 1000, decoder: mulaw };
    case 'alaw':
      return { sampleRate, bytesPerMs: sampleRate / 1000, decoder: alaw };
    default:
      return { sampleRate, bytesPerMs: (2 * sampleRate) / 1000, decoder: pcm16 };
  }
}
