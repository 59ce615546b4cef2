import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChannel } from '../../src/cli/export/channel.ts';
import { createWav } from '../../src/cli/export/wav.ts';
import { createPeaks } from '../../src/cli/studio/call/peaks.ts';
import { parseRange } from '../../src/cli/studio/media/parseRange.ts';
import { runs } from '../properties/runs.ts';
import { small } from './support/indexed.ts';
import { ask, askFailure, createFolder, createInlineRunner, startTestStudio } from './support/studio.ts';

const AUDIO = '/api/audio?id=with-audio.jsonl&side=';

describe('a range', () => {
  test.each([
    ['bytes=0-', { from: 0, to: 100 }],
    ['bytes=10-19', { from: 10, to: 20 }],
    ['bytes=99-', { from: 99, to: 100 }],
    ['bytes=90-500', { from: 90, to: 100 }],
    ['bytes=-10', { from: 90, to: 100 }],
    ['bytes=-500', { from: 0, to: 100 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', null],
    ['bytes=0-1,5-6', null],
    ['lines=0-1', null],
    ['bytes=-', null],
    ['bytes=x-1', null],
    [undefined, null],
  ])('%s', (header, range) => expect(parseRange(header, 100)).toEqual(range));

  test('of a WAV file is the bytes of the whole file', () => {
    const samples = Int16Array.from({ length: 50 }, (_, n) => n * 100);
    const left = createChannel([{ fromMs: 1, rate: 8000, samples }], 8000);
    const right = createChannel([{ fromMs: 2, rate: 16_000, samples }], 8000);
    const file = createWav([left, right], 8000, 10);
    const whole = Buffer.from(file.read(0, file.bytes));
    expect(whole.length).toBe(file.bytes);
    fc.assert(
      fc.property(fc.nat(file.bytes), fc.nat(file.bytes), (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expect(Buffer.from(file.read(from, to))).toEqual(whole.subarray(from, to));
      }),
      runs(25),
    );
  });
});

describe('the audio of a call', () => {
  test.each(['user', 'agent', 'both', 'heard'])('of side %s is a WAV file, whole and in ranges', async (side) => {
    const studio = await startTestStudio(await createFolder(['with-audio']));
    const whole = await ask(studio, AUDIO + side);
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'content-length': String(whole.bytes.length),
    });
    expect(whole.bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(whole.bytes.readUInt16LE(22)).toBe(side === 'both' ? 2 : 1);
    const part = await ask(studio, AUDIO + side, { headers: { range: 'bytes=40-1039' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 40-1039/${whole.bytes.length}`);
    expect(part.bytes).toEqual(whole.bytes.subarray(40, 1040));
  });

  test('has the user on the left, the agent on the right, and both when heard', async () => {
    const studio = await startTestStudio(await createFolder(['with-audio']));
    const [user = [], agent = [], both = [], heard = []] = await Promise.all(
      ['user', 'agent', 'both', 'heard'].map(async (side) => {
        const { bytes } = await ask(studio, AUDIO + side);
        return Array.from({ length: (bytes.length - 44) / 2 }, (_, n) => bytes.readInt16LE(44 + n * 2));
      }),
    );
    // The audio of the agent was not kept.
    expect([user.some((sample) => sample !== 0), agent.every((sample) => sample === 0)]).toEqual([true, true]);
    expect(both.filter((_, n) => n % 2 === 0)).toEqual(user);
    expect(both.every((sample, n) => n % 2 === 0 || sample === 0)).toBe(true);
    expect(heard).toEqual(user);
  });

  test('has both voices when heard, up to the loudest sample', async () => {
    const pcmOf = (level: number): string => Buffer.from(new Int16Array(1600).fill(level).buffer).toString('base64');
    const agent = { utterance: 'u0.0', samples: 1600, rate: 16_000 };
    const text = small(
      1,
      [
        { t: 50, out: 'playout', v: { kind: 'started', utterance: 'u0.0' } },
        { t: 50, out: 'playout', v: { kind: 'audio', ...agent, pcm: pcmOf(10_000) } },
        { t: 100, in: 'audio', v: { samples: 1600, rate: 16_000, pcm: pcmOf(30_000) } },
        { t: 150, out: 'playout', v: { kind: 'stopped', utterance: 'u0.0', samples: 1600, whole: true } },
      ],
      { audio: true, agentAudio: true },
    );
    const studio = await startTestStudio(await createFolder([], { 'a.jsonl': text }));
    const { bytes } = await ask(studio, '/api/audio?id=a.jsonl&side=heard');
    const levels = [25, 75, 125, 175].map((ms) => bytes.readInt16LE(44 + ms * 16 * 2));
    expect(levels).toEqual([30_000, 32_767, 10_000, 0]);
  });

  test('beyond its end is refused with its length', async () => {
    const studio = await startTestStudio(await createFolder(['with-audio']));
    const headers = { range: 'bytes=99999999-' };
    expect(await askFailure(studio, `${AUDIO}user`, { headers })).toBe('416 range_refused');
    expect((await ask(studio, `${AUDIO}user`, { headers })).headers['content-range']).toMatch(/^bytes \*\/\d+$/u);
  });

  test('that fails on the way is broken off, and the next request is answered', async () => {
    const { run, close } = createInlineRunner();
    const studio = await startTestStudio(await createFolder(['with-audio']), {
      createRunner: () => ({
        close,
        run: async (task, tell) =>
          task.name === 'audio' ? tell({ kind: 'failed', message: 'its thread ended' }) : run(task, tell),
      }),
    });
    await expect(ask(studio, `${AUDIO}user`)).rejects.toThrow(/aborted|hang up|ECONNRESET/u);
    expect((await ask(studio, '/api/calls')).status).toBe(200);
  });

  test('that was not kept is silent', async () => {
    const studio = await startTestStudio(await createFolder(['failures']));
    const { bytes } = await ask(studio, '/api/audio?id=failures.jsonl&side=both');
    expect(bytes.subarray(44).every((byte) => byte === 0)).toBe(true);
    expect(bytes.length).toBe(44 + 20 * 16_000 * 4);
  });
});

describe('an export', () => {
  test('is the recording, its audio, or its transcript', async () => {
    const folder = await createFolder(['with-audio']);
    const studio = await startTestStudio(folder);
    const json = await ask(studio, '/api/export?id=with-audio.jsonl&as=json');
    expect(json.bytes.equals(await readFile(join(folder, 'with-audio.jsonl')))).toBe(true);
    expect(json.headers['content-disposition']).toBe(
      `attachment; filename="with-audio.jsonl"; filename*=UTF-8''with-audio.jsonl`,
    );
    const wav = await ask(studio, '/api/export?id=with-audio.jsonl&as=wav');
    expect(wav.bytes.equals((await ask(studio, `${AUDIO}both`)).bytes)).toBe(true);
    const vtt = await ask(studio, '/api/export?id=with-audio.jsonl&as=vtt');
    expect(vtt.text).toMatch(/^WEBVTT\n[^]* --> /u);
    expect(await askFailure(studio, '/api/export?id=with-audio.jsonl&as=exe')).toBe('400 request_invalid');
  });

  test('is named like its recording, without the folder', async () => {
    const text = await readFile('test/recordings/with-audio.jsonl', 'utf8');
    const studio = await startTestStudio(await createFolder([], { "a/it's.jsonl": text }));
    for (const as of ['wav', 'vtt']) {
      const { headers } = await ask(studio, `/api/export?id=${encodeURIComponent("a/it's.jsonl")}&as=${as}`);
      const named = `attachment; filename="it_s.${as}"; filename*=UTF-8''it%27s.${as}`;
      expect(headers['content-disposition']).toBe(named);
    }
  });

  test('has no header of its file name', async () => {
    const name = 'a"b;\r\nx: y’.jsonl';
    const studio = await startTestStudio(await createFolder([], { [name]: 'x\n' }));
    const { headers } = await ask(studio, `/api/export?id=${encodeURIComponent(name)}&as=json`);
    expect(headers['x']).toBeUndefined();
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/u);
  });
});

test('peaks are the highest samples of their bins, in cells and in single samples', () => {
  const samples = new Int16Array(16_000);
  samples[8000] = -32_768;
  samples[8001] = 16_384;
  const peaks = createPeaks([{ fromMs: 500, rate: 16_000, samples }]);
  expect(peaks.read(0, 2000, 4)).toEqual([0, 0, 1, 0]);
  expect(peaks.read(1000, 1000.125, 2)).toEqual([1, 0.5]);
  expect(peaks.read(5000, 6000, 2)).toEqual([0, 0]);
  expect(createPeaks([]).read(0, 1000, 4)).toEqual([]);
});
