import { describe, expect, test } from 'vitest';
import type { Alignment } from '../../../../providers/local/stt/alignment.ts';
import { readAlignment } from '../../../../providers/local/stt/alignment.ts';
import {
  alignWithBackground,
  computeConfidence,
  isSpeechLike,
  measureEvidence,
  type Evidence,
} from '../../../../providers/local/stt/rejection.ts';
import { soundDistance } from '../../../../providers/local/stt/soundDistance.ts';
import { measureVoicing, type FrameSound, type Voicing } from '../../../../providers/local/stt/voicing.ts';

const SOUNDS: Readonly<Record<string, readonly string[]>> = { stop: ['S', 'T', 'AA', 'P'], you: ['Y', 'UW'] };
const pronounce = (word: string): readonly string[] => SOUNDS[word] ?? [];
const voicing: Voicing = {
  frames: [...frames('quiet', 50), ...frames('loud', 10), ...frames('voiced', 30), ...frames('quiet', 10)],
  loudMs: 400,
  voicedMs: 300,
  startMs: 500,
  endMs: 900,
  noiseDb: -60,
};
const part = (text: string, from: number, frames: number, score: number): Alignment[number] => ({
  text,
  from,
  frames,
  score,
});

describe('the evidence for a sentence', () => {
  const heard = [part('', 0, 50, -20), part('s', 50, 10, -30), part('aa', 60, 30, -30), part('', 90, 10, -20)];

  test('compares its score with that of the sounds that were heard, frame by frame', () => {
    const evidence = measureEvidence(
      [part('', 0, 50, -25), part('stop', 50, 40, -40), part('', 90, 10, -20)],
      heard,
      pronounce,
      voicing,
    );
    expect(evidence.fit).toBeCloseTo(-10);
    expect(evidence.length).toBeCloseTo(Math.log(4));
    expect(evidence.noise).toBe(0);
  });

  test('compares its words with the voice that was heard', () => {
    const { voiced, voicedWords, coverage, leftOut } = measureEvidence(
      [part('', 0, 50, -25), part('stop', 50, 20, -40), part('', 70, 30, -20)],
      heard,
      pronounce,
      voicing,
    );
    expect({ voiced, voicedWords }).toEqual({ voiced: 0.75, voicedWords: 0.5 });
    // 30 frames of voice: 10 in the word, 3 more at its edge.
    expect(coverage).toBeCloseTo(1 / 3);
    expect(leftOut).toBeCloseTo(0.17);
  });

  test('is for a sentence whose sounds were heard, and against one of which none was', () => {
    const good: Evidence = {
      fit: -2,
      coverage: 1,
      leftOut: 0,
      voicedWords: 0.65,
      length: 2.4,
      distance: 0.4,
      voiced: 0.75,
      noise: 0,
    };
    expect(computeConfidence(good)).toBeGreaterThan(0.9);
    expect(computeConfidence({ ...good, fit: -20, coverage: 0.6, voicedWords: 0.3, distance: 0.9 })).toBeLessThan(0.1);
    expect(computeConfidence({ ...good, coverage: 0.4, leftOut: 1.2 })).toBeLessThan(0.1);
  });

  test('counts voice that is left out for less in noise, which may be voiced itself', () => {
    const unsure: Evidence = {
      fit: -3,
      coverage: 0.7,
      leftOut: 0.5,
      voicedWords: 0.65,
      length: 2.4,
      distance: 0.4,
      voiced: 0.75,
      noise: 0,
    };
    expect(computeConfidence({ ...unsure, noise: 1 })).toBeGreaterThan(computeConfidence(unsure));
    expect(computeConfidence({ ...unsure, noise: 0.5 })).toBeGreaterThan(computeConfidence(unsure));
  });
});

