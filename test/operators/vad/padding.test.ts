import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Padding } from '../../../operators/vad/padding.ts';
import { createCopier } from '../../../src/core/copier.ts';
import { samplesOfMs, type AudioFrame } from '../../../src/core/audio.ts';
import { runs } from '../../properties/runs.ts';

/** The same with arrays: it keeps everything. */
class EndlessPadding {
  #frames: AudioFrame[] = [];
  #runSamples = 0;
  readonly #paddingMs: number;

  constructor(paddingMs: number) {
    this.#paddingMs = paddingMs;
  }

  push({ samples, sampleRate }: AudioFrame, voiced: boolean): void {
    this.#frames.push({ samples: samples.slice(), sampleRate });
    this.#runSamples = voiced ? this.#runSamples + samples.length : 0;
  }

  take(sampleRate: number): readonly AudioFrame[] {
    let left = samplesOfMs(this.#paddingMs, sampleRate) + this.#runSamples;
    const taken: AudioFrame[] = [];
    for (const frame of this.#frames.toReversed()) {
      const samples = frame.samples.slice(Math.max(0, frame.samples.length - left));
      left -= samples.length;
      if (samples.length > 0) taken.unshift({ ...frame, samples });
    }
    this.clear();
    this.endRun();
    return taken;
  }

  endRun(): void {
    this.#runSamples = 0;
  }

  clear(): void {
    this.#frames = [];
  }
}

test('is the needed end of what was pushed, in memory that stays as it is', () => {
  const push = fc.record({
    kind: fc.constant('push' as const),
    length: fc.integer({ min: 1, max: 20 }),
    voiced: fc.boolean(),
  });
  const other = fc.record({ kind: fc.constantFrom('take' as const, 'clear' as const, 'endRun' as const) });
  const steps = fc.array(fc.oneof({ weight: 6, arbitrary: push }, { weight: 1, arbitrary: other }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), steps, (paddingMs, all) => {
      const [padding, endless] = [new Padding(paddingMs, createCopier()), new EndlessPadding(paddingMs)];
      const window = new Int16Array(20);
      const found: (readonly AudioFrame[])[] = [];
      const expected: (readonly AudioFrame[])[] = [];
      all.forEach((step, at) => {
        if (step.kind === 'push') {
          const frame = { samples: window.fill(at).subarray(0, step.length), sampleRate: 1000 };
          padding.push(frame, step.voiced);
          endless.push(frame, step.voiced);
        } else if (step.kind === 'take') {
          found.push(padding.take(1000));
          expected.push(endless.take(1000));
        } else {
          padding[step.kind]();
          endless[step.kind]();
        }
      });
      expect(found).toEqual(expected);
    }),
    runs(25),
  );
});

test('has each window at its own rate', () => {
  const padding = new Padding(10, createCopier());
  const windowOf = (value: number, length: number, sampleRate: number): AudioFrame => ({
    samples: new Int16Array(length).fill(value),
    sampleRate,
  });
  padding.push(windowOf(1, 10, 1000), false);
  padding.push(windowOf(2, 10, 1000), false);
  padding.push(windowOf(3, 5, 2000), false);
  padding.push(windowOf(4, 10, 2000), false);
  expect(padding.take(2000)).toEqual([windowOf(2, 5, 1000), windowOf(3, 5, 2000), windowOf(4, 10, 2000)]);
});
