import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import wavefile from 'wavefile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWav, writeWav } from '../../examples/talk/wav.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-wav-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(sampleRate: number, channels: number, depth: string, samples: readonly number[]): Promise<string> {
  const wav = new wavefile.WaveFile();
  wav.fromScratch(channels, sampleRate, depth, [...samples]);
  const path = join(folder, `${sampleRate}-${channels}-${depth}.wav`);
  await writeFile(path, wav.toBuffer());
  return path;
}

describe('a WAV file', () => {
  test.each([
    ['8', [0, 128, 255]],
    ['16', [-32_768, 0, 32_767]],
    ['24', [-8_388_608, 0, 8_388_607]],
    ['32', [-2_147_483_648, 0, 2_147_483_647]],
    ['32f', [-1, 0, 1]],
    ['64', [-1, 0, 1]],
  ])('of %s bits is read at its rate', async (depth, samples) => {
    const read = await readWav(await file(11_025, 1, depth, samples));
    expect(read).toEqual({ samples: Int16Array.of(-32_768, 0, 32_767), sampleRate: 11_025 });
  });

  test.each([['toMuLaw'], ['toALaw']] as const)('of a telephone is read: %s', async (compress) => {
    const wav = new wavefile.WaveFile();
    const tone = Array.from({ length: 1000 }, (_, n) => Math.round(8000 * Math.sin(n / 20)));
    wav.fromScratch(1, 8000, '16', tone);
    wav[compress]();
    const path = join(folder, `${compress}.wav`);
    await writeFile(path, wav.toBuffer());
    const { samples } = await readWav(path);
    const errors = tone.map((sample, n) => Math.abs(sample - (samples[n] ?? 0)));
    expect(errors.reduce((sum, error) => sum + error, 0) / tone.length).toBeLessThan(200);
  });

  test('with several channels is mixed into one', async () => {
    const { samples } = await readWav(await file(48_000, 2, '16', [100, 300, -50, -150, 32_767, 32_767]));
    expect(samples).toEqual(Int16Array.of(200, -100, 32_767));
  });

  test('that was written is what is read', async () => {
    const path = join(folder, 'written.wav');
    await writeWav(path, { sampleRate: 24_000, channels: [Int16Array.of(1, 2, 3), Int16Array.of(3, 4, 5)] });
    expect(await readWav(path)).toEqual({ samples: Int16Array.of(2, 3, 4), sampleRate: 24_000 });
  });
});

describe('the error says what is wrong with a file', () => {
  const broken = join('a', 'folder', 'broken.wav');

  test('it is not there', async () => {
    await expect(readWav(broken)).rejects.toThrow(`${broken}: cannot be read (ENOENT`);
  });

  test.each([
    ['it is empty', ''],
    ['it is something else', 'This is no sound at all.'],
    ['it breaks off in its header', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '],
  ])('%s', async (_, content) => {
    const path = join(folder, 'broken.wav');
    await writeFile(path, content);
    await expect(readWav(path)).rejects.toThrow(`${path}: expected a WAV file (`);
  });

  test('there is no sound in it', async () => {
    const path = await file(8000, 1, '16', []);
    await expect(readWav(path)).rejects.toThrow(`${path}: there is no sound in it`);
  });
});
