import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportCommand } from '../../src/cli/export.ts';
import { recordTo, type RecordOptions } from '../../src/record/recordTo.ts';
import { parseRecording } from '../../src/record/read.ts';
import { replay } from '../../src/replay/replay.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';
import { terminal } from './terminal.ts';

const BOTH = { audio: true, agentAudio: true };
const TALK: TestSessionOptions = {
  voice: [{ atMs: 320, forMs: 640 }],
  says: ['tell me <more>'],
  llm: ['We opened in nineteen eighty. My grandmother cooked here.'],
};
const RATE = 16_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-export-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Recorded {
  readonly file: string;
  readonly text: string;
  readonly played: TestSession;
}

async function record(
  options: RecordOptions,
  talk: TestSessionOptions,
  play: (session: TestSession) => void = () => undefined,
): Promise<Recorded> {
  const lines: string[] = [];
  const recorder = recordTo(() => ({ write: (line) => lines.push(line) > 0, close: () => undefined }), options);
  const played = createTestSession({ ...talk, options: { record: recorder } });
  play(played);
  await played.clock.run(8000);
  played.session.close('ended_by_client');
  await played.clock.run(9000);
  const file = join(folder, 'call.jsonl');
  const text = `${lines.join('\n')}\n`;
  await writeFile(file, text);
  return { file, text, played };
}

async function exported(file: string): Promise<{ left: Int16Array; right: Int16Array; vtt: string; err: string[] }> {
  const console = terminal();
  expect(await exportCommand.run([file, '--wav'], console)).toBe(0);
  expect(console.stdout).toEqual([`${join(folder, 'call.wav')}\n${join(folder, 'call.vtt')}`]);
  const bytes = await readFile(join(folder, 'call.wav'));
  expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.length - 44]).toEqual([
    2,
    RATE,
    bytes.readUInt32LE(40),
  ]);
  const channel = (n: number): Int16Array =>
    Int16Array.from({ length: (bytes.length - 44) / 4 }, (_, at) => bytes.readInt16LE(44 + 4 * at + 2 * n));
  return {
    left: channel(0),
    right: channel(1),
    vtt: await readFile(join(folder, 'call.vtt'), 'utf8'),
    err: console.stderr,
  };
}

/** What the client has played, at its times. */
function heardBy({ io }: TestSession, length: number): Int16Array {
  const channel = new Int16Array(length);
  for (const { startedAtMs, samples } of io.played())
    if (startedAtMs !== undefined) channel.set(samples, Math.round((startedAtMs / 1000) * RATE));
  return channel;
}

function differences(one: Int16Array, other: Int16Array): number {
  return one.reduce((sum, sample, at) => sum + (sample === other[at] ? 0 : 1), Math.abs(one.length - other.length));
}

