import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pullModel } from '../../src/models/pull/pullModel.ts';
import { unpack } from '../../src/models/pull/unpack.ts';
import { createArchive, type Entry } from './support/archive.ts';
import { serveFile } from './support/fileServer.ts';
import { createModel, createOptions } from './support/pull.ts';

const GOOD: Entry = { name: 'model/tokens.txt', content: 'a b' };

/** Unpacks an archive of these entries. Returns the folder of the models. */
async function unpackEntries(entries: readonly Entry[]): Promise<string> {
  return unpackArchive(await createArchive(entries));
}

async function unpackArchive(archive: Buffer): Promise<string> {
  const options = createOptions();
  const unpacked = join(options.folder, 'unpacked');
  mkdirSync(unpacked);
  writeFileSync(join(options.folder, 'model.part'), archive);
  await unpack(join(options.folder, 'model.part'), 'model.tar.bz2', unpacked, options);
  return options.folder;
}

describe('an archive is refused, and nothing is written outside of its folder, if it contains', () => {
  test.each<readonly [string, Entry, string]>([
    ['a path to its parent', { name: '../evil.txt', content: 'x' }, 'leaves its folder'],
    ['a path through its parent', { name: 'model/../../evil.txt', content: 'x' }, 'leaves its folder'],
    ['an absolute path', { name: '/tmp/evil.txt', content: 'x' }, 'leaves its folder'],
    ['a path of Windows', { name: String.raw`..\evil.txt`, content: 'x' }, 'leaves its folder'],
    ['a drive of Windows', { name: 'C:/evil.txt', content: 'x' }, 'leaves its folder'],
    ['a link to a file outside', { name: 'model/evil', type: 'symlink', linkname: '../../x' }, 'leaves its folder'],
    ['an absolute link', { name: 'model/evil', type: 'symlink', linkname: '/etc/passwd' }, 'leaves its folder'],
    ['a hard link to a file outside', { name: 'model/evil', type: 'link', linkname: '../x' }, 'leaves its folder'],
    ['a device', { name: 'model/evil', type: 'character-device', devmajor: 1 }, 'which is a character-device'],
    ['a pipe', { name: 'model/evil', type: 'fifo' }, 'which is a fifo'],
    ['a link to a file that it lacks', { name: 'model/evil', type: 'symlink', linkname: 'x' }, 'a link to a file that'],
  ])('%s', async (_, entry, message) => {
    const options = createOptions();
    const archive = await createArchive([GOOD, entry]);
    const server = await serveFile(() => archive);
    onTestFinished(() => server.close());
    const model = createModel(server.url, archive);
    await expect(pullModel(model, options)).rejects.toMatchObject({
      code: 'model_pull_failed',
      message: expect.stringContaining(message),
    });
    expect(readdirSync(options.folder)).toEqual(['.pulls']);
    expect(readdirSync(join(options.folder, '.pulls'))).toEqual([model.name]);
    expect(existsSync('/tmp/evil.txt')).toBe(false);
  });
});

test('an archive with several top folders keeps them', async () => {
  const folder = await unpackEntries([GOOD, { name: 'other/a.txt', content: 'a' }]);
  expect(readdirSync(join(folder, 'unpacked')).toSorted()).toEqual(['model', 'other']);
});

test('a link inside of an archive becomes a copy', async () => {
  const folder = await unpackEntries([
    { name: 'model/copy.txt', type: 'symlink', linkname: 'tokens.txt' },
    { name: 'model/sub/hard.txt', type: 'link', linkname: 'model/tokens.txt' },
    { name: 'model/sub/', type: 'directory' },
    GOOD,
  ]).catch((error: unknown) => error);
  expect(readFileSync(join(folder as string, 'unpacked/model/copy.txt'), 'utf8')).toBe('a b');
  expect(readFileSync(join(folder as string, 'unpacked/model/sub/hard.txt'), 'utf8')).toBe('a b');
});

test('an archive that grows without end is left', async () => {
  await expect(unpackEntries([{ name: 'zeros', content: Buffer.alloc(8_000_000) }])).rejects.toThrow(
    'the archive is too large when unpacked',
  );
});

describe('an archive is damaged', () => {
  test('if a byte of it has changed', async () => {
    const archive = await createArchive([{ name: 'a', content: Buffer.from('abcdefgh'.repeat(1000)) }]);
    archive.writeUInt8(archive.readUInt8(archive.length - 30) ^ 1, archive.length - 30);
    await expect(unpackArchive(archive)).rejects.toThrow('the archive is damaged, or is not a .tar.bz2 file');
  });

  test('if its end is missing', async () => {
    const archive = await createArchive([GOOD]);
    await expect(unpackArchive(archive.subarray(0, -20))).rejects.toThrow('the archive is damaged');
  });

  test('if it is a page of a server', async () => {
    await expect(unpackArchive(Buffer.from('<!doctype html>'.repeat(100)))).rejects.toThrow('is not a .tar.bz2 file');
  });
});
