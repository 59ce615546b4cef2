import { from, of, Subject, toArray } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { concatSamples, type AudioFrame } from '../../src/core/audio.ts';
import { silence, voiced } from '../../src/testing/audio.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

function windowsOf(frames: readonly AudioFrame[], size: number): Int16Array[] {
  const samples = concatSamples(frames.map((frame) => frame.samples));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, n) =>
    samples.subarray(n * size, (n + 1) * size),
  );
}

function scores(frames: readonly AudioFrame[], sampleRate: 8000 | 16_000 = 16_000): readonly number[] {
  const model = createVadDouble({ sampleRate });
  let all: readonly number[] = [];
  model
    .score(from(windowsOf(frames, model.windowSamples)))
    .pipe(toArray())
    .subscribe((probabilities) => (all = probabilities));
  return all;
}

test.each([8000, 16_000] as const)('at %i Hz a voiced window scores 0.9 and a silent one 0', (rate) => {
  expect(scores([voiced(64, rate), silence(64, rate)], rate)).toEqual([0.9, 0.9, 0, 0]);
});

test('a window that is voiced for half of its time scores half', () => {
  expect(scores([silence(16), voiced(32), silence(16)])).toEqual([0.45, 0.45]);
});

test.each([0, 0.34, 0.35, 0.49, 0.5, 0.51, 0.99])('sound of probability %d scores exactly that', (probability) => {
  expect(scores([voiced(32, 16_000, probability)])).toEqual([probability]);
});

test.each([1, 2, 3, 4, 5, 6, 7])('a window of %i samples of one level scores as a longer one', (length) => {
  let score: number | undefined;
  createVadDouble()
    .score(of(new Int16Array(length).fill(8000)))
    .subscribe((p) => (score = p));
  expect(score).toBe(0.5);
});

test('a probability can be late, in order', () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
    const windows = cold('v(.|)', { v: voiced(32).samples, '.': silence(32).samples });
    expectObservable(createVadDouble({ delayMs: 5 }).score(windows)).toBe('5ms v(.|)', { v: 0.9, '.': 0 });
  });
});

test('the model fails at the configured window', () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
    const windows = cold('....|', { '.': silence(32).samples });
    const failure = new Error('the VAD double fails, as configured');
    expectObservable(createVadDouble({ failAfterWindows: 2 }).score(windows)).toBe('..#', { '.': 0 }, failure);
  });
});

test('each subscription has its own count of windows, and the ledger sees it close', () => {
  const ledger = new SubscriptionLedger();
  const model = createVadDouble({ failAfterWindows: 1, ledger });
  for (const _ of [1, 2]) expect(() => model.score(of(silence(32).samples)).subscribe()).not.toThrow();
  const open = model.score(new Subject<Int16Array>()).subscribe();
  expect(ledger.open()).toEqual({ vad: 1 });
  open.unsubscribe();
  expect(ledger.open()).toEqual({});
});
