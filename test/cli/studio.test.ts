import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { studio } from '../../src/cli/studio.ts';
import { startStudio } from '../../src/cli/studio/startStudio.ts';
import { terminal } from './terminal.ts';

const RECORDINGS = resolve(import.meta.dirname, '../recordings');
const CLI = resolve(import.meta.dirname, '../../dist/src/cli/antiphon.js');

let folder: string;
let page: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-studio-')));
  page = join(folder, 'index.html');
  await writeFile(page, '<!doctype html>');
});
afterAll(() => rm(folder, { recursive: true }));

describe('antiphon studio refuses', () => {
  test.each([
    [['--host', '0.0.0.0'], /expected --host 127\.0\.0\.1, localhost, ::1, got "0\.0\.0\.0"/u],
    [['--host', '192.168.1.2'], /this machine only/u],
    [['--port', '70000'], /expected --port from 0 to 65535, got "70000"/u],
    [['--port', '-1'], /--port/u],
    [['a', 'b'], /expected one folder or recording, got 2/u],
    [['nowhere'], /found nothing at "nowhere"/u],
    [['package.json'], /expected a folder or a recording/u],
    [['--prices', 'nowhere.json'], /--prices, found none at "nowhere\.json"/u],
    [['--prices', 'tsconfig.json'], /currency|there is no|expected/u],
    [['--colour'], /--colour/u],
  ])('%j', async (args, message) => {
    await expect(studio.run(args, terminal())).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringMatching(message),
    });
  });
});

const start = (path = RECORDINGS): ReturnType<typeof startStudio> =>
  startStudio({ path, host: '127.0.0.1', port: 0, page, cacheFolder: folder });

const get = (
  running: Awaited<ReturnType<typeof start>>,
  route: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${running.origin}/api${route}`, {
    ...init,
    headers: { authorization: `Bearer ${running.token}`, ...init.headers },
  });

describe('with its threads, Studio', () => {
  test('answers from the index, the views and the runs at the same time', async () => {
    const running = await start();
    try {
      const body = JSON.stringify({ id: 'concierge.jsonl', changes: { min_endpointing_delay: 0.7 } });
      const headers = { 'content-type': 'application/json' };
      const answers = await Promise.all([
        get(running, '/what-if', { method: 'POST', headers, body }),
        get(running, '/calls'),
        get(running, '/call?id=concierge.jsonl'),
        get(running, '/audio?id=with-audio.jsonl&side=heard'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await answers[0]?.json()).toMatchObject({ config: 'min_endpointing_delay: 0.7,' });
      expect(await answers[1]?.json()).toMatchObject({ total: 7, notUnderstood: null });
    } finally {
      await running.close();
    }
  });

  test('listens to its threads once, however many requests come', async () => {
    const warnings: string[] = [];
    const warn = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', warn);
    const running = await start();
    try {
      for (let n = 0; n < 15; n += 1) expect((await get(running, '/calls')).status).toBe(200);
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', warn);
      await running.close();
    }
  });

  test('sends the failure of a thread with its code', async () => {
    await writeFile(join(folder, 'damaged.jsonl'), 'x\n');
    const running = await start(folder);
    try {
      const response = await get(running, '/sliders?id=damaged.jsonl');
      expect([response.status, await response.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'recording_invalid' }),
      ]);
    } finally {
      await running.close();
    }
  });

  test('sweeps in threads of its own', async () => {
    const running = await start();
    try {
      const axes = [{ name: 'min_endpointing_delay', from: 0.3, to: 0.6, count: 2 }];
      const body = JSON.stringify({ ids: ['disconnected.jsonl'], axes });
      const response = await get(running, '/sweep', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '';
      expect(JSON.parse(last)).toMatchObject({ ran: ['disconnected.jsonl'], failed: [] });
    } finally {
      await running.close();
    }
  });
});

test('a process prints the address, answers, and leaves nothing open at SIGINT', async () => {
  const env = { ...process.env, XDG_CACHE_HOME: folder, HOME: folder };
  const child = spawn(process.execPath, [CLI, 'studio', RECORDINGS], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { origin, hash } = new URL(address);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const response = await fetch(`${origin}/api/calls`, { headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toMatchObject({ total: 7 });
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
