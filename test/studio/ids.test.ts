import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isId } from '../../src/cli/studio/folder/folder.ts';
import type { CallsResponse } from '../../src/studio/protocol.ts';
import { ask, askFailure, askJson, createFolder, startTestStudio } from './support/studio.ts';

const HOSTILE = [
  '../failures.jsonl',
  'a/../failures.jsonl',
  './failures.jsonl',
  '/etc/passwd.jsonl',
  'a//failures.jsonl',
  'failures.jsonl/',
  'a\\failures.jsonl',
  '..\\failures.jsonl',
  'c:/failures.jsonl',
  'failures.jsonl\0',
  'failures\0.jsonl',
  'failures',
  'failures.json',
  '',
  `${'a/'.repeat(600)}b.jsonl`,
];

describe('an id', () => {
  test.each(HOSTILE)('%j is refused', (id) => expect(isId(id)).toBe(false));

  test.each(HOSTILE)('%j opens nothing', async (id) => {
    const outside = await createFolder(['failures'], { 'inner/empty.txt': '' });
    const studio = await startTestStudio(join(outside, 'inner'));
    for (const encoded of [encodeURIComponent(id), encodeURIComponent(encodeURIComponent(id))]) {
      const { status, text } = await ask(studio, `/api/call?id=${encoded}`);
      expect(status, text).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('transcript');
    }
  });

  test('does not lead through a symbolic link, to a file or a folder', async () => {
    const outside = await createFolder(['failures']);
    const folder = await createFolder(['concierge']);
    await symlink(join(outside, 'failures.jsonl'), join(folder, 'linked.jsonl'));
    await symlink(outside, join(folder, 'linked'));
    const studio = await startTestStudio(folder);
    expect(await askFailure(studio, '/api/call?id=linked.jsonl')).toBe('404 call_unknown');
    expect(await askFailure(studio, '/api/call?id=linked/failures.jsonl')).toBe('404 call_unknown');
    const { rows } = await askJson<CallsResponse>(studio, '/api/calls');
    expect(rows.map(({ id }) => id)).toEqual(['concierge.jsonl']);
  });

  test('is found in a folder that is reached through a symbolic link', async () => {
    const folder = await createFolder(['failures']);
    const other = await createFolder([]);
    await symlink(folder, join(other, 'linked'));
    for (const path of ['linked', 'linked/failures.jsonl']) {
      const studio = await startTestStudio(join(other, path));
      expect((await ask(studio, '/api/call?id=failures.jsonl')).status).toBe(200);
    }
  });

  test('is no folder that is named like a recording', async () => {
    const folder = await createFolder([]);
    await mkdir(join(folder, 'a.jsonl'));
    await writeFile(join(folder, 'a.jsonl', 'b.jsonl'), '');
    const studio = await startTestStudio(folder);
    expect(await askFailure(studio, '/api/call?id=a.jsonl')).toBe('404 call_unknown');
    expect(await askFailure(studio, '/api/call?id=a.jsonl/b.jsonl')).toBe('422 recording_invalid');
  });

  test('is the only one if Studio was started with a file', async () => {
    const folder = await createFolder(['failures', 'concierge']);
    const studio = await startTestStudio(join(folder, 'failures.jsonl'));
    expect(studio.address).toMatch(/&call=failures\.jsonl$/u);
    expect((await ask(studio, '/api/call?id=failures.jsonl')).status).toBe(200);
    expect(await askFailure(studio, '/api/call?id=concierge.jsonl')).toBe('404 call_unknown');
    expect((await askJson<CallsResponse>(studio, '/api/calls')).total).toBe(1);
  });
});
