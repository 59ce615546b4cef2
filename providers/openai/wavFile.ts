import { bytesOfSamples } from '../../src/wire/bytes.ts';

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Creates a WAV file of 16-bit mono samples; `sampleRate` in Hz. */
export function createWavFile(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const audio = bytesOfSamples(samples);
  const file = new Uint8Array(HEADER_BYTES + audio.length);
  const view = new DataView(file.buffer);
  const name = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at);
  name(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  name(36, 'data');
  view.setUint32(40, audio.length, true);
  file.set(audio, HEADER_BYTES);
  return file;
}
