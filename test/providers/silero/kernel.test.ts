import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { from, lastValueFrom, of, Subject, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { findKernel } from '../../../providers/silero/kernel.ts';
import { WINDOW_SAMPLES, type SampleRate } from '../../../providers/silero/messages.ts';
import { MODEL_PATH } from '../../../scripts/silero/model.mjs';
import { silero } from '../../../providers/silero/model.ts';
import { wasm, type WasmMemory } from '../../../src/core/wasm.ts';
import { openLayers, type LayerOutputs } from './layers.ts';
import { createWindows } from './windows.mjs';

const RATES = [16_000, 8000] as const;

describe.each(RATES)('each layer at %i Hz gives what onnxruntime gives', (sampleRate) => {
  const layers: Readonly<Record<keyof LayerOutputs, (kernel: RawKernel, stream: number) => Float32Array>> = {
    spectrum: ({ read }) => read('spectrum', (WINDOW_SAMPLES[sampleRate] / 4 + 1) * 4),
    encoded0: ({ read }) => read('encoded0', 4 * 128),
    encoded1: ({ read }) => read('encoded1', 2 * 64),
    encoded2: ({ read }) => read('encoded2', 64),
    encoded3: ({ read }) => read('encoded3', 128),
    hidden: ({ at }, stream) => at(stream + 64 * 4, 128),
    cell: ({ at }, stream) => at(stream + 192 * 4, 128),
    probability: ({ probability }) => Float32Array.of(probability()),
  };

  test.each(Object.keys(layers) as (keyof LayerOutputs)[])('%s', async (layer) => {
    const kernel = openRawKernel(sampleRate);
    const stream = kernel.open();
    const run = await openLayers(sampleRate);
    for (const window of createWindows(sampleRate, 40)) {
      kernel.score(stream, window);
      const expected = (await run(window))[layer];
      expect(largestError(layers[layer](kernel, stream), expected)).toBeLessThan(1e-5);
    }
  });
});

describe.each(RATES)('at %i Hz', (sampleRate) => {
  test('the kernel and onnxruntime agree on 20,000 windows of speech, noise and silence', async () => {
    const windows = createWindows(sampleRate, 10_000);
    const scores = async (engine: 'wasm' | 'onnx'): Promise<readonly number[]> =>
      lastValueFrom(
        silero({ sampleRate, modelPath: engine === 'onnx' ? MODEL_PATH : undefined })
          .score(from(windows))
          .pipe(toArray()),
      );
    const [kernel, onnx] = [await scores('wasm'), await scores('onnx')];
    expect(Math.max(...kernel.map((p, at) => Math.abs(p - (onnx[at] as number))))).toBeLessThan(1e-4);
    for (const threshold of [0.5, 0.35, 0.15])
      expect(kernel.filter((p, at) => p >= threshold !== (onnx[at] as number) >= threshold)).toEqual([]);
    expect(kernel.filter((p) => p >= 0.5).length).toBeGreaterThan(3000);
  });

  test('the bits of the scores are the same in every process and on every machine', () => {
    const hash = hashOfScores(sampleRate);
    expect(hash).toBe(SCORES_SHA256[sampleRate]);
    const script = join(import.meta.dirname, 'scoresHash.mjs');
    expect(execFileSync(process.execPath, [script, String(sampleRate)], { encoding: 'utf8' })).toBe(hash);
  });

  test('streams do not mix', () => {
    const windows = createWindows(sampleRate, 60);
    const alone = scoreAll(sampleRate, windows);
    const kernel = findKernel(sampleRate);
    const streams = [kernel.openStream(), kernel.openStream()] as const;
    const together = windows.map((window, at) => {
      streams[1].score(windows.at(-1 - at) as Int16Array);
      return streams[0].score(window);
    });
    for (const stream of streams) stream.close();
    expect(together).toEqual(alone);
  });

  test('a closed stream leaves nothing to the next one', () => {
    const windows = createWindows(sampleRate, 60);
    expect(scoreAll(sampleRate, windows)).toEqual(scoreAll(sampleRate, windows));
  });
});

test('a score comes within `next` of its window', () => {
  const windows = new Subject<Int16Array>();
  const scores: number[] = [];
  silero({ sampleRate: 16_000 })
    .score(windows)
    .subscribe((p) => scores.push(p));
  windows.next(new Int16Array(512));
  expect(scores).toHaveLength(1);
});

test('100,000 streams, one after the other, take the memory of one', async () => {
  const kernel = openRawKernel(16_000);
  kernel.close(kernel.open());
  const bytes = kernel.bytes();
  for (let count = 0; count < 100_000; count += 1) kernel.close(kernel.open());
  expect(kernel.bytes()).toBe(bytes);
  await lastValueFrom(silero({ sampleRate: 16_000 }).score(of(new Int16Array(512))));
});

test('10,000 streams at once have a state each', () => {
  const kernel = openRawKernel(8000);
  const streams = Array.from({ length: 10_000 }, () => kernel.open());
  expect(new Set(streams).size).toBe(10_000);
  expect(kernel.bytes()).toBeLessThan(20_000_000);
});

const SCORES_SHA256: Readonly<Record<SampleRate, string>> = {
  8000: 'aa30bf5cc9a556d8a30b924d2aefe6f4a7dc896b04c86fe055e36a039d0b4961',
  16_000: '755372bb816e1f44954e63d250cd838aa6a6197d93b3a630f19719e7d3e46dad',
};

function scoreAll(sampleRate: SampleRate, windows: readonly Int16Array[]): readonly number[] {
  const stream = findKernel(sampleRate).openStream();
  const scores = windows.map((window) => stream.score(window));
  stream.close();
  return scores;
}

function hashOfScores(sampleRate: SampleRate): string {
  const scores = Float32Array.from(scoreAll(sampleRate, createWindows(sampleRate, 500)));
  return createHash('sha256').update(new Uint8Array(scores.buffer)).digest('hex');
}

/** The largest error, in parts of the layer's largest value, but at least of 1: its sums are as exact as their terms. */
function largestError(got: Float32Array, expected: Float32Array): number {
  expect(got).toHaveLength(expected.length);
  const scale = Math.max(1, ...expected.map(Math.abs));
  return Math.max(...got.map((value, at) => Math.abs(value - (expected[at] as number)))) / scale;
}

interface RawKernel {
  open(): number;
  close(stream: number): void;
  score(stream: number, window: Int16Array): void;
  probability(): number;
  bytes(): number;
  at(place: number, length: number): Float32Array;
  read(layer: string, length: number): Float32Array;
}

interface RawExports {
  readonly memory: WasmMemory;
  readonly [layer: string]: unknown;
  prepare(sampleRate: number): number;
  windowPlace(): number;
  openStream(): number;
  closeStream(stream: number): void;
  score(stream: number): number;
}

/** The kernel with its memory, beside the one of the thread. */
function openRawKernel(sampleRate: SampleRate): RawKernel {
  const { resolve } = createRequire(import.meta.url);
  const exports = new wasm.Instance(new wasm.Module(readFileSync(resolve('#silero-kernel')))).exports as RawExports;
  const place = exports.prepare(sampleRate);
  new Uint8Array(exports.memory.buffer).set(readFileSync(resolve(`#silero-weights-${sampleRate}`)), place);
  let probability = 0;
  const at = (start: number, length: number): Float32Array =>
    new Float32Array(exports.memory.buffer, start, length).slice();
  return {
    open: () => exports.openStream(),
    close: (stream) => exports.closeStream(stream),
    score(stream, window): void {
      new Int16Array(exports.memory.buffer, exports.windowPlace(), window.length).set(window);
      probability = exports.score(stream);
    },
    probability: () => probability,
    bytes: () => exports.memory.buffer.byteLength,
    at,
    read: (layer, length) => at((exports[layer] as { readonly value: number }).value, length),
  };
}
