import { describe, expect, test } from 'vitest';
import { parseFormat } from '../../../providers/elevenlabs/formats.ts';
import { alaw, mulaw } from '../../../src/wire/audio/g711.ts';
import { mp3 } from '../../../src/wire/audio/mp3.ts';
import { pcm16 } from '../../../src/wire/audio/pcm.ts';

describe('parseFormat', () => {
  test.each([
    ['mp3_22050_32', { sampleRate: 22_050, bytesPerMs: 4, decoder: mp3 }],
    ['mp3_44100_192', { sampleRate: 44_100, bytesPerMs: 24, decoder: mp3 }],
    ['pcm_16000', { sampleRate: 16_000, bytesPerMs: 32, decoder: pcm16 }],
    ['pcm_48000', { sampleRate: 48_000, bytesPerMs: 96, decoder: pcm16 }],
    ['ulaw_8000', { sampleRate: 8000, bytesPerMs: 8, decoder: mulaw }],
    ['alaw_8000', { sampleRate: 8000, bytesPerMs: 8, decoder: alaw }],
  ] as const)('%s', (encoding, format) => expect(parseFormat(encoding)).toEqual(format));
});
