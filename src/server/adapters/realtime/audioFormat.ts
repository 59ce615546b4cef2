import { createResampler, type Resampler } from '../../../core/resampler.ts';
import type { AudioFrame } from '../../../core/audio.ts';
import { bytesOfSamples, toBase64 } from '../../../wire/bytes.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from '../../../wire/audio/g711.ts';
import type { RealtimeFormat } from './clientEvents.ts';

/** Sample rate of the session, in Hz. */
export const SAMPLE_RATE = 24_000;
const TELEPHONE_RATE = 8000;

export const PCM: RealtimeFormat = { type: 'audio/pcm', rate: SAMPLE_RATE };

/** Decodes the client's audio. An incomplete sample at the end of a chunk is kept until the next chunk. */
export interface AudioDecoder {
  decode(base64: string): AudioFrame;
  /** Drops the incomplete sample. */
  reset(): void;
}

export function createAudioDecoder({ type }: RealtimeFormat): AudioDecoder {
  if (type !== 'audio/pcm') {
    const decode = type === 'audio/pcmu' ? decodeMulaw : decodeAlaw;
    return {
      decode: (base64) => ({ samples: decode(Buffer.from(base64, 'base64')), sampleRate: TELEPHONE_RATE }),
      reset: () => {},
    };
  }
  let rest: Uint8Array = new Uint8Array(0);
  return {
    decode: (base64) => {
      // Copied, so that the samples are aligned to an even address.
      const bytes = new Uint8Array(Buffer.concat([rest, Buffer.from(base64, 'base64')]));
      const whole = bytes.length - (bytes.length % 2);
      rest = bytes.slice(whole);
      return { samples: new Int16Array(bytes.buffer, 0, whole / 2), sampleRate: SAMPLE_RATE };
    },
    reset: () => void (rest = new Uint8Array(0)),
  };
}

/** Encodes the agent's audio for the client, in base64. */
export interface AudioEncoder {
  encode(samples: Int16Array): string;
  /** Returns the rest of an utterance, or "" if nothing is left. */
  end(): string;
}

export function createAudioEncoder({ type }: RealtimeFormat): AudioEncoder {
  if (type === 'audio/pcm') return { encode: (samples) => toBase64(bytesOfSamples(samples)), end: () => '' };
  const encode = type === 'audio/pcmu' ? encodeMulaw : encodeAlaw;
  let resampler: Resampler = createResampler(SAMPLE_RATE, TELEPHONE_RATE);
  return {
    encode: (samples) => toBase64(encode(resampler.push(samples))),
    end: () => {
      const rest = resampler.flush();
      resampler = createResampler(SAMPLE_RATE, TELEPHONE_RATE);
      return toBase64(encode(rest));
    },
  };
}
