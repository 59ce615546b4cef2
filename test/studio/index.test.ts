import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CallIndex } from '../../src/cli/studio/index/callIndex.ts';
import { summariseFile } from '../../src/cli/studio/index/summariseFile.ts';
import { summarise } from '../../src/cli/studio/index/summary.ts';
import { readRecording } from '../../src/record/read.ts';
import { traceOf } from '../../src/replay/timeline/lines.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import type { CallDetail } from '../../src/studio/protocol.ts';
import { QUICK_VAD, recordingOf } from '../replay/whatIf/conversation.ts';
import { says } from '../support/userActions.ts';
import { fileOf, indexOf, REQUEST, small } from './support/indexed.ts';
import { askJson, createFolder, startTestStudio } from './support/studio.ts';

const NAMES = ['concierge', 'disconnected', 'failures', 'first-minute', 'interrupted', 'resumed', 'with-audio'];

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

  test('of a faulty line names its place, with no more of it than the table shows', async () => {
    const folder = await createFolder([], {
      'a.jsonl': `${small(1)}{"t":\n`,
      'b.jsonl': small(1).replace('"format":4', `"format":"${'4'.repeat(1000)}"`),
    });
    const messages = await Promise.all(
      ['a.jsonl', 'b.jsonl'].map(
        async (id) => (await summariseFile(await fileOf(folder, id))).row.fault?.message ?? '',
      ),
    );
    expect(messages[0]).toMatch(/^a\.jsonl:6: /u);
    expect(messages[1]).toMatch(/^b\.jsonl:1: .{389}$/u);
  });

  test('of a file that cannot be read says so, without its folder', async () => {
    const folder = await createFolder([]);
    const { row } = await summariseFile({ id: 'a.jsonl', path: join(folder, 'a.jsonl'), size: 1, mtimeMs: 1 });
    expect(row.fault?.message).toBe('the file cannot be read: ENOENT');
  });

  test('of a file of more than 4 GB is a fault', async () => {
    const folder = await createFolder([], { 'a.jsonl': small(1) });
    const { row } = await summariseFile({ ...(await fileOf(folder, 'a.jsonl')), size: 4e9 + 1 });
    expect(row.fault?.code).toBe('recording_too_large');
  });

  test('has what was typed, entered as digits and said, as it was understood in the end', async () => {
    const text = small(1, [
      { t: 4, in: 'entry.0', v: { text: '4711' } },
      { t: 5, out: 'transcript', v: { kind: 'interim', segment: 0, text: 'A cable' } },
      { t: 6, out: 'transcript', v: { kind: 'final', segment: 0, text: 'A table' } },
      { t: 7, out: 'event', v: { name: 'on_agent_message_added', message: { role: 'assistant', content: 'At ten.' } } },
    ]);
    const { saidText } = await summariseFile(await fileOf(await createFolder([], { 'a.jsonl': text }), 'a.jsonl'));
    expect(saidText).toBe('a table table number 1 4711 at ten.');
  });

  test('counts no turn that the application has asked for', async () => {
    const text = small(1, [{ t: 4, out: 'userTurn', v: { turn: 1, text: '', request: { instructions: 'Greet.' } } }]);
    const { row } = await summariseFile(await fileOf(await createFolder([], { 'a.jsonl': text }), 'a.jsonl'));
    expect(row.turns).toBe(1);
  });

  test('has the wait that half of the answers took at most, and that of 19 of 20', async () => {
    const lines = Array.from({ length: 20 }, (_, turn) => [
      { t: 5, out: 'speech', v: { kind: 'started', turn, utterance: `u${turn}.0` } },
      { t: 5, out: 'playout', v: { kind: 'started', utterance: `u${turn}.0` } },
      { t: 5, out: 'metrics', v: { turn, heard: true, totalMs: 2000 - 100 * turn, parts: {} } },
    ]);
    const folder = await createFolder([], { 'a.jsonl': small(1, lines.flat()) });
    const { row } = await summariseFile(await fileOf(folder, 'a.jsonl'));
    expect([row.waitP50Ms, row.waitP95Ms]).toEqual([1000, 1900]);
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
    expect(first.indexed).toBeLessThan(100);
    expect(first.rows.map(({ id }) => id)).toContain('7.jsonl');
    await index.whenRead();
    expect((await index.answer(REQUEST)).indexed).toBe(400);
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

  test('has no cost of a usage that no session writes', async () => {
    const root = await createFolder([], { 'a.jsonl': small(1, [{ t: 5, out: 'usage', v: {} }]) });
    const index = await indexOf(root, await createFolder([]), { currency: 'EUR' });
    expect((await index.answer(REQUEST)).rows).toMatchObject([{ turns: 1, cost: null, fault: null }]);
  });
});
