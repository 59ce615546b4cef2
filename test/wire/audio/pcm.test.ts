import { firstValueFrom } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { pcm16 } from '../../../src/wire/audio/pcm.ts';
import { decoded, littleEnd } from './decoding.ts';

const SAMPLES = [0, 1, -1, 258, -32_768, 32_767, -12_345];

describe('bare 16-bit PCM', () => {
  test.each([1, 2, 3, 5, 14])('comes out as the same samples when it comes in pieces of %i bytes', async (length) => {
    expect([...(await decoded(pcm16, littleEnd(SAMPLES), length))]).toEqual(SAMPLES);
  });

  test('may begin at an odd place of a buffer', async () => {
    const buffer = Buffer.concat([Buffer.alloc(1), littleEnd(SAMPLES)]);
    expect([...(await decoded(pcm16, buffer.subarray(1)))]).toEqual(SAMPLES);
  });

  test('ends with its last whole sample', async () => {
    expect([...(await decoded(pcm16, littleEnd(SAMPLES).subarray(0, 5)))]).toEqual([0, 1]);
  });

  test('keeps nothing of a buffer that its owner uses again', async () => {
    const { push } = await firstValueFrom(pcm16);
    const buffer = Buffer.from(littleEnd([258]));
    push(buffer.subarray(0, 1));
    buffer.fill(0);
    expect([...push(Uint8Array.of(1))]).toEqual([258]);
  });

  test('is decoded anew for each subscription', async () => {
    const first = await firstValueFrom(pcm16);
    first.push(Uint8Array.of(7));
    const second = await firstValueFrom(pcm16);
    expect([...second.push(littleEnd([258]))]).toEqual([258]);
  });
});
