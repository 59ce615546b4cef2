import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeWav } from '../../examples/talk/wav.ts';

/** Writes a WAV file for a microphone that hears nothing, for as long as the test runs. */
export async function recordSilence(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-silence-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return writeSilence(folder);
}

/** Writes a WAV file for a microphone that hears nothing; returns its path. */
export async function writeSilence(folder: string): Promise<string> {
  const file = join(folder, 'silence.wav');
  await writeWav(file, { sampleRate: 48_000, channels: [new Int16Array(48_000)] });
  return file;
}
