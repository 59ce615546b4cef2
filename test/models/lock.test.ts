import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeLock } from '../../src/models/pull/lock.ts';
import { pullModel } from '../../src/models/pull/pullModel.ts';
import { removeModel } from '../../src/models/removeModel.ts';
import { createArchive } from './support/archive.ts';
import { serveFile } from './support/fileServer.ts';
import { createModel, createOptions } from './support/pull.ts';

/** Returns the id of a process that has ended. */
const endedProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

function createLockPath(): string {
  const { folder } = createOptions();
  return join(folder, 'lock');
}

describe('two pulls of a model at once', () => {
  test('the second says that the first is running, and the first finishes', async () => {
    const archive = await createArchive([{ name: 'model/tokens.txt', content: 'a b' }]);
    const server = await serveFile(() => archive);
    onTestFinished(() => server.close());
    const options = createOptions();
    const model = createModel(server.url, archive);
    const results = await Promise.allSettled([pullModel(model, options), pullModel(model, options)]);
    const [failed] = results.filter((result) => result.status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(String(failed?.reason)).toContain(`${model.name} is being pulled by process ${process.pid}: wait`);
    expect(existsSync(join(options.folder, model.name, 'tokens.txt'))).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test('a model that is being pulled is not removed', async () => {
    const options = createOptions();
    const model = createModel('https://models.invalid', Buffer.from(''));
    const pulls = join(options.folder, '.pulls', model.name);
    mkdirSync(pulls, { recursive: true });
    await takeLock(join(pulls, 'lock'), model.name);
    await expect(removeModel(model, options.folder)).rejects.toThrow('is being pulled by process');
  });
});

describe('the lock of a pull', () => {
  test('is taken over if its process has crashed', async () => {
    const path = createLockPath();
    writeFileSync(path, JSON.stringify({ pid: endedProcess(), started: 1 }));
    await takeLock(path, 'model');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('is taken over if its process had the id of this one, as in a container that starts again', async () => {
    const path = createLockPath();
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: 1 }));
    await expect(takeLock(path, 'model')).resolves.toBeDefined();
  });

  test('is taken over if it is damaged', async () => {
    const path = createLockPath();
    writeFileSync(path, '');
    await expect(takeLock(path, 'model')).resolves.toBeDefined();
  });

  test('is free again when it is released, and a lock of another process stays', async () => {
    const path = createLockPath();
    const lock = await takeLock(path, 'model');
    await lock.release();
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, JSON.stringify({ pid: process.ppid, started: 1 }));
    await lock.release();
    expect(existsSync(path)).toBe(true);
  });
});
