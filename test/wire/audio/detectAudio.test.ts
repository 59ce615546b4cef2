import { from, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createWavHeader } from '../../../src/wire/audio/wavHeader.ts';
import { decodeDetected } from '../../../src/wire/tts/decodeDetected.ts';
import { littleEnd } from './decoding.ts';
import { mp3File } from './mp3File.ts';

const RATE = 24_000;
const PIECES = [1, 7, 4096];

/** A tone of 440 Hz. */
function tone(sampleRate: number, seconds = 0.5): Int16Array {
  return Int16Array.from(
    { length: sampleRate * seconds },
    (_, n) => 10_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

async function decode(type: string, file: Uint8Array, length = file.length): Promise<Int16Array> {
  const pieces = Array.from({ length: Math.ceil(file.length / length) }, (_, n) =>
    file.subarray(n * length, (n + 1) * length),
  );
  const samples = await lastValueFrom(from(pieces).pipe(decodeDetected(type, RATE), toArray()));
  return Int16Array.from(samples.flatMap((some) => [...some]));
}

/** The number of upward zero crossings per second in the middle, and the duration in whole halves of a second. */
function heard(samples: Int16Array): { readonly hertz: number; readonly seconds: number } {
  const middle = samples.subarray(RATE / 8, (3 * RATE) / 8);
  const ups = middle.filter((sample, n) => sample >= 0 && (middle[n - 1] ?? 0) < 0).length;
  return { hertz: Math.round(ups / 5) * 20, seconds: Math.floor((2 * samples.length) / RATE) / 2 };
}

const HEARD = { hertz: 440, seconds: 0.5 };

describe('the audio of an answer', () => {
  test.each<[string, string, () => Uint8Array]>([
    ['WAV at 16 kHz, said to be PCM', 'audio/pcm', () => riff(16_000, 1, tone(16_000))],
    ['WAV at 44.1 kHz', 'audio/wav', () => riff(44_100, 1, tone(44_100))],
    ['WAV at 24 kHz, without a type', '', () => riff(RATE, 1, tone(RATE))],
    ['WAV with two channels', 'audio/x-wav', () => riff(RATE, 2, twice(tone(RATE)))],
    ['mp3 at 24 kHz, said to be bytes', 'application/octet-stream', () => mp3File(RATE, 64, tone(RATE))],
    ['mp3 at 22.05 kHz, said to be PCM', 'audio/pcm', () => mp3File(22_050, 32, tone(22_050))],
    ['mp3 at 44.1 kHz', 'audio/mpeg', () => mp3File(44_100, 128, tone(44_100))],
    ['PCM', 'audio/pcm', () => bytesOf(tone(RATE))],
    ['PCM at a rate that its type says', 'audio/pcm;rate=16000', () => bytesOf(tone(16_000))],
    ['PCM with two channels', 'audio/L16; rate=8000; channels=2', () => bytesOf(twice(tone(8000)))],
  ])('is as long and as high as it was meant: %s', async (_, type, file) => {
    expect(heard(await decode(type, file(), 4096))).toEqual(HEARD);
  });

  test.each(PIECES)('is found in pieces of %i bytes', async (length) => {
    expect(heard(await decode('', riff(16_000, 1, tone(16_000)), length))).toEqual(HEARD);
    expect(heard(await decode('', mp3File(RATE, 64, tone(RATE)), length))).toEqual(HEARD);
  });

  test.each([[[1, -2, 3]], [[]], [[-1]], [[0x4952, 5]], [[0, 0]], [[-1025, 3, 4]]])(
    'may be few samples: %j',
    async (samples) => {
      for (const length of PIECES) expect([...(await decode('', littleEnd(samples), length))]).toEqual(samples);
    },
  );

  test('begins with the first bytes that tell its format', async () => {
    const pieces = [Uint8Array.of(1, 0, 2), Uint8Array.of(0)];
    const samples = await lastValueFrom(from(pieces).pipe(decodeDetected('audio/pcm', RATE), toArray()));
    expect(samples.map((some) => [...some])).toEqual([[1], [2]]);
  });

  test.each<[string, string, Uint8Array]>([
    ['Ogg/Opus', 'audio/pcm', Buffer.from(`OggS${'\0'.repeat(24)}OpusHead${'\0'.repeat(40)}`)],
    ['Ogg/Vorbis', '', Buffer.from(`OggS${'\0'.repeat(24)}\u0001vorbis${'\0'.repeat(40)}`)],
    ['FLAC', '', Buffer.from('fLaC0000000000')],
    ['WebM', '', Buffer.from('1a45dfa3000000000000000000', 'hex')],
    ['MP4', '', Buffer.from('\0\0\0 ftypM4A \0\0\0\0')],
    ['audio/aac', 'audio/aac', Buffer.from('fff150800000fc0000000000', 'hex')],
    ['audio/ogg', 'audio/ogg; codecs=opus', Buffer.from('unknown bytes')],
    ['a WAV file in ADPCM, 1 channels, 4 bits', '', riff(8000, 1, tone(8000), 2, 4)],
  ])('in %s fails with its name', async (name, type, file) => {
    await expect(decode(type, file)).rejects.toThrow(name);
  });
});

function twice(samples: Int16Array): Int16Array {
  return Int16Array.from({ length: samples.length * 2 }, (_, n) => samples[n >> 1] ?? 0);
}

function riff(sampleRate: number, channels: number, samples: Int16Array, codec = 1, bits = 16): Uint8Array {
  const header = createWavHeader(sampleRate, channels, samples.byteLength);
  header.writeUInt16LE(codec, 20);
  header.writeUInt16LE(bits, 34);
  return Buffer.concat([header, bytesOf(samples)]);
}
