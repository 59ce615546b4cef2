import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { findCacheFile } from '../../src/cli/studio/index/cacheFile.ts';
import { findCache, indexOf, REQUEST, small } from './support/indexed.ts';
import { createFolder } from './support/studio.ts';

/** Changes a cache as Studio would have written it. */
async function rewriteCache(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = change(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  await writeFile(path, `${changed}${JSON.stringify({ sum: crc32(changed) })}\n`);
}

describe('the cache', () => {
  test('has what has not changed, and forgets a recording that is gone', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1), 'b.jsonl': small(2), 'c.jsonl': small(3) });
    const cache = await createFolder([]);
    await indexOf(root, cache);
    const path = await findCache(cache);
    await rewriteCache(path, (text) => text.replaceAll('"odd"', '"cached"'));
    await rm(join(root, 'b.jsonl'));
    await writeFile(join(root, 'c.jsonl'), small(33));
    const { rows } = await (await indexOf(root, cache)).answer({ ...REQUEST, sort: 'id', order: 'asc' });
    expect(rows.map(({ id, agent }) => [id, agent])).toEqual([
      ['a.jsonl', 'cached'],
      ['c.jsonl', 'odd'],
    ]);
    expect(await readFile(path, 'utf8')).not.toContain('table number 2');
  });

  test.each([
    ['has another text of the same length', small(5), 2000, 1005],
    ['has grown in the same instant', small(33), 1000, 1033],
  ])('does not have a recording that %s', async (_what, text, changedAt, lengthMs) => {
    const root = await createFolder([], { 'a.jsonl': small(3) });
    const cache = await createFolder([]);
    await utimes(join(root, 'a.jsonl'), 1000, 1000);
    await indexOf(root, cache);
    await writeFile(join(root, 'a.jsonl'), text);
    await utimes(join(root, 'a.jsonl'), changedAt, changedAt);
    expect((await (await indexOf(root, cache)).answer(REQUEST)).rows).toMatchObject([{ lengthMs }]);
  });

  test('has every recording of a large folder', async () => {
    const files = Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`${n}.jsonl`, small(n)]));
    const root = await createFolder([], files);
    const cache = await createFolder([]);
    await indexOf(root, cache);
    await rewriteCache(await findCache(cache), (text) => text.replaceAll(/"(?:odd|even)"/gu, '"cached"'));
    const { rows } = await (await indexOf(root, cache)).answer(REQUEST);
    expect(rows.filter(({ agent }) => agent === 'cached')).toHaveLength(401);
  });

  test('can be read by nobody but the user', async () => {
    const cache = await createFolder([]);
    await indexOf(await createFolder([], { 'a.jsonl': small(1) }), cache);
    const path = await findCache(cache);
    const modes = [path, dirname(path)].map(async (one) => (await stat(one)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o700]);
  });

  test.each([
    ['is damaged', (path: string) => truncate(path, 200)],
    [
      'has another version',
      (path: string) =>
        rewriteCache(path, (text) => text.replace(/"studio":\d+/u, '"studio":0').replaceAll('"odd"', '"old"')),
    ],
    [
      'was written by another version of Antiphon',
      (path: string) =>
        rewriteCache(path, (text) =>
          text.replace(/"antiphon":"[^"]+"/u, '"antiphon":"0.0.1"').replaceAll('"odd"', '"old"'),
        ),
    ],
    ['has entries of another kind', async (path: string) => appendFile(path, '{"id":"a.jsonl"}\n{"id":"x\n7\n')],
    [
      'was edited',
      async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replaceAll('"odd"', '"old"')),
    ],
    ['is gone', (path: string) => rm(path)],
  ])('is not trusted if it %s', async (_name, damage) => {
    const root = await createFolder([], { 'a.jsonl': small(1) });
    const cache = await createFolder([]);
    await indexOf(root, cache);
    await damage(await findCache(cache));
    const { rows } = await (await indexOf(root, cache)).answer(REQUEST);
    expect(rows).toMatchObject([{ id: 'a.jsonl', agent: 'odd', fault: null }]);
  });

  test('is left out if it has no folder', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1), file: '' });
    expect((await (await indexOf(root, join(root, 'file'))).answer(REQUEST)).rows).toHaveLength(1);
  });

  test('that cannot be replaced leaves no other file behind', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1) });
    const cache = await createFolder([]);
    const path = findCacheFile(cache, root);
    await mkdir(path, { recursive: true });
    await indexOf(root, cache);
    expect((await readdir(dirname(path))).map((name) => join(dirname(path), name))).toEqual([path]);
  });
});

test('a recording that is written while Studio runs is listed after two seconds', async () => {
  const root = await createFolder([], { 'a.jsonl': small(1) });
  const index = await indexOf(root, await createFolder([]));
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  await writeFile(join(root, 'b.jsonl'), small(2));
  now.mockReturnValue(performance.now() + 2001);
  const { rows } = await index.answer(REQUEST);
  expect(rows.map(({ id }) => id)).toEqual(['b.jsonl', 'a.jsonl']);
});
