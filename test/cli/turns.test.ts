import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { concatSamples } from '../../src/core/audio.ts';
import { TurnDetection } from '../../providers/names.ts';
import { turns } from '../../src/cli/turns.ts';
import type { SttTurnBehaviour } from '../../src/testing/doubles/sttTurns.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { recorded } from '../replay/whatIf/conversation.ts';
import type { UserAction } from '../support/testSession.ts';
import { continues, LONG, says } from '../support/userActions.ts';
import { createOnnxFile } from '../support/onnxFile.ts';
import { speakPcm } from '../support/voice.ts';
import { terminal, type KeptTerminal } from './terminal.ts';

const RATE = 22_050;

/** "my number is", a pause of 1 s, "five five five one two three four", as a WAV file; and its sidecar. */
let wav: Buffer;
const SIDECAR = {
  language: 'en',
  turns: [
    {
      end: 9,
      agent: 'How can we reach you?',
      words: [
        { text: 'my number is', end: 1.2 },
        { text: 'five five five one two three four', end: 4.5 },
      ],
    },
  ],
};

beforeAll(async () => {
  const spoken = await Promise.all(['my number is', 'five five five one two three four'].map((text) => speakPcm(text)));
  const [before, after] = spoken.map(({ samples }) => trim(samples));
  wav = toWav(concatSamples([silence(0.5), before ?? silence(0), silence(1), after ?? silence(0), silence(4)]));
});

const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE));

function trim(samples: Int16Array): Int16Array {
  const isSound = (sample: number): boolean => Math.abs(sample) > 30;
  return samples.subarray(samples.findIndex(isSound), samples.findLastIndex(isSound) + 1);
}

function toWav(samples: Int16Array): Buffer {
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  return Buffer.concat([createWavHeader(RATE, 1, bytes.length), bytes]);
}

async function folder(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'antiphon-turns-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content);
  return path;
}

async function runTurns(...args: readonly string[]): Promise<KeptTerminal> {
  const screen = terminal();
  expect(await turns.run(args, screen)).toBe(0);
  return screen;
}

const warnings = ({ stderr }: KeptTerminal): readonly string[] => stderr.filter((one) => one.startsWith('warning'));

test('a WAV file with the ends of its turns: text rules let the pause pass that silence ends', async () => {
  const { stdout } = await runTurns(await folder({ 'a.wav': wav, 'a.turns.json': JSON.stringify(SIDECAR) }));
  expect(stdout.join('\n').split('\n').slice(0, 6)).toEqual([
    '1 file, 1 turn, 1 pause within turns',
    '',
    '         cut off at 300 ms  at 600 ms  wait at 5 %  at 10 %',
    'text                 0.0 %      0.0 %       300 ms   300 ms',
    'silence            100.0 %    100.0 %      1500 ms  1500 ms',
    '',
  ]);
});

test('the table has the policies that no other one beats, the plot their trade', async () => {
  const path = await folder({ 'a.wav': wav, 'a.turns.json': JSON.stringify(SIDECAR) });
  const out = join(path, 'turns.svg');
  const text = (await runTurns(path, '--out', out)).stdout.join('\n');
  expect(text).toContain('0.10        0.2        1.5    0.0 %      300 ms');
  expect(text).toContain('pauses cut off, %');
  expect(text).toContain('a text   b silence');
  expect(await readFile(out, 'utf8')).toMatch(/^<svg[^]*Waiting against being cut off[^]*silence[^]*<\/svg>$/u);
});

test('a recording: a turn that was cut off goes on behind its pause', async () => {
  const { lines } = await recorded({
    user: [says(320, 'my number is'), says(320 + 640 + 1000, 'five five five one two three four')],
    llm: [LONG, 'Thank you.'],
  });
  const { stdout } = await runTurns(await folder({ 'a.jsonl': `${lines.join('\n')}\n` }));
  expect(stdout[0]?.split('\n')[0]).toBe('1 file, 1 turn, 1 pause within turns');
});

