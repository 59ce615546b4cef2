import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanFolder } from '../../src/cli/studio/folder/scan.ts';
import { createFolder } from './support/studio.ts';

const idsOf = (root: string, only: string | null = null): readonly string[] =>
  scanFolder({ root, only }).map(({ id }) => id);

test('the newest file is listed first, and files of one time by their names', async () => {
  const root = await createFolder([], { 'b.jsonl': '', 'a.jsonl': '', 'old.jsonl': '', 'new.jsonl': '' });
  for (const name of ['a', 'b']) await utimes(join(root, `${name}.jsonl`), 2000, 2000);
  await utimes(join(root, 'old.jsonl'), 1000, 1000);
  await utimes(join(root, 'new.jsonl'), 3000, 3000);
  expect(idsOf(root)).toEqual(['new.jsonl', 'a.jsonl', 'b.jsonl', 'old.jsonl']);
});

test('recordings are listed up to twelve folders deep', async () => {
  const [found, tooDeep] = [`${'a/'.repeat(12)}found.jsonl`, `${'a/'.repeat(13)}deep.jsonl`];
  expect(idsOf(await createFolder([], { [found]: '', [tooDeep]: '' }))).toEqual([found]);
});

test('a recording or a folder that has disappeared is left out', async () => {
  const root = await createFolder([], { 'a.jsonl': '' });
  expect(idsOf(root, 'gone.jsonl')).toEqual([]);
  await rm(root, { recursive: true });
  expect(idsOf(root)).toEqual([]);
});
