import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STT, TTS, VAD } from '../../providers/names.ts';
import { defineAgent } from '../../src/session/agent.ts';
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
