/** A stretch of an utterance that the engine took for one word, sound or silence. */
export interface AlignedPart {
  /** The word; `''` for silence. */
  readonly text: string;
  /** Its start, in frames of 10 ms. */
  readonly from: number;
  /** Its length, in frames, at least 1. */
  readonly frames: number;
  /** Mean score of a frame, at most 0: ten thousand times the logarithm of its likelihood. */
  readonly score: number;
}

/** The engine's alignment of an utterance. */
export type Alignment = readonly AlignedPart[];

/** The fields of the engine's own format that are read. Times are in seconds. */
export interface RawAlignment {
  readonly w?:
    | readonly { readonly t: string; readonly b: number; readonly d: number; readonly p: number }[]
    | undefined;
}

/** Parses the engine's format of an alignment. */
export function readAlignment({ w: parts = [] }: RawAlignment, silences: ReadonlySet<string> = SILENCES): Alignment {
  return parts.flatMap(({ t, b, d, p }) => {
    if (t === NO_PART) return [];
    const frames = Math.max(1, Math.round(d * FRAMES_PER_SECOND));
    const score = (Math.log(Math.max(p, LEAST)) * SCORE_UNITS) / frames;
    return [{ text: silences.has(t) ? '' : t, from: Math.max(0, Math.round(b * FRAMES_PER_SECOND)), frames, score }];
  });
}

/** The engine's name for a state transition without audio. */
const NO_PART = '(NULL)';

/** The engine's names for silence and noise. */
export const SILENCES: ReadonlySet<string> = new Set(['<s>', '</s>', '<sil>', '[NOISE]', '[SPEECH]']);

/** Score units per natural logarithm of the likelihood. */
const SCORE_UNITS = 10_000;

/** Half a unit of the third decimal, the last that the engine writes. */
const LEAST = 5e-4;

const FRAMES_PER_SECOND = 100;