describe('a recording of a session that took the turns of its recogniser', () => {
  /** A number with a pause of 1.2 s. */
  const user = [says(320, { text: 'my number is five', msPerWord: 320 }, 960), continues(2496, 640)];

  async function recordedWith(turns: SttTurnBehaviour, user: readonly UserAction[]): Promise<string> {
    const { lines } = await recorded({
      user,
      llm: [LONG, 'Thank you.'],
      stt: { turns },
      config: { turn_detection: TurnDetection.STT() },
    });
    return await folder({ 'a.jsonl': `${lines.join('\n')}\n` });
  }

  test('is measured as it was, and at its eager ends', async () => {
    const path = await recordedWith({ eagerMs: 500, endMs: 1300 }, user);
    const text = (await runTurns(path, '--model', 'stt', '--model', 'text')).stdout.join('\n');
    expect(text.split('\n').slice(0, 7)).toEqual([
      '1 file, 1 turn, 1 pause within turns',
      '',
      'as recorded: 0.0 % cut off, wait 1362 ms on average, median 1362 ms, p95 1362 ms',
      '',
      '         cut off at 300 ms  at 600 ms  wait at 5 %  at 10 %',
      'stt                      –    100.0 %      1312 ms  1312 ms',
      'text                 0.0 %      0.0 %       200 ms   200 ms',
    ]);
  });

  test('says how many pauses were cut off', async () => {
    const inTwo = [says(320, 'my number is'), says(320 + 640 + 1000, 'five five five one two three four')];
    const path = await recordedWith({ endMs: 800 }, inTwo);
    const text = (await runTurns(path, '--model', 'stt')).stdout.join('\n');
    expect(text).toContain('as recorded: 100.0 % cut off, wait 882 ms');
  });

  test.each([
    ['another recording', {}, 'a.jsonl'],
    ['an audio file', { 'b.wav': true }, 'b.wav'],
  ])('%s is left out', async (_, more, left) => {
    const { lines } = await recorded({ user, llm: ['Fine.'] });
    const path = await folder(
      'b.wav' in more
        ? { 'b.wav': wav, 'b.turns.json': JSON.stringify(SIDECAR) }
        : { 'a.jsonl': `${lines.join('\n')}\n` },
    );
    const screen = terminal();
    await expect(turns.run([path, '--model', 'stt'], screen)).rejects.toMatchObject({ code: 'usage_invalid' });
    expect(warnings(screen)[0]).toMatch(
      new RegExp(`skipped ${left}: stt repeats the recorded recogniser: expected a recording .*TurnDetection.STT`, 'u'),
    );
  });
});

test('a model of yours is loaded from a module', async () => {
  const rx = `import { of } from ${JSON.stringify(import.meta.resolve('rxjs'))};
    export const model = { kind: 'pause', name: 'mine', score: ({ audio }) => of({ over: audio().length > 48_000 ? 1 : 0 }) };`;
  const path = await folder({ 'a.wav': wav, 'a.turns.json': JSON.stringify(SIDECAR), 'model.mjs': rx });
  const text = (await runTurns(path, '--model', 'text', '--model', join(path, 'model.mjs'))).stdout.join('\n');
  expect(text).toContain('a text   b ');
  expect(text).toMatch(/model\.mjs +0\.0 % +0\.0 % +200 ms +200 ms/u);
});

test('Smart Turn is loaded from its file', async () => {
  const path = await folder({
    'a.wav': wav,
    'a.turns.json': JSON.stringify(SIDECAR),
    'model.onnx': Buffer.from(createOnnxFile()),
  });
  const text = (await runTurns(path, '--model', `smart-turn:${join(path, 'model.onnx')}`)).stdout.join('\n');
  expect(text).toMatch(/a smart-turn:.*model\.onnx +b silence/u);
});

describe('what cannot be used is named, and left out', () => {
  test.each([
    ['a sidecar is missing', {}, /skipped a\.wav: expected the ends of its turns in ".*a\.turns\.json"/u],
    ['an end is no number', { turns: [{ end: '9' }] }, /turns\[0\]\.end: expected a finite number, got a string/u],
    ['a field is unknown', { turns: [{ end: 9, word: [] }] }, /turns\[0\]\.word: expected no such field/u],
    ['words are missing', { turns: [{ end: 9 }] }, /text reads words: expected the words of each turn/u],
  ])('%s', async (_, sidecar, message) => {
    const screen = terminal();
    const files = 'turns' in sidecar ? { 'a.turns.json': JSON.stringify(sidecar) } : {};
    const running = turns.run([await folder({ 'a.wav': wav, ...files })], screen);
    await expect(running).rejects.toMatchObject({ code: 'usage_invalid' });
    expect(warnings(screen)[0]).toMatch(message);
  });

  test('a WAV file in another encoding', async () => {
    const screen = terminal();
    const adpcm = toWav(silence(1));
    adpcm.writeUInt16LE(2, 20);
    const files = { 'a.wav': adpcm, 'a.turns.json': JSON.stringify(SIDECAR) };
    await expect(turns.run([await folder(files)], screen)).rejects.toMatchObject({ code: 'usage_invalid' });
    expect(warnings(screen)[0]).toMatch(/a WAV file in ADPCM.* is not supported/u);
  });
});

test.each([
  ['no folder', [], /expected one folder, got 0/u],
  ['a folder without recordings', ['.github'], /expected a folder, found none|found none/u],
  ['a model that does not exist', ['.', '--model', './none.js'], /"\.\/none\.js" could not be loaded/u],
  [
    'a model file that does not exist',
    ['.', '--model', 'smart-turn:none.onnx'],
    /the path of an ONNX file, got "none\.onnx"/u,
  ],
  ['a delay that is none', ['.', '--word-delay', 'soon'], /for --word-delay, got "soon"/u],
])('%s is an error', async (_, args, message) => {
  await expect(turns.run(args, terminal())).rejects.toThrow(message);
});
