import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFunctions } from '../../src/cli/studio/call/functionViews.ts';
import { keepLatest } from '../../src/cli/studio/call/keepLatest.ts';
import { placeWords } from '../../src/cli/studio/call/placeWords.ts';
import { sum } from '../../src/core/sum.ts';
import type { Head } from '../../src/record/format.ts';
import { readRecording } from '../../src/record/read.ts';
import { traceOf } from '../../src/replay/timeline/lines.ts';
import type { CallDetail, CallPart, CallsResponse, ModelRequest } from '../../src/studio/protocol.ts';
import { ask, askFailure, askJson, createFolder, startTestStudio } from './support/studio.ts';

const NAMES = ['concierge', 'disconnected', 'failures', 'first-minute', 'interrupted', 'resumed', 'with-audio'];

describe('a call', () => {
  test.each(NAMES)('%s has all of its parts', async (name) => {
    const studio = await startTestStudio(await createFolder([name]));
    const id = `${name}.jsonl`;
    const detail = await askJson<CallDetail>(studio, `/api/call?id=${id}`);
    expect(detail.row).toMatchObject({ id, fault: null });
    expect(detail.timeline).toMatchObject({ windows: [], microphone: [], loudspeaker: [] });
    expect(detail.timeline.replies.flatMap(({ chunks }) => chunks)).toEqual([]);
    expect(detail.requests.filter((request) => 'chunks' in request)).toEqual([]);
    expect(detail.transcript.length).toBeGreaterThan(0);
    expect(detail.transcript.map(({ atMs }) => atMs)).toEqual(
      detail.transcript.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
    );
    for (const { stream } of detail.requests) {
      const request = await askJson<ModelRequest>(studio, `/api/request?id=${id}&stream=${stream}`);
      expect(request.stream).toBe(stream);
    }
    const part = await askJson<CallPart>(studio, `/api/part?id=${id}&from=0&to=2000&bins=100`);
    expect(part.windows.length).toBeGreaterThan(name === 'disconnected' ? -1 : 10);
    expect(part.user.length).toBe(detail.audio.user ? 100 : 0);
  });

  test('shows which words of the agent were heard, and the interims of the user', async () => {
    const studio = await startTestStudio(await createFolder(['interrupted']));
    const { transcript } = await askJson<CallDetail>(studio, '/api/call?id=interrupted.jsonl');
    const cut = transcript.filter(
      ({ who, text, heardChars }) => who === 'agent' && heardChars > 0 && heardChars < text.length,
    );
    expect(cut.length).toBeGreaterThan(0);
    for (const { text, words } of cut)
      for (const { fromChar, toChar } of words) expect(text.slice(fromChar, toChar)).not.toBe('');
    const interims = transcript.filter(({ kind }) => kind === 'interim');
    expect(interims.every(({ who, heardChars }) => who === 'user' && heardChars === 0)).toBe(true);
    expect(interims.length).toBeGreaterThan(10);
  });

  test('that was not recorded to its end strikes out nothing of its last words', async () => {
    const folder = await createFolder(['concierge']);
    const text = await readFile(join(folder, 'concierge.jsonl'), 'utf8');
    await writeFile(join(folder, 'part.jsonl'), text.slice(0, 30_000));
    const { transcript } = await askJson<CallDetail>(await startTestStudio(folder), '/api/call?id=part.jsonl');
    expect(transcript.map(({ who, text: said, heardChars }) => [who, said.length - heardChars])).toEqual([
      ['agent', 0],
    ]);
  });

  test('has its functions, its failures with their docs, and its usage', async () => {
    const studio = await startTestStudio(await createFolder(['failures', 'first-minute']));
    const { failures, functions } = await askJson<CallDetail>(studio, '/api/call?id=failures.jsonl');
    expect(failures.map(({ code }) => code)).toEqual([
      'handler_failed',
      'provider_failed',
      'function_failed',
      'provider_failed',
      'handler_failed',
    ]);
    expect(failures[0]?.docs).toBe(`errors.md#${failures[0]?.code}`);
    expect(functions).toMatchObject([
      { name: 'book', arguments: '{}', result: '{"booked":true}' },
      { name: 'broken', arguments: '{}', result: 'error: "broken" failed: no table left' },
    ]);
    const { usage, requests } = await askJson<CallDetail>(studio, '/api/call?id=first-minute.jsonl');
    expect(usage).toMatchObject({ stt: [{ provider: 'local' }] });
    expect(requests.map(({ outcome }) => outcome)).toContain('complete');
    expect(await askFailure(studio, '/api/request?id=failures.jsonl&stream=llm.99')).toBe('404 stream_unknown');
  });

  test('has the waits for its answers, with parts that add up', async () => {
    const studio = await startTestStudio(await createFolder(['first-minute']));
    const { waits, row } = await askJson<CallDetail>(studio, '/api/call?id=first-minute.jsonl');
    expect(waits.map(({ turn, text }) => [turn, text]).slice(0, 2)).toEqual([
      [1, 'what time is it'],
      [2, 'i would like to book a table for two people at seven'],
    ]);
    const lengths = waits.map(({ fromMs, toMs }) => Math.round(toMs - fromMs));
    expect(lengths).toEqual(waits.map(({ parts }) => sum(Object.values(parts))));
    expect(Math.max(...lengths)).toBe(row.waitP95Ms);
  });

  test('opens even if its waits are not numbers', async () => {
    const folder = await createFolder(['first-minute']);
    const path = join(folder, 'first-minute.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/"parts":\{"silence":\d+/gu, '"parts":{"silence":"<b>"'));
    const { waits } = await askJson<CallDetail>(await startTestStudio(folder), '/api/call?id=first-minute.jsonl');
    expect(waits.map(({ parts }) => parts.silence)).toEqual(waits.map(() => 0));
  });

  test('has the figures of its row in the table, and what it cost', async () => {
    const stt = { local: { '*': { price: '0.01' } } };
    const studio = await startTestStudio(await createFolder(['first-minute']), { prices: { currency: 'EUR', stt } });
    const { row, usage } = await askJson<CallDetail>(studio, '/api/call?id=first-minute.jsonl');
    const { rows } = await askJson<CallsResponse>(studio, '/api/calls');
    expect(rows).toEqual([row]);
    expect(row.lengthMs).toBeGreaterThan(30_000);
    expect(usage).toMatchObject({ cost: { amount: String(row.cost) } });
  });

  test('does not count diagnostics as failures', async () => {
    const studio = await startTestStudio(await createFolder(['resumed']));
    expect((await askJson<CallDetail>(studio, '/api/call?id=resumed.jsonl')).failures).toEqual([]);
  });

  test('names the splices and stages of the application', async () => {
    const folder = await createFolder(['resumed']);
    const { head, lines } = await readRecording(join(folder, 'resumed.jsonl'));
    const own = { ...head, splices: ['activity'], stages: ['endpointing'] };
    await writeFile(join(folder, 'own.jsonl'), [own, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const detail = await askJson<CallDetail>(await startTestStudio(folder), '/api/call?id=own.jsonl');
    expect(detail).toMatchObject({ splices: ['activity'], ownStages: ['endpointing'] });
  });

  test('has its requests in order, each with its turn, its first text and how it ended', async () => {
    const studio = await startTestStudio(await createFolder(['failures']));
    const { requests } = await askJson<CallDetail>(studio, '/api/call?id=failures.jsonl');
    expect(requests[0]).toMatchObject({
      stream: 'llm.0',
      turn: 0,
      outcome: 'failed: the LLM double fails, as it was told',
    });
    for (const { fromMs, firstTextMs } of requests) expect(firstTextMs ?? fromMs).toBeGreaterThanOrEqual(fromMs);
    expect(requests.map(({ turn }) => turn)).toEqual(requests.map(({ turn }) => turn).toSorted((a, b) => a - b));
    expect(new Set(requests.map(({ turn }) => turn)).size).toBeGreaterThan(1);
  });

  test('shows the result of a function, not its progress', () => {
    const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } };
    const result = (content: string, more: object = {}) => ({
      turn: 0,
      round: 0,
      results: [{ tool_call_id: 'a', name: 'book', content }],
      ...more,
    });
    const lines = [
      { t: 1, out: 'functionCalls', v: { turn: 0, round: 0, calls: [call] } },
      { t: 2, out: 'functionResults', v: result('begun') },
      { t: 3, out: 'functionResults', v: result('booked', { background: { kind: 'final', policy: 'silent' } }) },
      { t: 4, out: 'functionResults', v: result('halfway', { background: { kind: 'progress' } }) },
    ] as never;
    expect(listFunctions(traceOf(lines)).map(({ result: last }) => last)).toEqual(['booked']);
  });

  test('a request has the messages before it and its chunks', async () => {
    const studio = await startTestStudio(await createFolder(['concierge']));
    const { messages, chunks } = await askJson<ModelRequest>(studio, '/api/request?id=concierge.jsonl&stream=llm.1');
    expect(messages[0]).toMatchObject({ role: 'system' });
    expect(messages.some((message) => JSON.stringify(message).includes('what time is it'))).toBe(true);
    expect(chunks.length).toBeGreaterThan(0);
    const first = await askJson<ModelRequest>(studio, '/api/request?id=concierge.jsonl&stream=llm.0');
    expect(first.messages.length).toBeLessThan(messages.length);
    expect(first.messages).toEqual(messages.slice(0, first.messages.length));
  });

  test('of texts that are markup or code is sent as data', async () => {
    const folder = await createFolder(['with-audio']);
    const { head, lines } = await readRecording(join(folder, 'with-audio.jsonl'));
    const hostile = '</script><script>alert(1)</script>\u2028';
    const text = [{ ...head, agent: hostile, session: hostile }, ...lines]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
    await writeFile(join(folder, 'markup.jsonl'), text);
    const studio = await startTestStudio(folder);
    const { headers, text: body } = await ask(studio, '/api/call?id=markup.jsonl');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect((JSON.parse(body) as CallDetail).row.agent).toBe(hostile);
  });

  test('has the windows and the peaks of the time that is asked for', async () => {
    const studio = await startTestStudio(await createFolder(['with-audio']));
    const read = (from: number, to: number): Promise<CallPart> =>
      askJson<CallPart>(studio, `/api/part?id=with-audio.jsonl&from=${from}&to=${to}&bins=50`);
    const { windows, user, agent } = await read(500, 1000);
    expect(windows.length).toBeGreaterThan(10);
    expect(windows.filter(({ fromMs, toMs }) => toMs <= 500 || fromMs >= 1000)).toEqual([]);
    expect([user.length, agent]).toEqual([50, []]);
  });

  test('that is damaged is a failure that names the line', async () => {
    const folder = await createFolder(['concierge']);
    const { text } = await ask(await startTestStudio(folder), '/api/export?id=concierge.jsonl&as=json');
    const lines = text.split('\n');
    await writeFile(join(folder, 'cut.jsonl'), lines.with(70, '{"t":1').join('\n'));
    await writeFile(
      join(folder, 'odd.jsonl'),
      lines.with(3, '{"t":27.166,"out":"event","v":{"name":"on_agent_message_added","seq":1,"message":7}}').join('\n'),
    );
    const studio = await startTestStudio(folder);
    const { status, text: body } = await ask(studio, '/api/call?id=cut.jsonl');
    expect([status, body]).toEqual([422, expect.stringMatching(/"recording_invalid".*cut\.jsonl:71/u)]);
    expect(body).not.toContain('    at ');
    expect((await ask(studio, '/api/call?id=odd.jsonl')).status).toBe(200);
    expect((await ask(studio, '/api/call?id=concierge.jsonl')).status).toBe(200);
  });
});

describe('the words of a transcript', () => {
  const said = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 50 });
  const config = { vad: { provider: 'silero', prefix_padding_duration: 0.2 } } as Head['config'];

  test('have their places in the text, also those that are said twice, and their times in the call', () => {
    const words = [said('no', 0), said('no', 100), said('', 200), said('other', 300), said('yes', 400)];
    expect(placeWords({ text: 'no no yes', words }, 1000, { config })).toEqual([
      { fromMs: 800, toMs: 850, fromChar: 0, toChar: 2 },
      { fromMs: 900, toMs: 950, fromChar: 3, toChar: 5 },
      { fromMs: 1200, toMs: 1250, fromChar: 6, toChar: 9 },
    ]);
  });

  test('begin with the call if the user speaks at once', () => {
    expect(placeWords({ text: 'no', words: [said('no', 40)] }, 120, { config })).toMatchObject([{ fromMs: 40 }]);
  });
});

