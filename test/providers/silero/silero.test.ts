import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { concat, firstValueFrom, from, lastValueFrom, NEVER, of, Subject, toArray, type Observable } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSileroHost, type SileroHost } from '../../../providers/silero/host.ts';
import { silero, findSileroHost } from '../../../providers/silero/model.ts';
import type { Spawn } from '../../../providers/silero/thread.ts';
import type { SampleRate, WorkerSetup } from '../../../providers/silero/messages.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';
import { speakPcm } from '../../support/voice.ts';

const SILENCE = new Int16Array(512);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-silero-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([8000, 16_000] as const)('at %i Hz', (sampleRate) => {
  test('the scores are those of the model run window by window', async () => {
    const windows = await spokenWindows(sampleRate);
    const scores = await lastValueFrom(
      silero({ modelPath: MODEL_PATH, sampleRate }).score(from(windows)).pipe(toArray()),
    );
    expect(difference(scores, await plainScores(windows, sampleRate))).toBeLessThan(1e-6);
  });

  test('speech is heard, silence is not', async () => {
    const scores = await lastValueFrom(
      silero({ modelPath: MODEL_PATH, sampleRate })
        .score(from(await spokenWindows(sampleRate)))
        .pipe(toArray()),
    );
    expect(scores.filter((p) => p >= 0.5).length).toBeGreaterThan(20);
    expect(scores[0]).toBeLessThan(0.1);
  });
});

test('streams that are scored together, at either rate, do not affect each other', async () => {
  const spoken = { 8000: await spokenWindows(8000), 16_000: await spokenWindows(16_000) };
  const rates = Array.from({ length: 24 }, (_, index): SampleRate => (index % 3 === 0 ? 8000 : 16_000));
  const inputs = rates.map((rate, index) => spoken[rate].slice(index));
  const together = await Promise.all(
    inputs.map((windows, index) =>
      lastValueFrom(
        silero({ modelPath: MODEL_PATH, sampleRate: rates[index] ?? 16_000 })
          .score(from(windows))
          .pipe(toArray()),
      ),
    ),
  );
  for (const [index, windows] of inputs.slice(0, 6).entries()) {
    const alone = await plainScores(windows, rates[index] ?? 16_000);
    expect(difference(together[index] ?? [], alone)).toBeLessThan(1e-6);
  }
});

test('a stream completes after the score of its last window, at once if there was none', async () => {
  const model = silero({ modelPath: MODEL_PATH, sampleRate: 16_000 });
  expect(await lastValueFrom(model.score(of(SILENCE, SILENCE)).pipe(toArray()))).toHaveLength(2);
  expect(await lastValueFrom(model.score(of()).pipe(toArray()))).toEqual([]);
});

test('opening and closing 10,000 streams leaves nothing', async () => {
  const { score, stats } = findSileroHost(MODEL_PATH);
  for (let hundred = 0; hundred < 100; hundred += 1) {
    await Promise.all(Array.from({ length: 50 }, () => lastValueFrom(score(of(SILENCE), 16_000))));
    // Closed with windows on their way, unsent, and none at all.
    const sudden = Array.from({ length: 50 }, (_, index) =>
      score(concat(from(Array.from({ length: index % 3 }, () => SILENCE)), NEVER), 16_000).subscribe(),
    );
    if (hundred % 2 === 0) await firstValueFrom(score(of(SILENCE), 16_000));
    for (const subscription of sudden) subscription.unsubscribe();
  }
  expect(await stats()).toEqual({ streams: 0, inWorker: 0 });
});

test('all streams share one thread, which the first one starts and the next session finds', async () => {
  const spawn = vi.fn<Spawn>(spawnReal);
  const { score, stats } = createSileroHost({ modelPath: MODEL_PATH, spawn });
  expect(await stats()).toEqual({ streams: 0, inWorker: undefined });
  await Promise.all([lastValueFrom(score(of(SILENCE), 16_000)), lastValueFrom(score(of(SILENCE), 16_000))]);
  await lastValueFrom(score(of(SILENCE), 16_000));
  expect(spawn).toHaveBeenCalledTimes(1);
});

