import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mustBeAwaited } from '../../../src/testing/score/mustBeAwaited.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const complaint = new Error('forgotten');

let uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
let others: readonly NodeJS.UncaughtExceptionListener[] = [];

beforeEach(() => {
  uncaught = [];
  others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
});
afterEach(() => {
  process.removeAllListeners('uncaughtException');
  for (const other of others) process.on('uncaughtException', other);
});

/** A turn of the event loop, and one more, by which the complaint has come. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
}

describe('what must be awaited', () => {
  it.each<[string, (promise: Promise<string>) => unknown]>([
    ['awaited', async (promise) => await promise],
    ['returned', async (promise) => promise],
    ['one of Promise.all', (promise) => Promise.all([promise, promise])],
    ['awaited with catch', (promise) => promise.catch(() => {})],
    ['awaited with finally', (promise) => promise.finally(() => {})],
  ])('is fine when it is %s', async (_, use) => {
    const used = use(mustBeAwaited(() => Promise.resolve('done'), complaint));
    await turns();
    await used;
    expect(uncaught).toEqual([]);
  });

  it('complains when it is forgotten', async () => {
    void mustBeAwaited(() => Promise.resolve('done'), complaint);
    await turns();
    expect(uncaught).toEqual([complaint]);
  });

  it('hands on what its work rejects with', async () => {
    const failed = mustBeAwaited(() => Promise.reject(new Error('no')), complaint);
    await expect(failed).rejects.toThrow('no');
  });

  it.each([
    ['a script', 'score(agent, () => {});'],
    ['a test of node:test', "test('forgets', () => { score(agent, () => {}); });"],
  ])('fails %s with a forgotten score', (_, forgetting) => {
    const head = "import { test } from 'node:test'; import { score } from 'antiphon/testing';";
    const agent = 'const agent = { configure_session: () => new Promise(() => {}), llm_response_handler: () => [] };';
    const script = `${head} ${agent} ${forgetting}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('score(…) was not awaited');
    expect(status).toBe(1);
  });
});