describe('the calls that are kept open', () => {
  const fileOf = (id: string, size = 1, mtimeMs = 1) => ({ id, path: `/${id}`, size, mtimeMs });
  const create = () => {
    const opened: string[] = [];
    return { opened, open: keepLatest(async ({ id }) => void opened.push(id)) };
  };

  test('are opened once, and again when the file has changed', async () => {
    const { opened, open } = create();
    for (const file of [fileOf('a'), fileOf('a'), fileOf('a', 2), fileOf('a', 2, 2)]) await open(file);
    expect(opened).toEqual(['a', 'a', 'a']);
  });

  test('are the latest eight', async () => {
    const { opened, open } = create();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'b', 'i', 'b', 'a']) await open(fileOf(id));
    expect(opened.join('')).toBe('abcdefghia');
  });

  test('are fewer if they are large, but always the latest', async () => {
    const { opened, open } = create();
    for (const id of ['a', 'b', 'a', 'c', 'c']) await open(fileOf(id, id === 'c' ? 200e6 : 70e6));
    await open(fileOf('a', 70e6));
    await open(fileOf('c', 200e6));
    expect(opened.join('')).toBe('abcac');
  });

  test('are tried again after a failure', async () => {
    let tries = 0;
    const open = keepLatest(async () => {
      tries += 1;
      throw new Error('busy');
    });
    for (const _ of [1, 2]) await expect(open(fileOf('a'))).rejects.toThrow('busy');
    expect(tries).toBe(2);
  });

  test('are not those that are too large to be parsed', async () => {
    const { opened, open } = create();
    await expect(open(fileOf('a', 500_000_001))).rejects.toMatchObject({ code: 'recording_too_large' });
    expect(opened).toEqual([]);
  });
});