test('the background gets the audio from 0.2 s before the first loud frame on; its parts count from the beginning', () => {
  const lengths: number[] = [];
  const background = {
    align: (audio: readonly Float32Array[]) => {
      lengths.push(...audio.map(({ length }) => length));
      return [part('aa', 0, 40, -30)];
    },
  };
  const second = new Float32Array(16_000);
  const heard = alignWithBackground(background, [second, second, second], { startMs: 700, endMs: 1100 });
  expect(lengths).toEqual([8000, 4800]);
  expect(heard).toEqual([part('aa', 50, 40, -30)]);
});

describe('the distance of two sequences of sounds', () => {
  test.each([
    ['the same', 'S T AA P', 's t aa p', 0],
    ['one that is alike', 'S T AA P', 'S T AO P', 0.1],
    ['another vowel', 'S T AA P', 'S T IY P', 0.175],
    ['a consonant for a vowel', 'S T AA P', 'S T N P', 0.25],
    ['one more', 'S T AA P', 'S T AA P S', 0.2],
    ['none', 'S T AA P', '', 1],
  ])('%s', (_, expected, heard, distance) =>
    expect(soundDistance(expected.split(' '), heard.split(' ').filter(Boolean))).toBeCloseTo(distance),
  );
});

describe('the voicing of an utterance', () => {
  const RATE = 16_000;
  const sound = (ms: number, wave: (n: number) => number): Float32Array =>
    Float32Array.from({ length: (ms * RATE) / 1000 }, (_, n) => wave(n));
  const silence = sound(500, () => 0);

  test('a hum is loud and voiced, to its end', () => {
    const { loudMs, voicedMs, endMs } = measureVoicing([silence, sound(400, (n) => 0.5 * Math.sin(n / 16)), silence]);
    expect(loudMs).toBeCloseTo(420, -1.6);
    expect(voicedMs / loudMs).toBeGreaterThan(0.8);
    expect(endMs).toBeCloseTo(900, -1.6);
  });

  test('a short vowel whose pitch falls is voiced', () => {
    let phase = 0;
    const vowel = sound(120, (n) => {
      phase += (230 - n / 13) / RATE;
      return [1, 2, 3, 4, 5, 6].reduce((sum, k) => sum + Math.sin(2 * Math.PI * k * phase) / k, 0) / 4;
    });
    const { loudMs, voicedMs } = measureVoicing([silence, vowel, silence]);
    expect(voicedMs / loudMs).toBeGreaterThan(0.5);
  });

  test('breath is loud, and not voiced', () => {
    let seed = 1;
    const noise = sound(400, () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5);
    const { loudMs, voicedMs } = measureVoicing([silence, noise, silence]);
    expect(voicedMs / loudMs).toBeLessThan(0.2);
  });

  test('silence has neither', () =>
    expect(measureVoicing([silence])).toMatchObject({ loudMs: 0, voicedMs: 0, endMs: 0, noiseDb: 0 }));

  test.each([
    ['half a second of mostly voiced sound', 500, 300, true],
    ['a cough', 350, 50, false],
    ['a short sound', 390, 300, false],
    ['long breath', 1500, 300, false],
  ])('%s is speech: %s ms loud, %s ms voiced: %s', (_, loudMs, voicedMs, isSpeech) =>
    expect(isSpeechLike({ loudMs, voicedMs })).toBe(isSpeech),
  );
});

test('an alignment of the engine is read in frames; what takes no time is left out', () =>
  expect(
    readAlignment({
      w: [
        { t: '(NULL)', b: -0.01, d: 0.01, p: 0.998 },
        { t: '<sil>', b: 0, d: 0.51, p: 1 },
        { t: 'stop', b: 0.51, d: 0.25, p: Math.exp(-0.1) },
        { t: '[NOISE]', b: 0.76, d: 0.1, p: 0 },
      ],
    }),
  ).toEqual([
    { text: '', from: 0, frames: 51, score: 0 },
    { text: 'stop', from: 51, frames: 25, score: expect.closeTo(-40) },
    { text: '', from: 76, frames: 10, score: expect.closeTo(-7601, 0) },
  ]));

function frames(sound: FrameSound, length: number): readonly FrameSound[] {
  return Array.from({ length }, () => sound);
}
