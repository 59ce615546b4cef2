import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder for a model, and removes it after the tests of the file. */
export async function createModelFolder(write: (folder: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-model-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await write(folder);
  return folder;
}
