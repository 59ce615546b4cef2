import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { synthesize } from '../../examples/talk/samples.ts';
import { readWav, writeWav } from '../../examples/talk/wav.ts';

const PHONE = resolve(import.meta.dirname, '../../dist/examples/phone/phone.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-phone-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('calls the concierge with keys and a recording; writes what was heard; ends by itself', async () => {
  const [goodbye, heard] = [join(folder, 'goodbye.wav'), join(folder, 'heard.wav')];
  const { samples, sampleRate } = await synthesize('goodbye', 22_050);
  await writeWav(goodbye, { sampleRate, channels: [samples] });
  const { status, output, errors } = await phone('--keys', '42#', goodbye, '--out', heard);
  expect([status, errors]).toEqual([0, '']);
  expect(output.split('\n')).toEqual([
    'agent      Good evening, the Olive Tree. What can I do for you?',
    'you        presses 4 2 #',
    'understood 42',
    'agent      You have pressed 4 2.',
    `you        ${goodbye}`,
    'understood goodbye',
    'agent      Goodbye, and see you soon at the Olive Tree.',
    '',
    'The agent has hung up.',
    `wrote ${heard} (what you have heard, at 8 kHz)`,
    '',
  ]);
  const audio = await readWav(heard);
  expect(audio.sampleRate).toBe(8000);
  expect(audio.samples.some((sample) => Math.abs(sample) > 3000)).toBe(true);
});

test('interrupts the answer, and hangs up after the last', async () => {
  const { status, output } = await phone('tell me about the restaurant', '--interrupt', 'stop');
  expect(status).toBe(0);
  // Between two sentences nothing is cut off: a slow machine may be interrupted there.
  expect(output).toMatch(/^you {8}stop\n(?:(?:agent {6}.*)? … \(interrupted\)\n)?understood stop\n/mu);
  expect(output).not.toContain('My grandmother');
  expect(output).toMatch(/agent {6}Of course\. What else can I do for you\?\n\nYou have hung up\.\n$/u);
});

describe('prints in one line what is wrong, and fails before the call', () => {
  test.each([
    ['a file that is not there', ['nowhere.wav'], /^phone: nowhere\.wav: cannot be read \(ENOENT.*\)\n$/],
    ['an option that there is not', ['--loud'], /^phone: Unknown option '--loud'.*\n$/],
    ['keys that there are not', ['--keys', 'x'], /^phone: --keys: expected keys of a telephone .*, got "x"\n$/],
    [
      'a folder that is not there',
      ['--out', 'no/where.wav'],
      /^phone: --out: cannot write no\/where\.wav \(ENOENT.*\n$/,
    ],
  ])('%s', async (_, args, complaint) => {
    const { status, output, errors } = await phone(...args);
    expect([status, output]).toEqual([1, '']);
    expect(errors).toMatch(complaint);
  });
});

interface Outcome {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function phone(...args: readonly string[]): Promise<Outcome> {
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const child = spawn(process.execPath, [PHONE, ...args], { env });
  const closed = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await closed) as [number | null];
  return { status, output, errors };
}
