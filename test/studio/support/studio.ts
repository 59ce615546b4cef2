import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { runRange } from '../../../src/replay/sweep/runs.ts';
import { readRecording } from '../../../src/record/read.ts';
import { startStudio, type Studio, type StudioOptions } from '../../../src/cli/studio/startStudio.ts';
import { answerTask } from '../../../src/cli/studio/threads/answerTask.ts';
import type { StudioRunner } from '../../../src/cli/studio/threads/taskQueue.ts';
import type { Runner } from '../../../src/cli/sweep/workers.ts';

const RECORDINGS = resolve(import.meta.dirname, '../../recordings');

/** Creates a folder with real recordings, and files with these texts. */
export async function createFolder(
  real: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-studio-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  for (const name of real) await copyFile(join(RECORDINGS, `${name}.jsonl`), join(folder, `${name}.jsonl`));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Runs the tasks in this thread. Once it is closed, no task is running, and none begins. */
export function createInlineRunner(): StudioRunner {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    run: async (task, onMessage) => {
      if (isClosed) return;
      const answer = answerTask(task);
      running.add(answer);
      onMessage(structuredClone(await answer));
      running.delete(answer);
    },
    close: async () => {
      isClosed = true;
      await Promise.all(running);
    },
  };
}

/** Runs the tasks of a sweep in this thread. */
export function createInlineSweepRunner(): Runner {
  return {
    run: async (task, onMessage) => {
      const played = (): void => onMessage({ kind: 'played' });
      const part = await runRange(await readRecording(task.path), task.grid, task, {}, played);
      onMessage({ kind: 'ran', part });
    },
    close: async () => undefined,
  };
}

export interface TestStudio extends Studio {
  /** The cache folder of the user. */
  readonly cache: string;
}

/** Starts Studio on a folder or a file, without threads. */
export async function startTestStudio(path: string, options: Partial<StudioOptions> = {}): Promise<TestStudio> {
  const own = await createFolder([], {
    'index.html': '<!doctype html>',
    'main.js': 'start();',
    'notes.txt': 'private',
  });
  const studio = await startStudio({
    path,
    host: '127.0.0.1',
    port: 0,
    cacheFolder: own,
    page: join(own, 'index.html'),
    createRunner: createInlineRunner,
    createSweepRunner: createInlineSweepRunner,
    ...options,
  });
  onTestFinished(() => studio.close().catch(() => undefined));
  return { ...studio, cache: options.cacheFolder ?? own };
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Null: sends no token. */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request, with any headers. `path` is sent as it is. */
export function ask(studio: Studio, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = asked.body === undefined ? 'GET' : 'POST', headers = {}, body, token = studio.token } = asked;
  const { hostname, port } = new URL(studio.origin);
  const all = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((done, fail) => {
    const sent = send({ hostname, port, path, method, headers: all, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        done({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Sends a request that succeeds. Returns its JSON. */
export async function askJson<Body>(studio: Studio, path: string, asked: Asked = {}): Promise<Body> {
  const { status, text } = await ask(studio, path, asked);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as Body;
}

/** Sends a request that fails. Returns its status and code. */
export async function askFailure(studio: Studio, path: string, asked: Asked = {}): Promise<string> {
  const { status, text } = await ask(studio, path, asked);
  const { code } = JSON.parse(text) as { readonly code: string };
  return `${status} ${code}`;
}
