import fc from 'fast-check';
import { from, lastValueFrom, NEVER, of, throwError, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { suppressNoise } from '../../operators/suppressNoise.ts';
import { concatSamples, type AudioFrame } from '../../src/core/audio.ts';
import type { NoiseSuppressor } from '../../src/core/ports.ts';
import { silence } from '../../src/testing/audio.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { runs } from '../properties/runs.ts';

const RATE = 16_000;
const LOUD = 1000;

describe('suppressNoise', () => {
  it('removes the noise, one frame later', () => {
    const a = frame(new Int16Array(80).fill(10));
    const b = frame(new Int16Array(80).fill(9000));
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const frames = hot('    a--b--a--b|', { a, b });
      const suppressed = '    x--x--b--x|';
      const subscription = '  ^---------!';
      const { model } = createGate({ sampleRate: RATE, frameSamples: 80 });
      expectObservable(frames.pipe(suppressNoise({ model }))).toBe(suppressed, { x: silence(5), b });
      expectSubscriptions(frames.subscriptions).toBe(subscription);
    });
  });

  it('each frame keeps its length and its rate, however the audio is cut', async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 30 });
    const rates = fc.constantFrom(8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000);
    await fc.assert(
      fc.asyncProperty(lengths, rates, async (cuts, rate) => {
        const frames = cuts.map((length) => frame(new Int16Array(length).fill(5000), rate));
        const out = await suppress(frames);
        expect(out.map(({ samples, sampleRate }) => [samples.length, sampleRate])).toEqual(
          frames.map(({ samples }) => [samples.length, rate]),
        );
      }),
      runs(15),
    );
  });

  it('the audio does not depend on how it is cut', async () => {
    const tone = sine(440, 4000);
    const whole = concatOf(await suppress([frame(tone)]));
    const pieces = [1, 319, 320, 7, 1000, 2353].reduce<{ at: number; frames: AudioFrame[] }>(
      ({ at, frames }, length) => ({ at: at + length, frames: [...frames, frame(tone.subarray(at, at + length))] }),
      { at: 0, frames: [] },
    );
    expect(concatOf(await suppress(pieces.frames))).toEqual(whole);
  });

  it.each([
    [8000, 116],
    [16_000, 196],
    [48_000, 480],
  ])('at %i Hz the audio is %i samples later, with the frames of a model without a delay', async (rate, samples) => {
    const tone = sine(300, rate / 10, rate);
    const out = concatOf(await suppress([frame(tone, rate)]));
    expect(bestShift(tone, out)).toBe(samples);
  });

  it('another rate begins with silence, and the stream of the model stays open', async () => {
    const { model, opened } = createGate();
    const frames = [frame(sine(300, 1600)), frame(sine(300, 4800, 48_000), 48_000)];
    const [, second] = await suppress(frames, model);
    expect(second?.samples.subarray(0, 480)).toEqual(new Int16Array(480));
    expect(opened()).toEqual({ opened: 1, closed: 1 });
  });

  it('does not change the frames that it gets', async () => {
    const samples = new Int16Array(960).fill(10);
    await suppress([frame(samples, 48_000)]);
    expect(samples).toEqual(new Int16Array(960).fill(10));
  });

  it('closes the stream of the model: at the end, on an error, and when nobody listens any more', async () => {
    const { model, opened } = createGate();
    await suppress([silence(20)], model);
    expect(opened()).toEqual({ opened: 1, closed: 1 });
    throwError(() => new Error('broken'))
      .pipe(suppressNoise({ model }))
      .subscribe({ error: () => undefined });
    expect(opened()).toEqual({ opened: 2, closed: 2 });
    const listening = NEVER.pipe(suppressNoise({ model })).subscribe();
    expect(opened()).toEqual({ opened: 3, closed: 2 });
    listening.unsubscribe();
    expect(opened()).toEqual({ opened: 3, closed: 3 });
  });

  it('errors with what the model throws', async () => {
    const model: NoiseSuppressor = {
      ...createGate().model,
      openStream: () => {
        throw new Error('not installed');
      },
    };
    await expect(lastValueFrom(of(silence(20)).pipe(suppressNoise({ model })))).rejects.toThrow('not installed');
  });

  it.each([
    [{ frameSamples: 0 }, 'model.frameSamples'],
    [{ frameSamples: 48_001 }, 'model.frameSamples'],
    [{ sampleRate: 0 }, 'model.sampleRate'],
  ])('refuses a model with %j', (change, path) => {
    expect(() => suppressNoise({ model: { ...createGate().model, ...change } })).toThrow(path);
  });

  it('errors for a rate that cannot be resampled, and closes the stream of the model', async () => {
    const { model, opened } = createGate();
    await expect(suppress([frame(new Int16Array(10), 10)], model)).rejects.toMatchObject({ code: 'usage_invalid' });
    expect(opened()).toEqual({ opened: 1, closed: 1 });
  });
});

/** A model that takes every quiet sample for noise. */
function createGate({ sampleRate = 48_000, frameSamples = 480 } = {}): {
  readonly model: NoiseSuppressor;
  readonly opened: () => { readonly opened: number; readonly closed: number };
} {
  let opened = 0;
  let closed = 0;
  return {
    opened: () => ({ opened, closed }),
    model: {
      sampleRate,
      frameSamples,
      delaySamples: 0,
      openStream: () => {
        opened += 1;
        return {
          process: (samples) =>
            samples.forEach((sample, at) => void (samples[at] = Math.abs(sample) < LOUD ? 0 : sample)),
          close: () => (closed += 1),
        };
      },
    },
  };
}

function suppress(frames: readonly AudioFrame[], model = createGate().model): Promise<AudioFrame[]> {
  return lastValueFrom(from(frames).pipe(suppressNoise({ model }), toArray()));
}

function frame(samples: Int16Array, sampleRate = RATE): AudioFrame {
  return { samples, sampleRate };
}

function concatOf(frames: readonly AudioFrame[]): Int16Array {
  return concatSamples(frames.map(({ samples }) => samples));
}

function sine(hz: number, length: number, rate = RATE): Int16Array {
  return Int16Array.from({ length }, (_, n) => 12_000 * Math.sin((2 * Math.PI * hz * n) / rate + n * n * 1e-7));
}

/** The number of samples by which `later` is behind `signal`. */
function bestShift(signal: Int16Array, later: Int16Array): number {
  const scores = Array.from({ length: 700 }, (_, shift) =>
    later.subarray(shift).reduce((sum, sample, at) => sum + sample * (signal[at] as number), 0),
  );
  return scores.indexOf(Math.max(...scores));
}
