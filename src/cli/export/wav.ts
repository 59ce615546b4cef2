import { createWavHeader } from '../../wire/audio/wavHeader.ts';
import { lengthOf, type Channel } from './channel.ts';

/** A WAV file of 16-bit samples, of which any part can be read. */
export interface WavFile {
  /** Its length, including the header. */
  readonly bytes: number;
  /** Returns a range of its bytes, including `from` and excluding `to`. */
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
}

/** Length of a file, of which the header writes 32 bits. */
export const MAX_WAV_BYTES = 0xff_ff_ff_ff;

/** Creates a WAV file of the channels. It lasts at least until `endMs`. */
export function createWav(channels: readonly Channel[], rate: number, endMs: number): WavFile {
  const frameBytes = 2 * channels.length;
  const audioBytes = lengthOf(channels, endMs, rate) * frameBytes;
  const headerBytes = createWavHeader(rate, channels.length).length;
  return {
    bytes: headerBytes + audioBytes,
    read: (from, to) => {
      const header = createWavHeader(rate, channels.length, audioBytes).subarray(from, to);
      const start = Math.max(0, from - headerBytes);
      const first = Math.floor(start / frameBytes);
      const last = Math.ceil(Math.max(0, Math.min(to, headerBytes + audioBytes) - headerBytes) / frameBytes);
      const frames = interleave(channels, first, Math.max(0, last - first));
      const skipped = start - first * frameBytes;
      return Buffer.concat([header, frames.subarray(skipped, skipped + Math.max(0, to - Math.max(from, headerBytes)))]);
    },
  };
}

function interleave(channels: readonly Channel[], from: number, count: number): Buffer {
  const frames = Buffer.alloc(count * 2 * channels.length);
  for (const [n, channel] of channels.entries()) {
    const samples = channel.read(from, count);
    for (let at = 0; at < count; at += 1) frames.writeInt16LE(samples[at] ?? 0, 2 * (at * channels.length + n));
  }
  return frames;
}
