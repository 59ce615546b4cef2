import { msOfSamples } from '../../../src/core/audio.ts';
import type { WordTiming } from '../../../src/core/turn.ts';
import type { SynthesisEvent } from './synthesisEvent.ts';

/**
 * Computes the samples of each word of `text`. A word is the text between white space, including punctuation, or a
 * single Chinese character; it ends with its last sample that is not silent. Several spoken words for one written word
 * (`1985`) count as that word, and words that the engine joins (`of the`) share one timing. Empty if the events do not
 * match the text.
 */
export function computeWordTimings(
  text: string,
  events: readonly SynthesisEvent[],
  samples: Int16Array,
  sampleRate: number,
): readonly WordTiming[] {
  const words = splitWords(text);
  const stretches = findStretches(words, events);
  if (!isInOrder(stretches, samples.length)) return [];
  return stretches.flatMap(({ first, start, end }, index): WordTiming[] => {
    const last = (stretches[index + 1]?.first ?? words.length) - 1;
    const [from, to] = [words[first]?.from, words[last]?.to];
    const voiced = findEndOfSound(samples, start, end);
    if (from === undefined || to === undefined || voiced === start) return [];
    return [{ from, to, startMs: msOfSamples(start, sampleRate), endMs: msOfSamples(voiced, sampleRate) }];
  });
}

interface Word {
  readonly from: number;
  readonly to: number;
}

const WORD = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu;
const SPOKEN = /[\p{L}\p{N}\p{S}]/u;

function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(WORD)]
    .filter(([word]) => SPOKEN.test(word))
    .map(({ index, 0: word }) => ({ from: index, to: index + word.length }));
}

/** The samples from `start` to `end`, which contain word `first` and later words without a stretch of their own. */
interface Stretch {
  readonly first: number;
  readonly start: number;
  /** `start` while the end is unknown. */
  end: number;
}

function findStretches(words: readonly Word[], events: readonly SynthesisEvent[]): readonly Stretch[] {
  const named = new Set(events.map(({ kind, at }) => (kind === 'word' ? findWordAt(words, at) : undefined)));
  const stretches: Stretch[] = [];
  for (const { kind, at, sample } of events) {
    const open = stretches.at(-1);
    const first = kind === 'word' ? (findWordAt(words, at) ?? findWordNear(words, at, named)) : undefined;
    if (open !== undefined && first === open.first) open.end = open.start;
    else if (open !== undefined && open.end === open.start) open.end = sample;
    if (first === open?.first) continue;
    if (first !== undefined) stretches.push({ first, start: sample, end: sample });
  }
  return stretches;
}

function isInOrder(stretches: readonly Stretch[], samples: number): boolean {
  return stretches.every(({ first, start, end }, index) => {
    const before = stretches[index - 1];
    const follows = before === undefined || (before.first < first && before.end <= start);
    return follows && start < end && end <= samples;
  });
}

function findWordAt(words: readonly Word[], at: number): number | undefined {
  const index = findNextWord(words, at) - 1;
  return at < (words[index]?.to ?? 0) ? index : undefined;
}

/** Finds the first word that begins after `at`; the number of words if none does. */
function findNextWord(words: readonly Word[], at: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.from ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Finds the word of an event that points between words: the next word, if no event points at it (after an abbreviation,
 * the engine lags by a character); otherwise the previous one (which has several spoken words).
 */
function findWordNear(words: readonly Word[], at: number, named: ReadonlySet<number | undefined>): number | undefined {
  const next = findNextWord(words, at);
  if (next < words.length && !named.has(next)) return next;
  return next === 0 ? undefined : next - 1;
}

/** Finds the start of the silence before `end`. The engine's silent samples are all zero. */
function findEndOfSound(samples: Int16Array, start: number, end: number): number {
  let voiced = end;
  while (voiced > start && samples[voiced - 1] === 0) voiced -= 1;
  return voiced;
}