describe('what fails', () => {
  test('a model that is not there is named', async () => {
    const modelPath = join(folder, 'nowhere.onnx');
    expect(await failureOf(silero({ engine: 'onnx', sampleRate: 16_000, modelPath }).score(NEVER))).toMatchObject(
      vadFailed(modelPath),
    );
  });

  test('a truncated model is named', async () => {
    const modelPath = join(folder, 'truncated.onnx');
    await writeFile(modelPath, (await readFile(MODEL_PATH)).subarray(0, 1_000_000));
    expect(await failureOf(silero({ engine: 'onnx', sampleRate: 16_000, modelPath }).score(NEVER))).toMatchObject(
      vadFailed(modelPath),
    );
  });

  test('a model with another interface is named', async () => {
    const modelPath = createRequire(import.meta.url).resolve('@ricky0123/vad-web/dist/silero_vad_legacy.onnx');
    const scores = silero({ engine: 'onnx', sampleRate: 16_000, modelPath }).score(of(SILENCE));
    expect(await failureOf(scores)).toMatchObject(vadFailed(modelPath));
  });

  test('a dead thread ends all its streams; the next one has a new thread', async () => {
    const spawn = vi.fn<Spawn>(spawnReal);
    const host = createSileroHost({ modelPath: MODEL_PATH, spawn });
    const streams = [new Subject<Int16Array>(), new Subject<Int16Array>()];
    const failures = streams.map((windows) => failureOf(host.score(windows, 16_000)));
    await lastValueFrom(host.score(of(SILENCE), 16_000));
    const thread = spawn.mock.results[0]?.value as Worker | undefined;
    await thread?.terminate();
    for (const failure of failures) expect(await failure).toMatchObject(vadFailed(MODEL_PATH));
    expect(await host.stats()).toEqual({ streams: 0, inWorker: undefined });
    expect(await lastValueFrom(host.score(of(SILENCE), 16_000))).toBeLessThan(0.1);
  });

  test('a thread that throws ends its streams', async () => {
    const host = throwingHost();
    expect(await failureOf(host.score(NEVER, 16_000))).toMatchObject(vadFailed(MODEL_PATH));
  });
});

/** Windows of silence and speech, about five seconds. */
async function spokenWindows(sampleRate: SampleRate): Promise<Int16Array[]> {
  const spoken = await speakPcm('I would like to book a table for two people at seven, please. Thank you.');
  const resampler = createResampler(spoken.sampleRate, sampleRate);
  const silence = new Int16Array(sampleRate / 2);
  const samples = concatSamples([silence, resampler.push(spoken.samples), resampler.flush()]);
  const size = sampleRate === 16_000 ? 512 : 256;
  const count = Math.floor(samples.length / size);
  return Array.from({ length: count }, (_, index) => samples.slice(index * size, (index + 1) * size));
}

/** The model as its authors run it: one window at a time, with the context before it. */
async function plainScores(windows: readonly Int16Array[], sampleRate: SampleRate): Promise<number[]> {
  const session = await InferenceSession.create(MODEL_PATH, { intraOpNumThreads: 1 });
  const contextSize = sampleRate / 250;
  const sr = new Tensor('int64', [BigInt(sampleRate)], []);
  let context = new Float32Array(contextSize);
  let state = new Tensor('float32', new Float32Array(256), [2, 1, 128]);
  const scores: number[] = [];
  for (const window of windows) {
    const heard = Float32Array.from([...context, ...Array.from(window, (sample) => sample / 32768)]);
    const { output, stateN } = await session.run({ input: new Tensor('float32', heard, [1, heard.length]), state, sr });
    scores.push(output?.data[0] as number);
    state = stateN as typeof state;
    context = heard.slice(-contextSize);
  }
  await session.release();
  return scores;
}

function difference(some: readonly number[], others: readonly number[]): number {
  if (some.length !== others.length) return Number.POSITIVE_INFINITY;
  return Math.max(...some.map((value, index) => Math.abs(value - (others[index] as number))));
}

function spawnReal(setup: WorkerSetup): Worker {
  return new Worker(createRequire(import.meta.url).resolve('#silero-worker'), { workerData: setup });
}

function throwingHost(): SileroHost {
  const spawn = (): Worker => new Worker("throw new Error('out of memory')", { eval: true });
  return createSileroHost({ modelPath: MODEL_PATH, spawn });
}

async function failureOf(scores: Observable<number>): Promise<unknown> {
  return lastValueFrom(scores).catch((error: unknown) => error);
}

function vadFailed(path: string): object {
  const message: unknown = expect.stringContaining(path);
  return { code: 'vad_failed', details: { provider: 'silero' }, message };
}
