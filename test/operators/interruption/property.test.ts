import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import type { Interruption, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { countWords } from '../../../src/core/text.ts';
import { runs } from '../../properties/runs.ts';
import { over, windows } from './score.ts';

const WINDOW_MS = 32;
const phrases = createPhrases({ backchannels: ['yeah', 'okay'], interruptPhrases: ['stop', 'hold on'] });

type Input = VadEvent | Transcript;

interface Thresholds {
  readonly minSpeechMs: number;
  readonly minWords: number;
}

interface ScriptedSegment {
  /** Silence before it. */
  readonly quietMs: number;
  /** Windows, `v` voiced and `.` quiet, and transcripts. */
  readonly parts: readonly (string | Pick<Transcript, 'kind' | 'text'>)[];
  readonly late: string | null;
}

const text = fc.constantFrom(
  'yeah',
  'okay',
  'no',
  'wait now',
  'yeah wait',
  'stop',
  'stop it',
  'yeah hold on please',
  ' ',
);
const voice = fc.string({ unit: fc.constantFrom('vvvv', 'vv', '.', '....'), maxLength: 8 });
const words = fc.record({ kind: fc.constantFrom('interim' as const, 'final' as const), text });
const part = fc.oneof({ arbitrary: voice, weight: 2 }, { arbitrary: words, weight: 1 });
const script: fc.Arbitrary<readonly ScriptedSegment[]> = fc.array(
  fc.record({
    quietMs: fc.constantFrom(576, 1900, 2000, 2100, 5000),
    parts: fc.array(part, { maxLength: 5 }),
    late: fc.option(text),
  }),
  { maxLength: 5 },
);
const thresholds: fc.Arbitrary<Thresholds> = fc.record({
  minSpeechMs: fc.constantFrom(0, 320, 500),
  minWords: fc.constantFrom(0, 1, 2),
});

test('interruptions come when a count over the whole past says so, and only then', () => {
  fc.assert(
    fc.property(script, thresholds, (segments, limits) => {
      const inputs = toInputs(segments);
      expect(over(inputs, { ...limits, phrases })).toEqual(expected(inputs, limits));
    }),
    runs(750),
  );
});

/** Each late final comes behind the segment after its own. */
function toInputs(segments: readonly ScriptedSegment[]): readonly Input[] {
  const inputs: Input[] = [];
  let endMs = 0;
  let late: readonly Input[] = [];
  for (const [segment, { quietMs, parts, late: lateText }] of segments.entries()) {
    const sound = windows(`v${parts.filter((one) => typeof one === 'string').join('')}`, segment, endMs + quietMs);
    let at = 1;
    inputs.push(...sound.slice(0, 1));
    for (const one of parts) {
      if (typeof one !== 'string') inputs.push({ ...one, segment });
      else inputs.push(...sound.slice(at, (at += one.length)));
    }
    endMs += quietMs + sound.length * WINDOW_MS;
    inputs.push(...late);
    late = lateText === null ? [] : [{ kind: 'final', segment, text: lateText }];
  }
  return [...inputs, ...late];
}

function expected(inputs: readonly Input[], limits: Thresholds): readonly { at: number; by: Interruption }[] {
  const interruptions: { at: number; by: Interruption }[] = [];
  for (const [at, input] of inputs.entries()) {
    const past = inputs.slice(0, at + 1);
    const earlier = interruptions.filter(({ by }) => by.segment === input.segment).map((one) => one.at);
    const by = 'text' in input ? byWords(past, input, limits) : byWindow(past, input, { ...limits, earlier });
    if (by !== null) interruptions.push({ at, by });
  }
  return interruptions;
}

function byWords(past: readonly Input[], input: Transcript, limits: Thresholds): Interruption | null {
  const { kind, segment, text: said } = input;
  const isRepeated = kind === 'interim' && interimOf(past.slice(0, -1), segment) === said;
  if (said.trim() === '' || isRepeated || wordsOf(past, segment) === 0) return null;
  const by = { segment, ...sumAround(past, segment) };
  return isPhraseDue(past, segment) || reaches(by, limits) ? by : null;
}

function byWindow(
  past: readonly Input[],
  event: VadEvent,
  { earlier, ...limits }: Thresholds & { readonly earlier: readonly number[] },
): Interruption | null {
  const { segment } = event;
  const phraseAt = phraseFoundAt(past, segment);
  const textAt = past.findLastIndex(changesText(past, segment));
  const isSaid = earlier.some((at) => at >= textAt);
  if (phraseAt >= 0 && !isSaid && isPhraseDue(past, segment)) return { segment, ...sumAround(past, segment) };
  return isVoiced(event) && earlier.length === 0 ? byVoice(past, event, limits) : null;
}

/** An interrupt phrase with a quarter of a second of voice, which is certain, or behind which nothing follows. */
function isPhraseDue(past: readonly Input[], segment: number): boolean {
  const said = textOf(past, segment);
  const foundAt = phraseFoundAt(past, segment);
  if (foundAt < 0 || voicedOf(past, segment).length * WINDOW_MS < 250) return false;
  const sound = past.filter((one): one is VadEvent => !('text' in one) && one.segment === segment);
  const isQuiet = !('text' in past.at(-1)!) && sound.slice(-2).every((one) => !isVoiced(one));
  const behind = voicedOf(past.slice(foundAt), segment).length * WINDOW_MS;
  return interimOf(past, segment) === null || said.includes('hold on') || isQuiet || behind >= 250;
}

/** Where the words of a segment became an interrupt phrase, which they still are; -1: they are none. */
function phraseFoundAt(past: readonly Input[], segment: number): number {
  let found = -1;
  for (const at of past.keys()) {
    if (!isTranscriptOf(segment)(past[at]!)) continue;
    const isPhrase = phrases.isInterruptPhrase(textOf(past.slice(0, at + 1), segment));
    found = isPhrase ? (found < 0 ? at : found) : -1;
  }
  return found;
}

function byVoice(past: readonly Input[], { segment }: VadEvent, limits: Thresholds): Interruption | null {
  const sum =
    wordsOf(past, segment) > 0 ? sumAround(past, segment) : { voicedMs: longestStretch(past, segment), words: 0 };
  return reaches({ segment, ...sum }, limits) ? { segment, ...sum } : null;
}

function reaches({ voicedMs, words: count }: Interruption, { minSpeechMs, minWords }: Thresholds): boolean {
  return voicedMs >= minSpeechMs && count >= minWords;
}

function textOf(past: readonly Input[], segment: number): string {
  const transcripts = past.filter(isTranscriptOf(segment));
  const interimAt = transcripts.length - 1;
  return transcripts
    .filter(({ kind }, at) => kind === 'final' || at === interimAt)
    .map((one) => one.text)
    .filter((said) => said.trim() !== '')
    .join(' ');
}

function interimOf(past: readonly Input[], segment: number): string | null {
  const last = past.findLast(isTranscriptOf(segment));
  return last?.kind === 'interim' ? last.text : null;
}

function wordsOf(past: readonly Input[], segment: number): number {
  const said = textOf(past, segment);
  return phrases.isBackchannel(said) ? 0 : countWords(said);
}

function sumAround(past: readonly Input[], segment: number): { readonly voicedMs: number; readonly words: number } {
  const counting = [...new Set(past.map((one) => one.segment))]
    .toSorted((a, b) => a - b)
    .filter((n) => wordsOf(past, n) > 0)
    .filter((n, at, all) => interimOf(past, n) === null || at === all.length - 1);
  if (!counting.includes(segment)) counting.splice(0, counting.length, segment);
  const follows = (at: number): boolean => beganMs(past, counting[at]!) - endedMs(past, counting[at - 1]!) <= 2000;
  let first = counting.indexOf(segment);
  let last = first;
  while (first > 0 && follows(first)) first -= 1;
  while (last < counting.length - 1 && follows(last + 1)) last += 1;
  const chain = counting.slice(first, last + 1);
  return {
    voicedMs: chain.reduce((sum, n) => sum + voicedOf(past, n).length * WINDOW_MS, 0),
    words: chain.reduce((sum, n) => sum + Math.min(wordsOf(past, n), mostWords(past, n)), 0),
  };
}

/** Seven in a second, and one. */
function mostWords(past: readonly Input[], segment: number): number {
  return Math.max(1, Math.floor((voicedOf(past, segment).length * WINDOW_MS * 7) / 1000));
}

/** Since the latest transcript with which the words were a backchannel, if there is one. */
function longestStretch(past: readonly Input[], segment: number): number {
  const from = past.findLastIndex(
    (one, at) =>
      isTranscriptOf(segment)(one) &&
      (one.text.trim() !== '' || interimOf(past.slice(0, at), segment) !== null) &&
      phrases.isBackchannel(textOf(past.slice(0, at + 1), segment)),
  );
  const stretches = past
    .slice(from + 1)
    .filter((one): one is VadEvent => !('text' in one) && one.segment === segment)
    .map((one) => (isVoiced(one) ? 'v' : '.'))
    .join('')
    .split(/\.{5,}/u);
  return Math.max(...stretches.map((stretch) => stretch.replaceAll('.', '').length * WINDOW_MS));
}

function voicedOf(past: readonly Input[], segment: number): readonly VadEvent[] {
  return past.filter((one): one is VadEvent => !('text' in one) && one.segment === segment && isVoiced(one));
}

function beganMs(past: readonly Input[], segment: number): number {
  return voicedOf(past, segment)[0]!.atMs - WINDOW_MS;
}

function endedMs(past: readonly Input[], segment: number): number {
  return voicedOf(past, segment).at(-1)!.atMs;
}

function isVoiced(event: VadEvent): boolean {
  return event.kind === 'window' && event.voiced;
}

/** Blank interims change nothing, nor do blank finals where there is no interim. */
function isTranscriptOf(segment: number): (input: Input) => input is Transcript {
  return (input): input is Transcript =>
    'text' in input && input.segment === segment && (input.kind === 'final' || input.text.trim() !== '');
}

function changesText(past: readonly Input[], segment: number): (input: Input, at: number) => boolean {
  return (input, at) =>
    isTranscriptOf(segment)(input) &&
    ((input.kind === 'final' && input.text.trim() !== '') ||
      textOf(past.slice(0, at), segment) !== textOf(past.slice(0, at + 1), segment));
}
