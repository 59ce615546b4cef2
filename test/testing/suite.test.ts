import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STT, TTS, VAD } from '../../providers/names.ts';
import { defineAgent } from '../../src/session/agent.ts';
import { concatSamples } from '../../src/core/audio.ts';
import type { SuiteOptions } from '../../src/testing/suite/suite.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { score } from '../../src/testing/score.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';

import { speakPcm } from '../support/voice.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-suite-'));
});
afterEach(() => rm(folder, { recursive: true }));

const agent = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Deepgram({ api_key: 'unused' }),
    tts: TTS.Deepgram({ api_key: 'unused' }),
    initial_messages: [],
    session_data: {},
  }),
  llm_response_handler: createLlmDouble([]),
});

/** A buzz of 120 Hz with two resonances, that swells like syllables: Silero takes it for speech. */
function vowels(fromMs: number, toMs: number, lengthMs: number): Int16Array {
  let [a, b, c, d] = [0, 0, 0, 0];
  return Int16Array.from({ length: lengthMs * 16 }, (_, n) => {
    if (n < fromMs * 16 || n >= toMs * 16) return 0;
    const pulse = n % 133 === 0 ? 4000 * Math.abs(Math.sin(n / 1600)) : 0;
    [a, b] = [pulse + 1.95 * a - 0.97 * b, a];
    [c, d] = [pulse + 1.45 * c - 0.97 * d, c];
    return Math.max(-32_768, Math.min(32_767, Math.round(a + c)));
  });
}

async function record(name: string, text: string, samples: Int16Array, rate = 16_000): Promise<void> {
  const bytes = bytesOfSamples(samples);
  await writeFile(join(folder, `${name}.wav`), Buffer.concat([createWavHeader(rate, 1, bytes.length), bytes]));
  await writeFile(join(folder, `${name}.txt`), text);
}

describe('score.suite', () => {
  test('plays the agent with each WAV file, and reports the waits in parts', async () => {
    await record('a', 'a table for two', vowels(500, 2000, 2500));
    await record('b', 'good evening', vowels(800, 1900, 2000));
    const { files, waits } = await score.suite(agent, folder, { llm: [{ text: 'Hello.', firstTokenMs: 400 }] });
    expect(files.map(({ name, messages, errors }) => [name, messages.map(({ content }) => content), errors])).toEqual([
      ['a.wav', ['a table for two', 'Hello.'], []],
      ['b.wav', ['good evening', 'Hello.'], []],
    ]);
    expect(waits?.answers).toBe(2);
    expect(waits?.parts.handler).toEqual({ p50: 400, p95: 400 });
    expect(waits?.parts.stt).toEqual({ p50: 50, p95: 50 });
    expect(waits?.wait.p50).toBeGreaterThan(900);
  });

  test('hears real speech, at any rate', async () => {
    const { samples, sampleRate } = await speakPcm('I would like to book a table');
    await record('speech', 'I would like to book a table', samples, sampleRate);
    const { files } = await score.suite(agent, folder, { llm: ['Hello.'] });
    expect(files[0]?.messages.map(({ content }) => content)).toEqual(['I would like to book a table', 'Hello.']);
  });

  test('has the same result in every run', async () => {
    await record('a', 'a table for two', vowels(500, 2000, 2500));
    const options = { llm: ['Hello.'] };
    expect(await score.suite(agent, folder, options)).toEqual(await score.suite(agent, folder, options));
  });

  test.each([
    ['a folder without audio', async () => {}, 'expected audio (*.wav) in '],
    [
      'a file without its text',
      async () => {
        await record('a', '', vowels(500, 900, 1000));
        await rm(join(folder, 'a.txt'));
      },
      'expected the words of "a.wav" in ',
    ],
  ])('refuses %s', async (_, prepare, message) => {
    await prepare();
    await expect(score.suite(agent, folder)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining(message) as unknown,
    });
  });
});

describe('score.suite with the embedded engines', () => {
  const spoken = defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.Local({ grammar: '#JSGF V1.0; grammar asked; public <asked> = what time is it | tell me a story;' }),
      tts: TTS.Local(),
      initial_messages: [],
      session_data: {},
    }),
    llm_response_handler: createLlmDouble([]),
  });
  const question = async (): Promise<void> => {
    const { samples, sampleRate } = await speakPcm('what time is it', { voice: 'en-us+f2', rate: 150 });
    const quiet = new Int16Array(sampleRate / 2);
    await record('time', '', concatSamples([quiet, samples, quiet]), sampleRate);
    await rm(join(folder, 'time.txt'));
  };
  const both: SuiteOptions = { embedded: ['stt', 'tts'], llm: ['It is nine.'] };

  test('the agent hears and speaks with its own, without a text beside the file, and with the same result in every run', async () => {
    await question();
    const options = { ...both, doubles: { stt: { delayMs: 120 }, tts: { firstAudioMs: 80 } } };
    const first = await score.suite(spoken, folder, options);
    expect(first.files.map(({ messages, errors }) => [messages.map(({ content }) => content), errors])).toEqual([
      [['what time is it', 'It is nine.'], []],
    ]);
    expect(first.waits?.parts).toMatchObject({ stt: { p50: 120, p95: 120 }, tts: { p50: 80, p95: 80 } });
    expect(await score.suite(spoken, folder, options)).toEqual(first);
  });

  test('real times of an engine are charged, where they are asked for', async () => {
    await question();
    await writeFile(join(folder, 'time.txt'), 'what time is it');
    const { waits } = await score.suite(spoken, folder, { ...both, embedded: ['tts'], realTime: 'charged' });
    expect(waits?.parts.tts.p50).toBeGreaterThan(0);
    expect(waits?.parts.stt.p50).toBe(50);
  });

  test.each([
    [
      'an agent with another recogniser',
      agent,
      both,
      'embedded: expected an agent with STT.Local, got the provider "deepgram"',
    ],
    ['an engine that there is not', spoken, { embedded: ['llm'] } as never, 'there is no embedded engine "llm"'],
  ])('refuses %s', async (_, refused, options, message) => {
    await question();
    await expect(score.suite(refused, folder, options)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining(message) as unknown,
    });
  });
});
