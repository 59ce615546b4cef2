import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from '../../src/cli/studio/index/readLines.ts';
import { createFolder } from './support/studio.ts';

/** Reads the lines of a file with this text. */
async function linesOf(text: string): Promise<readonly string[]> {
  const folder = await createFolder([], { 'a.jsonl': text });
  const lines: string[] = [];
  await readLines(join(folder, 'a.jsonl'), (line) => lines.push(line));
  return lines;
}

/** A file is read in pieces of this many bytes. */
const PIECE = 1 << 20;

test('a line that is longer than a piece is whole, as is a character at the end of a piece', async () => {
  const long = `${'x'.repeat(PIECE - 2)}€`;
  expect(await linesOf(`${long}\nnext\n`)).toEqual([long, 'next']);
});

test('an incomplete last line is left out', async () => {
  expect(await linesOf('first\n\nlast\nincompl')).toEqual(['first', '', 'last']);
});

test('a line that is longer than any of a recording is refused', async () => {
  await expect(linesOf('x'.repeat((16 << 20) + 1))).rejects.toMatchObject({ code: 'recording_too_large' });
});
