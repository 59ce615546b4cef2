import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { from, lastValueFrom, toArray } from 'rxjs';
import { VAD_PROVIDERS } from '../../../providers/registry.ts';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { splitSamples } from '../../core/audio.ts';
import type { VadModel } from '../../core/ports.ts';
import { decodeWav } from '../../wire/audio/wav.ts';
import { spreadWords, type KnownWord } from './knownWords.ts';

/** In Hz. */
const RATE = 16_000;
const WINDOW = 512;

/** The speech of a recorded user, with its words. */
export interface KnownSpeech {
  readonly name: string;
  /** At 16 kHz. */
  readonly samples: Int16Array;
  readonly words: readonly KnownWord[];
}

/** Creates the bundled Silero at the rate of the speech. */
export function createSilero(): VadModel {
  const { silero } = VAD_PROVIDERS;
  return silero.create(silero.schema().parse({ provider: 'silero', sample_rate: RATE }));
}

/**
 * Lists the audio files of a folder.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there are none
 */
export async function listWavs(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `score.suite: "${folder}": ${messageOf(cause)}`, { cause });
  });
  const wavs = names.filter((name) => name.endsWith('.wav')).toSorted();
  if (wavs.length > 0) return wavs;
  throw new AntiphonError('usage_invalid', `score.suite: expected audio (*.wav) in "${folder}", found none`);
}

/** Reads a WAV file without its words. */
export async function readSound(folder: string, name: string): Promise<KnownSpeech> {
  return { name, samples: await readWav(join(folder, name)), words: [] };
}

/** Reads a WAV file and the accompanying text, `NAME.txt`. Locates the words in the audio with Silero. */
export async function readSpeech(folder: string, name: string): Promise<KnownSpeech> {
  const textFile = join(folder, name.replace(/\.wav$/u, '.txt'));
  const text = await readFile(textFile, 'utf8').catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `score.suite: expected the words of "${name}" in "${textFile}"`, {
      cause,
    });
  });
  const samples = await readWav(join(folder, name));
  const windows = splitSamples(samples, WINDOW).filter(({ length }) => length === WINDOW);
  const scores = await lastValueFrom(createSilero().score(from(windows)).pipe(toArray()), { defaultValue: [] });
  const words = text.split(/\s+/u).filter(Boolean);
  return { name, samples, words: spreadWords(words, scores, (WINDOW * 1000) / RATE) };
}

async function readWav(path: string): Promise<Int16Array> {
  try {
    return decodeWav(await readFile(path), RATE);
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `score.suite: "${path}": ${messageOf(cause)}`, { cause });
  }
}