describe('antiphon export --wav', () => {
  test('has the agent to the right, sample by sample as the client has played it', async () => {
    const { file, played } = await record(BOTH, TALK);
    const { right, err } = await exported(file);
    expect(err).toEqual([]);
    expect(differences(right, heardBy(played, right.length))).toBe(0);
    expect(right.some((sample) => sample !== 0)).toBe(true);
  });

  test('has the user to the left, when they spoke', async () => {
    const { file } = await record(BOTH, TALK);
    const { left } = await exported(file);
    const loud = [left.findIndex((sample) => sample !== 0), left.findLastIndex((sample) => sample !== 0)];
    expect(loud.map((at) => Math.round((at / RATE) * 1000))).toEqual([320, 960]);
  });

  test('cuts the agent where it was interrupted', async () => {
    const voice = [...(TALK.voice ?? []), { atMs: 2560, forMs: 800 }];
    const { file, played } = await record(BOTH, { ...TALK, voice, says: ['tell me', 'wait'] });
    expect(played.eventNames).toContain('agent_interrupted');
    const { right } = await exported(file);
    expect(differences(right, heardBy(played, right.length))).toBe(0);
  });

  test('leaves a gap where the client stood still', async () => {
    const { file, played } = await record(BOTH, TALK, ({ io, clock }) => {
      clock.schedule(() => io.freeze(), 2000);
      clock.schedule(() => io.thaw(), 2600);
    });
    const { right } = await exported(file);
    const ends = [right, heardBy(played, right.length)].map(
      (one) => one.findLastIndex((sample) => sample !== 0) / RATE,
    );
    expect(ends[0]).toBeGreaterThan(5);
    const frozen = right.subarray(2.15 * RATE, 2.45 * RATE);
    expect(frozen.every((sample) => sample === 0)).toBe(true);
  });

  test('writes the transcript of both, without markup of their own', async () => {
    const { file } = await record(
      BOTH,
      TALK,
      ({ io, clock }) => void clock.schedule(() => io.user.text.next('a & b'), 6000),
    );
    const { vtt } = await exported(file);
    expect(vtt).toMatch(/^WEBVTT\n\n00:00:00\.320 --> 00:00:00\.960\n<v User>tell me &lt;more&gt;\n\n/u);
    expect(vtt).toContain('\n<v Agent>We opened in nineteen eighty. My grandmother cooked here.\n');
    expect(vtt).toContain('00:00:06.000 --> 00:00:08.000\n<v User (typed)>a &amp; b\n');
  });

  test('says that a channel is silent if its audio was not kept', async () => {
    const { file } = await record({}, TALK);
    const { left, right, err } = await exported(file);
    expect([...left, ...right].every((sample) => sample === 0)).toBe(true);
    expect(err).toEqual([
      expect.stringMatching(/left channel is silent: .*\{ audio: true \}/u),
      expect.stringMatching(/right channel is silent: .*\{ agentAudio: true \}/u),
    ]);
  });

  test.each([
    ['no recording', ['--wav'], 'expected one recording, got 0'],
    ['no format', ['a.jsonl'], 'expected --wav'],
    ['an option that it does not know', ['a.jsonl', '--mp3'], "Unknown option '--mp3'"],
  ])('refuses %s', async (_, args, message) => {
    await expect(exportCommand.run(args, terminal())).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining(message) as unknown,
    });
  });
});

describe('a recording with the audio of the agent', () => {
  test('replays without a difference', async () => {
    const { text } = await record(BOTH, TALK);
    const { difference, undelivered } = await replay(parseRecording(text));
    expect([difference, undelivered]).toEqual([null, []]);
  });

  test('replays what was asked in the middle of an instant with audio', async () => {
    const { text } = await record(BOTH, TALK, ({ session }) => {
      session.events$.subscribe(({ name, seq }) => {
        if (name === 'on_agent_started_speaking' && seq < 5) session.say('Thank you.');
      });
    });
    const { difference, undelivered } = await replay(parseRecording(text));
    expect([difference, undelivered]).toEqual([null, []]);
  });

  test('says so in its head, and has no line of it without the option', async () => {
    const [kept, plain] = [await record(BOTH, TALK), await record({}, TALK)].map(({ text }) => parseRecording(text));
    expect([kept?.head.agentAudio, plain?.head.agentAudio]).toEqual([true, undefined]);
    expect(JSON.stringify(plain?.lines)).not.toContain('pcm');
  });

  test('does not have that of an utterance whose text was redacted', async () => {
    const redact = (text: string): string => text.replaceAll(/\d/gu, '0');
    const llm = ['Your number is 4711.'];
    const { file, text } = await record({ ...BOTH, redact }, { ...TALK, llm });
    expect(text).not.toContain('4711');
    const { right } = await exported(file);
    expect(right.every((sample) => sample === 0)).toBe(true);
    const other = await record({ ...BOTH, redact }, TALK);
    expect((await exported(other.file)).right.some((sample) => sample !== 0)).toBe(true);
  });
});
