import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CallIndex } from '../../../src/cli/studio/index/callIndex.ts';
import type { CallFile } from '../../../src/cli/studio/folder/folder.ts';
import type { Prices } from '../../../src/session/usage/prices.ts';
import type { CallsRequest } from '../../../src/studio/protocol.ts';

/** Asks for all calls, the newest first. */
export const REQUEST: CallsRequest = { query: '', sort: 'recordedAt', order: 'desc', offset: 0, limit: 1000 };

export async function fileOf(folder: string, id: string): Promise<CallFile> {
  const path = join(folder, id);
  const { size, mtimeMs } = await stat(path);
  return { id, path, size, mtimeMs };
}

/** Indexes a folder to its end, with its cache. */
export async function indexOf(root: string, cacheFolder: string, prices?: Prices): Promise<CallIndex> {
  const index = new CallIndex({ folder: { root, only: null }, cacheFolder, prices });
  await index.answer(REQUEST);
  await index.whenRead();
  return index;
}

/** Finds the only cache in a folder of caches. */
export async function findCache(cacheFolder: string): Promise<string> {
  const folder = join(cacheFolder, 'antiphon', 'studio');
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

const SERVICE = { provider: 'deepgram', api_key: '***' };

/** The text of a small recording. `more` are lines before its end, `own` members of its head. */
export function small(n: number, more: readonly object[] = [], own: object = {}): string {
  const head = {
    format: 4,
    antiphon: '0.1.0',
    node: '20.0.0',
    session: `ses_${n}`,
    agent: n % 2 === 0 ? 'even' : 'odd',
    recorded_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    config: { initial_messages: [], vad: { provider: 'silero' }, stt: SERVICE, tts: SERVICE },
    ports: {
      vad: { sampleRate: 16_000, windowSamples: 512 },
      stt: { name: 'local', sampleRate: 16_000, finalTimeoutMs: 1000, interims: true },
      tts: { name: 'local', sampleRate: 16_000, accepts: 'sentences', language: 'en-US', keepsWarm: false },
    },
    io: { outputSampleRate: null, line: 'browser', streams: [] },
    splices: [],
    stages: [],
    audio: false,
    ...own,
  };
  const lines = [
    { t: 1, in: 'audio', v: { samples: 320, rate: 16_000 } },
    { t: 2, in: 'typed', v: { text: `table number ${n}` } },
    { t: 3, out: 'userTurn', v: { turn: 0, text: `table number ${n}` } },
    ...more,
    { t: 1000 + n, out: 'ended', v: 'ended_by_client' },
  ];
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}
