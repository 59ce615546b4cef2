import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { readRecording } from '../../record/read.ts';
import { fromSession } from './fromSession.ts';
import { fromWav } from './fromWav.ts';
import type { TimedSpeech } from './scorePauses.ts';
import { readSidecar } from './sidecar.ts';

/** A file in a folder, read on demand so that only one at a time is in memory. */
export interface SpeechFile {
  readonly name: string;
  read(): Promise<TimedSpeech>;
}

/**
 * Lists the recordings (`*.jsonl`) and audio files (`*.wav`) of a folder.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if there are none
 */
export async function listSpeech(folder: string, wordDelayMs: number): Promise<readonly SpeechFile[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `expected a folder, found none at "${folder}": ${messageOf(cause)}`, {
      cause,
    });
  });
  const files = names
    .filter((name) => /\.(?:jsonl|wav)$/u.test(name))
    .toSorted()
    .map((name) => createFile(folder, name, names, wordDelayMs));
  if (files.length > 0) return files;
  throw new AntiphonError('usage_invalid', `expected recordings (*.jsonl) or audio (*.wav) in "${folder}", found none`);
}

function createFile(folder: string, name: string, all: readonly string[], wordDelayMs: number): SpeechFile {
  const sidecar = name.replace(/\.\w+$/u, '.turns.json');
  const path = join(folder, name);
  return {
    name,
    read: async () => {
      if (name.endsWith('.wav')) return fromWav(path, join(folder, sidecar), wordDelayMs);
      const ends = all.includes(sidecar) ? await readSidecar(join(folder, sidecar)) : undefined;
      return fromSession(await readRecording(path), ends, wordDelayMs);
    },
  };
}
