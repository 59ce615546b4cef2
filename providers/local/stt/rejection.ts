import type { AlignedPart, Alignment } from './alignment.ts';
import type { Background } from './background.ts';
import type { Decoder } from './engine.ts';
import { soundDistance } from './soundDistance.ts';
import { measureVoicing, type FrameSound, type Voicing } from './voicing.ts';

/** Evidence for or against a hypothesis of the grammar. Scores are the engine's, per frame. */
export interface Evidence {
  /** Score of its words minus that of the background. */
  readonly fit: number;
  /** Share of the voice that its words explain. */
  readonly coverage: number;
  /** Voice that it takes for silence, in s: speech that it leaves out. */
  readonly leftOut: number;
  /** Share of its words that is voiced. */
  readonly voicedWords: number;
  /** Logarithm of the number of its sounds: long sentences do not come about by chance. */
  readonly length: number;
  /** How much its sounds differ from those of the background, from 0 to 1. */
  readonly distance: number;
  /** Share of the loud frames that are voiced. */
  readonly voiced: number;
  /** How noisy it is around the words, from 0 to 1: at 20 dB below them, 1. */
  readonly noise: number;
}

/** The recogniser's verdict on an utterance. */
export interface Verdict {
  /** Confidence in the hypothesis, from 0 to 1. */
  readonly confidence: number;
  /** True if somebody has spoken, understood or not; false for a cough or a noise. */
  readonly isSpeech: boolean;
}

/** Judges the utterance that `decoder` has decoded so far. */
export function judge(decoder: Decoder, background: Background): Verdict {
  const hypothesis = decoder.align();
  const voicing = measureVoicing(decoder.audio());
  const isSpeech = isSpeechLike(voicing);
  if (hypothesis.every(({ text }) => text === '')) return { confidence: 0, isSpeech };
  const heard = alignWithBackground(background, decoder.audio(), voicing);
  return { confidence: computeConfidence(measureEvidence(hypothesis, heard, decoder.pronounce, voicing)), isSpeech };
}

/** Aligns the audio from the first to the last loud frame with the background. Silence would only take time. */
export function alignWithBackground(
  background: Background,
  audio: readonly Float32Array[],
  { startMs, endMs }: Pick<Voicing, 'startMs' | 'endMs'>,
): Alignment {
  const from = Math.max(0, startMs - AROUND_MS) / FRAME_MS;
  const [first, last] = [from * FRAME_MS * SAMPLES_PER_MS, (endMs + AROUND_MS) * SAMPLES_PER_MS];
  let begin = 0;
  const loud = audio.flatMap((samples) => {
    const cut = samples.subarray(Math.max(0, first - begin), Math.max(0, last - begin));
    begin += samples.length;
    return cut.length === 0 ? [] : [cut];
  });
  return background.align(loud).map((part) => ({ ...part, from: part.from + from }));
}

const AROUND_MS = 200;
const FRAME_MS = 10;
const SAMPLES_PER_MS = 16;

/** Compares a hypothesis with the sounds that were heard. */
export function measureEvidence(
  hypothesis: Alignment,
  heard: Alignment,
  pronounce: (word: string) => readonly string[],
  { frames, loudMs, voicedMs, noiseDb }: Voicing,
): Evidence {
  const words = hypothesis.filter(({ text }) => text !== '');
  const compared = compareFrames(hypothesis, heard, frames);
  const within = compared.filter(({ isWord }) => isWord);
  const voice = compared.filter(({ isVoiced }) => isVoiced);
  const explained = voice.filter(({ isWord }) => isWord);
  const expected = words.flatMap(({ text }) => pronounce(text));
  const sounds = heard.flatMap(({ text }) => (text === '' ? [] : [text]));
  return {
    fit: mean(within.flatMap(({ difference }) => difference ?? [])),
    coverage: explained.length / Math.max(1, voice.length),
    leftOut: voice.filter(({ isNearWord }) => !isNearWord).length / FRAMES_PER_S,
    voicedWords: explained.length / Math.max(1, within.length),
    length: Math.log(Math.max(1, expected.length)),
    distance: soundDistance(expected, sounds),
    voiced: voicedMs / Math.max(1, loudMs),
    noise: Math.min(1, Math.max(0, (noiseDb - QUIET_DB) / NOISY_DB)),
  };
}

/** Returns the confidence that evidence gives, from 0 to 1. */
export function computeConfidence(evidence: Evidence): number {
  const score = (1 - evidence.noise) * scoreBy(QUIET, evidence) + evidence.noise * scoreBy(NOISY, evidence);
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}

function scoreBy({ bias, ...weights }: Weights, evidence: Evidence): number {
  const names = Object.keys(weights) as (keyof typeof weights)[];
  return names.reduce((total, name) => total + weights[name] * evidence[name], bias);
}

type Weights = Omit<Evidence, 'noise'> & { readonly bias: number };

// Fitted by `REJECT=fit npx vitest run test/bench/reject`.
const QUIET: Weights = {
  fit: 0.172,
  coverage: 4.04,
  leftOut: -5.74,
  voicedWords: 6.53,
  length: 0.537,
  distance: -8.29,
  voiced: -3.02,
  bias: 2.33,
};
const NOISY: Weights = {
  fit: 0.103,
  coverage: 2.51,
  leftOut: -2.29,
  voicedWords: 5.14,
  length: 0.0913,
  distance: -7.17,
  voiced: 0.615,
  bias: 1.63,
};
/** The floor of the levelled sound, and how far above it the noise of 20 dB is. */
const QUIET_DB = -33;
const NOISY_DB = 5;

const FRAMES_PER_S = 100;

/** Returns whether somebody has spoken: for as long as a short word, and mostly with voice. */
export function isSpeechLike({ loudMs, voicedMs }: Pick<Voicing, 'loudMs' | 'voicedMs'>): boolean {
  return voicedMs >= MIN_VOICED_MS && loudMs >= MIN_LOUD_MS && voicedMs >= MIN_VOICED * loudMs;
}

const MIN_VOICED_MS = 250;
const MIN_LOUD_MS = 400;
const MIN_VOICED = 0.5;

interface ComparedFrame {
  /** True if a word of the hypothesis is there. */
  readonly isWord: boolean;
  /** True if one is there or at most 30 ms away. */
  readonly isNearWord: boolean;
  readonly isVoiced: boolean;
  /** Score of the hypothesis minus that of the background. Null: the background has not heard the frame. */
  readonly difference: number | null;
}

function compareFrames(
  hypothesis: Alignment,
  heard: Alignment,
  sounds: readonly FrameSound[],
): readonly ComparedFrame[] {
  const expected = partsByFrame(hypothesis);
  const other = partsByFrame(heard);
  const isWord = (n: number): boolean => (expected[n]?.text ?? '') !== '';
  return Array.from({ length: Math.min(expected.length, other.length) }, (_, n) => ({
    isWord: isWord(n),
    isNearWord: NEAR.some((distance) => isWord(n + distance)),
    isVoiced: sounds[n] === 'voiced',
    difference: differenceOf(expected[n], other[n]),
  }));
}

function differenceOf(expected: AlignedPart | undefined, heard: AlignedPart | undefined): number | null {
  return heard === undefined ? null : (expected?.score ?? 0) - heard.score;
}

/** In frames. */
const NEAR = [-3, -2, -1, 0, 1, 2, 3] as const;

function partsByFrame(alignment: Alignment): readonly (AlignedPart | undefined)[] {
  const frames: AlignedPart[] = [];
  for (const part of alignment) for (let n = 0; n < part.frames; n += 1) frames[part.from + n] = part;
  return frames;
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
