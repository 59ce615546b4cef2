import { appendFile, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CallIndex } from '../../src/cli/studio/index/callIndex.ts';
import { summariseFile } from '../../src/cli/studio/index/summariseFile.ts';
import { summarise } from '../../src/cli/studio/index/summary.ts';
import { readRecording } from '../../src/record/read.ts';
import { traceOf } from '../../src/replay/timeline/lines.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import type { CallDetail, CallsRequest } from '../../src/studio/protocol.ts';
import { QUICK_VAD, recordingOf } from '../replay/whatIf/conversation.ts';
import { says } from '../support/userActions.ts';
import { askJson, createFolder, startTestStudio } from './support/studio.ts';

const NAMES = ['concierge', 'disconnected', 'failures', 'first-minute', 'interrupted', 'resumed', 'with-audio'];

const REQUEST: CallsRequest = { query: '', sort: 'recordedAt', order: 'desc', offset: 0, limit: 1000 };

async function fileOf(folder: string, id: string) {
  const path = join(folder, id);
  const { size, mtimeMs } = await stat(path);
  return { id, path, size, mtimeMs };
}

/** Changes a cache as Studio would have written it. */
async function rewriteCache(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = change(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  await writeFile(path, `${changed}${JSON.stringify({ sum: crc32(changed) })}\n`);
}

async function indexOf(root: string, cacheFolder: string): Promise<CallIndex> {
  const index = new CallIndex({ folder: { root, only: null }, cacheFolder, prices: undefined });
  await index.answer(REQUEST);
  await index.whenRead();
  return index;
}

/** The text of a small recording. */
function small(n: number): string {
  const head = {
    format: 4,
    antiphon: '0.1.0',
    node: '20.0.0',
    session: `ses_${n}`,
    agent: n % 2 === 0 ? 'even' : 'odd',
    recorded_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    config: { initial_messages: [], vad: { provider: 'silero' } },
    ports: {
      vad: { sampleRate: 16_000, windowSamples: 512 },
      stt: { name: 'local', sampleRate: 16_000, finalTimeoutMs: 1000, interims: true },
      tts: { name: 'local', sampleRate: 16_000, accepts: 'sentences', language: 'en-US', keepsWarm: false },
    },
    io: { outputSampleRate: null, line: 'browser', streams: [] },
    splices: [],
    stages: [],
    audio: false,
  };
  const lines = [
    { t: 1, in: 'audio', v: { samples: 320, rate: 16_000 } },
    { t: 2, in: 'typed', v: { text: `table number ${n}` } },
    { t: 3, out: 'userTurn', v: { turn: 0, text: `table number ${n}` } },
    { t: 1000 + n, out: 'ended', v: 'ended_by_client' },
  ];
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('a summary', () => {
  test.each(NAMES)('of %s is the same from its file and from its parsed lines', async (name) => {
    const folder = await createFolder([name]);
    const recording = await readRecording(join(folder, `${name}.jsonl`));
    const fromFile = await summariseFile(await fileOf(folder, `${name}.jsonl`));
    expect(fromFile).toEqual(summarise(recording.head, traceOf(recording.lines), recording.lines.at(-1)?.t ?? 0));
    expect(fromFile.row.fault).toBeNull();
  });

  test.each(NAMES)('of %s counts the cut-offs of a run', async (name) => {
    const folder = await createFolder([name]);
    const recording = await readRecording(join(folder, `${name}.jsonl`));
    const { figures } = await whatIf(recording, {});
    expect(summarise(recording.head, traceOf(recording.lines), 0).row.cutOffs).toBe(figures.before.cutOff);
  });

  test.each([0.2, 0.4, 0.8])(
    'counts a turn that was cut off with a delay of %s s as a run does',
    async (min_endpointing_delay) => {
      const recording = await recordingOf({
        user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table'), says(9024, 'thank you')],
        llm: ['For how many?', 'You are welcome.', 'Goodbye.'],
        config: { vad: QUICK_VAD, min_endpointing_delay },
      });
      const { figures } = await whatIf(recording, {});
      expect(summarise(recording.head, traceOf(recording.lines), 0).row.cutOffs).toBe(figures.before.cutOff);
      expect(figures.before.cutOff).toBe(min_endpointing_delay < 0.6 ? 1 : 0);
    },
  );

  test('has the figures of a call', async () => {
    const folder = await createFolder(['interrupted']);
    const { row, saidText } = await summariseFile(await fileOf(folder, 'interrupted.jsonl'));
    expect(row).toMatchObject({ lengthMs: 47_824.02, turns: 6, interruptions: 2, failures: 0, end: 'agent_ended' });
    expect(row.waitP50Ms).toBeGreaterThan(500);
    expect(row.waitP95Ms).toBeGreaterThanOrEqual(row.waitP50Ms ?? Infinity);
    expect(saidText).toContain('tell me about the restaurant');
  });

  test.each([
    ['an empty file', ''],
    ['no recording', 'hello\n'],
    ['another JSON', '[]\n'],
    ['a later format', `${small(1).replace('"format":4', '"format":99')}`],
    ['a broken line', `${small(1)}{"t":\n`],
    ['a line without a time', `${small(1)}{"in":"typed"}\n`],
    ['lines out of order', `${small(1)}{"t":0,"in":"vad","v":1}\n`],
    ['values of another type', small(1).replace('{"turn":0,"text":"table number 1"}', 'null')],
  ])('of %s is a fault', async (_name, text) => {
    const folder = await createFolder([], { 'a.jsonl': text });
    const { row } = await summariseFile(await fileOf(folder, 'a.jsonl'));
    expect(row).toMatchObject({ turns: 0, recordedAt: '', fault: { code: 'recording_invalid' } });
    expect(row.fault?.message).not.toContain(folder);
  });

  test('leaves out an incomplete last line, as a crash leaves it', async () => {
    const folder = await createFolder([], { 'a.jsonl': `${small(1)}{"t":2000,"out":"ev` });
    expect((await summariseFile(await fileOf(folder, 'a.jsonl'))).row).toMatchObject({ fault: null, lengthMs: 1001 });
  });
});

describe('the index', () => {
  test('has the rows of thousands of recordings in folders, and answers queries', async () => {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${n % 10}/${n}.jsonl`, small(n)]));
    const root = await createFolder([], {
      ...files,
      'notes.txt': 'x',
      '.hidden/a.jsonl': small(1),
      'node_modules/a.jsonl': small(1),
    });
    const cache = await createFolder([]);
    const index = await indexOf(root, cache);
    const all = await index.answer({ ...REQUEST, limit: 3 });
    expect(all).toMatchObject({ total: 3000, indexed: 3000, matched: 3000 });
    expect(all.rows.map(({ id }) => id)).toEqual(['9/2999.jsonl', '8/2998.jsonl', '7/2997.jsonl']);
    expect(all.rows[0]).toMatchObject({
      agent: 'odd',
      line: 'browser',
      turns: 1,
      lengthMs: 3999,
      end: 'ended_by_client',
    });
    const found = await index.answer({
      ...REQUEST,
      query: '"table number 299" agent = even',
      sort: 'id',
      order: 'asc',
    });
    expect(found.rows.map(({ id }) => id)).toEqual([
      '0/2990.jsonl',
      '2/2992.jsonl',
      '4/2994.jsonl',
      '6/2996.jsonl',
      '8/2998.jsonl',
    ]);
    expect(all.histograms.lengthMs?.counts.reduce((sum, count) => sum + count, 0)).toBe(3000);
    expect(Object.keys(all.histograms)).not.toContain('waitP95Ms');
  });

  test('answers with its newest rows while it reads the others', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${n}.jsonl`, small(n)]));
    const root = await createFolder([], files);
    await utimes(join(root, '7.jsonl'), new Date(), new Date(Date.now() + 60_000));
    const index = new CallIndex({
      folder: { root, only: null },
      cacheFolder: await createFolder([]),
      prices: undefined,
    });
    const first = await index.answer(REQUEST);
    expect(first.total).toBe(400);
    expect(first.indexed).toBeGreaterThan(0);
    expect(first.rows.map(({ id }) => id)).toContain('7.jsonl');
    await index.whenRead();
    expect((await index.answer(REQUEST)).indexed).toBe(400);
  });

  test('reads a file again only if it has changed, and forgets one that is gone', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1), 'b.jsonl': small(2), 'c.jsonl': small(3) });
    const cache = await createFolder([]);
    await indexOf(root, cache);
    const [name = ''] = await readdir(join(cache, 'antiphon', 'studio'));
    const path = join(cache, 'antiphon', 'studio', name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rewriteCache(path, (text) => text.replaceAll('"odd"', '"cached"'));
    await rm(join(root, 'b.jsonl'));
    await writeFile(join(root, 'c.jsonl'), small(33));
    const { rows } = await (await indexOf(root, cache)).answer({ ...REQUEST, sort: 'id', order: 'asc' });
    expect(rows.map(({ id, agent }) => [id, agent])).toEqual([
      ['a.jsonl', 'cached'],
      ['c.jsonl', 'odd'],
    ]);
  });

  test.each([
    ['is damaged', (path: string) => truncate(path, 200)],
    [
      'has another version',
      (path: string) =>
        rewriteCache(path, (text) => text.replace(/"studio":\d+/u, '"studio":0').replaceAll('"odd"', '"old"')),
    ],
    ['has entries of another kind', async (path: string) => appendFile(path, '{"id":"a.jsonl"}\n{"id":"x\n7\n')],
    [
      'was edited',
      async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replaceAll('"odd"', '"old"')),
    ],
    ['is gone', (path: string) => rm(path)],
  ])('does not trust a cache that %s', async (_name, damage) => {
    const root = await createFolder([], { 'a.jsonl': small(1) });
    const cache = await createFolder([]);
    await indexOf(root, cache);
    const [name = ''] = await readdir(join(cache, 'antiphon', 'studio'));
    await damage(join(cache, 'antiphon', 'studio', name));
    const { rows } = await (await indexOf(root, cache)).answer(REQUEST);
    expect(rows).toMatchObject([{ id: 'a.jsonl', agent: 'odd', fault: null }]);
  });

  test('works without a folder for its cache', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1), file: '' });
    expect((await (await indexOf(root, join(root, 'file'))).answer(REQUEST)).rows).toHaveLength(1);
  });

  test('computes costs from prices', async () => {
    const studio = await startTestStudio(await createFolder(['first-minute', 'concierge']), {
      prices: {
        currency: 'EUR',
        stt: { local: { '*': { price: '0.01' } } },
        tts: { local: { '*': { price: '1', per: 1000 } } },
        llm: { '*': { prompt: '1', completion: '1' } },
      },
    });
    const { rows } = await askJson<{ rows: { cost: number | null; id: string }[] }>(
      studio,
      '/api/calls?sort=id&order=asc',
    );
    const { currency } = await askJson<CallDetail>(studio, `/api/call?id=${rows[0]?.id}`);
    expect(currency).toBe('EUR');
    expect(rows.map(({ cost }) => cost)).toEqual([null, 0.14456 + 0.628]);
  });
});
