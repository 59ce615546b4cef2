import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { synthesize } from '../../examples/talk/samples.ts';
import { readWav, writeWav } from '../../examples/talk/wav.ts';

const TALK = resolve(import.meta.dirname, '../../dist/examples/talk/talk.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-talk-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('speaks a WAV file of any rate, in stereo, and shows, writes and ends by itself', async () => {
  const question = join(folder, 'question.wav');
  const { samples, sampleRate } = await synthesize('goodbye', 11_025);
  await writeWav(question, { sampleRate, channels: [samples, samples] });
  const { status, output, errors } = await talk(question, '--out', folder);
  expect([status, errors]).toEqual([0, '']);
  expect(output).toMatch(/^you {5}goodbye$/m);
  expect(output).toMatch(/^agent {3}Goodbye, and see you soon at the Olive Tree\.$/m);
  expect(output).toMatch(/s {2}on_function_calls_executed$/m);
  expect(output).toMatch(/^vad .*━━/m);
  expect(output).toContain(`wrote ${join(folder, 'conversation.wav')}`);
  const { samples: agent } = await readWav(join(folder, 'agent.wav'));
  expect(agent.some((sample) => Math.abs(sample) > 3000)).toBe(true);
});

describe('prints in one line what is wrong, and fails', () => {
  test.each([
    ['a file that is not there', ['nowhere.wav'], /^talk: nowhere\.wav: cannot be read \(ENOENT.*\)\n$/],
    ['an option that there is not', ['--loud'], /^talk: Unknown option '--loud'.*\n$/],
    ['seconds that are none', ['--over', 'soon', 'a.wav'], /^talk: --over: expected seconds, got "soon"\n$/],
  ])('%s', async (_, args, complaint) => {
    const { status, errors } = await talk(...args);
    expect(status).toBe(1);
    expect(errors).toMatch(complaint);
  });

  test('a file that is no WAV file', async () => {
    const path = join(folder, 'text.wav');
    await writeFile(path, 'This is no sound at all.');
    const { status, errors } = await talk(path);
    expect([status, errors]).toEqual([1, `talk: ${path}: expected a WAV file (Not a supported format.)\n`]);
  });
});

test('prints its usage', async () => {
  const { status, output } = await talk('--help');
  expect([status, output.split('\n')[0]]).toEqual([0, 'npm run talk -- [options] [file.wav …]']);
});

interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function talk(...args: readonly string[]): Promise<Outcome> {
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const child = spawn(process.execPath, [TALK, ...args], { env });
  const closed = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await closed) as [number | null];
  return { status, output, errors };
}
