import { createResampler, type Resampler } from '../../../core/resampler.ts';
import type { AudioFrame } from '../../../core/audio.ts';
import { bytesOfSamples, toBase64 } from '../../../wire/bytes.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from '../../../wire/audio/g711.ts';
import type { RealtimeFormat } from './clientEvents.ts';

/** Of the session, in Hz. */
export const SAMPLE_RATE = 24_000;
const TELEPHONE_RATE = 8000;

export const PCM: RealtimeFormat = { type: 'audio/pcm', rate: SAMPLE_RATE };

/** Decodes the audio of the client. Returns undefined for PCM that is no whole samples. */
export function decodeAudio({ type }: RealtimeFormat, base64: string): AudioFrame | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (type === 'audio/pcmu') return { samples: decodeMulaw(bytes), sampleRate: TELEPHONE_RATE };
  if (type === 'audio/pcma') return { samples: decodeAlaw(bytes), sampleRate: TELEPHONE_RATE };
  if (bytes.length % 2 !== 0) return undefined;
  return { samples: new Int16Array(new Uint8Array(bytes).buffer), sampleRate: SAMPLE_RATE };
}

/** Encodes the agent's audio for the client, in base64. */
export interface AudioEncoder {
  encode(samples: Int16Array): string;
  /** Returns the rest of an utterance; "" if there is none. */
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
