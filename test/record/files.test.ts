import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRecording, readRecording } from '../../src/record/read.ts';
import { recordInto } from '../../src/record/recordInto.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';

const TELL_ME = { voice: [{ atMs: 320, forMs: 640 }], says: ['tell me'], llm: ['We open at nine.'] };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-record-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function recordedInto(place: string, id: string): Promise<TestSession> {
  const record = recordInto(place);
  const made = createTestSession({ ...TELL_ME, options: { record, id } });
  await made.clock.run(4000);
  made.session.close('ended_by_api');
  await made.clock.advance(100);
  await record.written();
  return made;
}

describe('a folder of recordings', () => {
  test('is made, and gets a file for each session that reads back whole', async () => {
    const place = join(folder, 'deep', 'down');
    await recordedInto(place, 'one');
    await recordedInto(place, 'two/../three');
    expect(await readdir(place)).toEqual(['one.jsonl', 'two%2F..%2Fthree.jsonl']);
    const { head, lines } = await readRecording(join(place, 'one.jsonl'));
    expect([head.session, lines.at(-1)]).toMatchObject(['one', { out: 'ended' }]);
  });

  test('that cannot be made is refused at once', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(() => recordInto(join(file, 'below'))).toThrow(
      expect.objectContaining({
        code: 'usage_invalid',
        message: expect.stringMatching(/^recordInto: expected a folder/u),
      }),
    );
  });

  test('never overwrites: a session whose file exists goes on without a recording, and reports it', async () => {
    const place = join(folder, 'again');
    await recordedInto(place, 'one');
    const before = await readFile(join(place, 'one.jsonl'), 'utf8');
    const { history, errors } = await recordedInto(place, 'one');
    expect(history()).toEqual(['user: tell me', 'assistant: We open at nine.']);
    expect(errors.map(({ code, details }) => [code, details.failure])).toEqual([['recording_failed', false]]);
    expect(await readFile(join(place, 'one.jsonl'), 'utf8')).toBe(before);
  });

  test('is written when its sessions have ended, even while another one goes on', async () => {
    const place = join(folder, 'two');
    const record = recordInto(place);
    createTestSession({ ...TELL_ME, options: { record, id: 'talking' } });
    const ended = createTestSession({ ...TELL_ME, options: { record, id: 'ended' } });
    ended.session.close('ended_by_api');
    await ended.clock.advance(1000);
    await record.written();
    const { lines } = await readRecording(join(place, 'ended.jsonl'));
    expect(lines.at(-1)).toMatchObject({ out: 'ended' });
  });

  test('keeps what was recorded up to the moment in which the process is killed', async () => {
    const script = resolve(import.meta.dirname, 'killed.mjs');
    await expect(promisify(execFile)(process.execPath, [script, folder])).rejects.toMatchObject({ signal: 'SIGKILL' });
    const { lines } = await readRecording(join(folder, 'killed.jsonl'));
    expect(lines.at(-1)?.t).toBeGreaterThanOrEqual(3000);
  });
});

describe('what is no recording is refused, with its place', () => {
  const head = JSON.stringify({ format: 1 });
  test.each([
    ['nothing', '', 'file:1: expected a head, got nothing'],
    ['no JSON', '{\n', 'file:1: expected a line of JSON, got {'],
    ['another version', '{"format":6}\n', 'file:1: expected format 1 or 2 or 3 or 4 or 5, which antiphon '],
    [
      'a head that lacks parts',
      `${head}\n`,
      'file:1: expected the head of a recording of format 1 or 2 or 3 or 4 or 5',
    ],
  ])('%s', (_, text, message) => {
    expect(() => parseRecording(text, 'file')).toThrow(
      expect.objectContaining({ code: 'recording_invalid', message: expect.stringContaining(message) }),
    );
  });

  test.each([
    ['a line without a time', '{"in":"vad","v":0.5}'],
    ['a probability that is none', '{"t":1,"in":"vad","v":2}'],
    ['an output that there is not', '{"t":1,"out":"wisdom","v":2}'],
    ['a line that is neither', '{"t":1}'],
  ])('%s', async (_, line) => {
    const place = join(folder, 'broken', String(line.length));
    await recordedInto(place, 'one');
    const [first] = (await readFile(join(place, 'one.jsonl'), 'utf8')).split('\n');
    expect(() => parseRecording(`${first}\n${line}\n`, 'file')).toThrow(
      /^file:2: expected a line of a recording, got /u,
    );
  });

  test('but for a last line that is not whole', async () => {
    await recordedInto(join(folder, 'cut'), 'one');
    const text = await readFile(join(folder, 'cut', 'one.jsonl'), 'utf8');
    expect(parseRecording(text.slice(0, -10)).lines).toHaveLength(parseRecording(text).lines.length - 1);
  });

  test('a file that is not there', async () => {
    await expect(readRecording(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'usage_invalid' });
  });
});
