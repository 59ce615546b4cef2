import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TurnDetection } from '../../../../providers/names.ts';
import { createFeatureExtractor } from '../../../../providers/silero/smartTurn/features.ts';
import { smartTurn } from '../../../../providers/silero/smartTurn/smartTurn.ts';
import { createSmartTurnHost } from '../../../../providers/silero/smartTurn/smartTurnHost.ts';
import type { Spawn } from '../../../../providers/silero/thread.ts';
import { parseConfig } from '../../../../src/session/config/config.ts';
import { verifyConfig } from '../../../../src/session/config/ports.ts';
import { createOnnxFile, type OnnxDouble } from '../../../support/onnxFile.ts';
import { createSignal, SIGNALS } from './signals.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-smart-turn-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, double?: OnnxDouble): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, createOnnxFile(double));
  return path;
}

/** What the double makes of audio. */
function expected(samples: Int16Array): number {
  const features = createFeatureExtractor()(samples);
  const mean = features.reduce((sum, value) => sum + value, 0) / features.length;
  return 1 / (1 + Math.exp(-mean));
}

const PAUSE = { text: 'yes', pauseMs: 300, agent: { heard: '', unsaid: '' }, language: 'en' };

test('the model gets the features of the audio, and its output is the verdict', async () => {
  const model = smartTurn({ modelPath: await write('a.onnx') });
  const verdicts = await lastValueFrom(model.score({ ...PAUSE, audio: () => SIGNALS.short }).pipe(toArray()));
  expect(verdicts).toHaveLength(1);
  expect(verdicts[0]?.over).toBeCloseTo(expected(SIGNALS.short), 4);
});

test('questions of many sessions are each answered with their own verdict', async () => {
  const host = createSmartTurnHost({ modelPath: await write('b.onnx') });
  host.warmUp();
  const signals = [1, 2, 3, 4].map((seed) => createSignal(20_000 * seed, seed));
  const verdicts = await Promise.all(signals.map((signal) => firstValueFrom(host.judge(signal))));
  expect(verdicts.map(({ over }) => over.toFixed(3))).toEqual(signals.map((signal) => expected(signal).toFixed(3)));
});

test('a question that was taken back is not asked, and those behind it are answered', async () => {
  const asked: unknown[] = [];
  const spawn: Spawn = (setup) => {
    const worker = new Worker(createRequire(import.meta.url).resolve('#silero-worker'), {
      workerData: setup,
      execArgv: [],
    });
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: unknown) => {
      asked.push(message);
      post(message);
    };
    return worker;
  };
  const host = createSmartTurnHost({ modelPath: await write('c.onnx'), spawn });
  const answered: string[] = [];
  const ask = (name: string): Promise<unknown> =>
    firstValueFrom(host.judge(SIGNALS.short)).then(() => answered.push(name));
  const first = ask('first');
  const dropped = host.judge(SIGNALS.long).subscribe(() => answered.push('dropped'));
  const last = ask('last');
  dropped.unsubscribe();
  await Promise.all([first, last]);
  expect(answered).toEqual(['first', 'last']);
  expect(asked).toHaveLength(2);
});

test('a file that is missing is an error of each question; the next one tries again', async () => {
  const modelPath = join(folder, 'later.onnx');
  const host = createSmartTurnHost({ modelPath });
  const errors = await Promise.allSettled([1, 2].map(() => firstValueFrom(host.judge(SIGNALS.short))));
  for (const error of errors)
    expect(error).toMatchObject({ reason: { code: 'turn_model_failed', message: expect.stringContaining(modelPath) } });
  await write('later.onnx');
  expect((await firstValueFrom(host.judge(SIGNALS.short))).over).toBeCloseTo(expected(SIGNALS.short), 4);
});

test.each([
  ['another input', { input: 'audio' }, /expected Smart Turn v3 with the input `input_features`, got audio/u],
  ['an output that is no probability', { activation: 'Neg' }, /expected a probability from 0 to 1, got 1\.5/u],
] as const)('a model with %s is an error', async (name, double, message) => {
  const host = createSmartTurnHost({ modelPath: await write(`${name}.onnx`, double) });
  await expect(firstValueFrom(host.judge(SIGNALS.silent))).rejects.toThrow(message);
});

const CONFIG = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

test('a config whose model does not exist is refused before the session', async () => {
  const settings = parseConfig({ ...CONFIG, turn_detection: TurnDetection.SmartTurn({ model_path: './none.onnx' }) });
  await expect(verifyConfig(settings)).rejects.toThrow(
    /turn_detection\.model_path: expected the path of an ONNX file, got ".\/none\.onnx"/u,
  );
  const model_path = await write('d.onnx');
  await verifyConfig(parseConfig({ ...CONFIG, turn_detection: TurnDetection.SmartTurn({ model_path }) }));
  expect(() => parseConfig({ ...CONFIG, turn_detection: { provider: 'smart-turn' } })).toThrow(
    /turn_detection\.model_path: expected a/u,
  );
});
