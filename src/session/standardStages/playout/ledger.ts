import { msOfSamples } from '../../../core/audio.ts';
import type { SpeechEvent, WordTiming } from '../../../core/turn.ts';
import { findLastQuestion } from '../../../core/questions.ts';
import { SpokenMap, type SpokenSpan } from '../../../core/spokenText.ts';
import { findLastWordEnd } from '../../../core/wordEnds.ts';

/** The text and audio of one utterance so far. */
interface SpokenUtterance {
  /** The number of its first characters that were heard before. */
  readonly repeatedChars: number;
  text: string;
  /** The spoken form of the text; null: all of it is spoken as written. */
  spokenText: SpokenText | null;
  samples: number;
  sampleRate: number;
  /** The ends of sentences: all audio of the first `chars` of the text is in the first `samples` samples. */
  readonly marks: Mark[];
  readonly words: WordTiming[];
}

/** The spoken form of a text that differs from the written one. */
interface SpokenText {
  text: string;
  readonly map: SpokenMap;
}

export interface Mark {
  readonly chars: number;
  readonly samples: number;
}

export interface Heard {
  /** The utterance's text after the part that it repeats, in whole words. */
  readonly text: string;
  /** `true` if all text that was sent to TTS was heard. */
  readonly whole: boolean;
  /** The basis of the text: word timings, or an estimate from the samples. */
  readonly by: 'timings' | 'estimate';
}

/** The total length of all sentences so far, for the mean pace. */
interface Pace {
  chars: number;
  ms: number;
}

/** Length of a character before any sentence was measured, in ms. */
const FIRST_MS_PER_CHAR = 60;

const START: Mark = { chars: 0, samples: 0 };

/** The samples and words of every utterance that may still be heard, in the order in which they began. */
export class Ledger {
  readonly #utterances = new Map<string, SpokenUtterance>();
  readonly #pace: Pace = { chars: 0, ms: 0 };

  /** Adds speech. Ignores that of an utterance that has not started or was removed. */
  add(event: SpeechEvent): void {
    if (event.kind === 'started') {
      this.#utterances.set(event.utterance, createSpokenUtterance(event.repeatedChars));
      return;
    }
    const spoken = this.#utterances.get(event.utterance);
    if (spoken !== undefined && add(spoken, event)) updatePace(this.#pace, spoken);
  }

  remove(utterance: string): void {
    this.#utterances.delete(utterance);
  }

  /** Removes the utterances that began before `utterance`, if they are over. */
  removeBefore(utterance: string, isOver: (earlier: string) => boolean): void {
    if (!this.#utterances.has(utterance)) return;
    for (const earlier of this.#utterances.keys()) {
      if (earlier === utterance) return;
      if (isOver(earlier)) this.#utterances.delete(earlier);
    }
  }

  /**
   * Computes the text that was heard with the first `playedSamples` of an utterance. A timed word was heard when its
   * last sample was. A sentence without timings is spread over its samples by characters; while its audio is
   * incomplete, over its expected length at the mean pace (60 ms a character before anything was measured), at least
   * the length of the audio so far. Leaves out the text that the utterance repeats.
   */
  computeHeard(utterance: string, playedSamples: number): Heard {
    const spoken = this.#utterances.get(utterance) ?? createSpokenUtterance();
    const span = findSpan(spoken, this.#pace, playedSamples);
    const position = span === undefined || playedSamples <= 0 ? 0 : countCharsPlayed(spoken, span, playedSamples);
    const by = span !== undefined && span.words.length > 0 ? 'timings' : 'estimate';
    const { text, whole } = cutToWords(spoken, position);
    return { text: text.slice(spoken.repeatedChars), whole, by };
  }

  /** Finds the end of a question in the last two sentences of `heard`, in samples; undefined if there is none. */
  findQuestionEnd(utterance: string, heard: string): number | undefined {
    const spoken = this.#utterances.get(utterance);
    const end = findLastQuestion(heard);
    return spoken && end !== undefined ? findSamplesAt(spoken, this.#pace, spoken.repeatedChars + end) : undefined;
  }

  /**
   * Computes the samples of an utterance at the end of the first `chars` of its text; undefined for an unknown
   * utterance.
   */
  computeSamplesAt(utterance: string, chars: number): number | undefined {
    const spoken = this.#utterances.get(utterance);
    return spoken && findSamplesAt(spoken, this.#pace, chars);
  }
}

function createSpokenUtterance(repeatedChars = 0): SpokenUtterance {
  return { repeatedChars, text: '', spokenText: null, samples: 0, sampleRate: 1000, marks: [], words: [] };
}

/** Adds an event. Returns whether it ended a sentence. */
function add(spoken: SpokenUtterance, event: SpeechEvent): boolean {
  switch (event.kind) {
    case 'text':
      addText(spoken, event);
      return false;
    case 'audio':
      spoken.samples += event.frame.samples.length;
      spoken.sampleRate = event.frame.sampleRate;
      return false;
    case 'words':
      for (const word of event.words) spoken.words.push(word);
      return false;
    case 'mark':
      return addMark(spoken, event.chars);
    case 'ended':
      return event.reason === 'complete' && addMark(spoken, spoken.text.length);
    default:
      return false;
  }
}

function addText(spoken: SpokenUtterance, { text, spoken: spans }: Extract<SpeechEvent, { kind: 'text' }>): void {
  if (spans !== undefined) spoken.spokenText ??= createSpokenText(spoken.text);
  if (spoken.spokenText !== null) addSpans(spoken.spokenText, spans ?? [{ text, spoken: text }]);
  spoken.text += text;
}

function createSpokenText(text: string): SpokenText {
  const spokenText = { text: '', map: new SpokenMap() };
  addSpans(spokenText, [{ text, spoken: text }]);
  return spokenText;
}

function addSpans(spokenText: SpokenText, spans: readonly SpokenSpan[]): void {
  for (const span of spans) {
    spokenText.map.add(span);
    spokenText.text += span.spoken;
  }
}

/** Counts the spoken characters of the first `chars` of the text, whose duration is proportional to them. */
function countSpoken({ spokenText }: SpokenUtterance, chars: number): number {
  return spokenText === null ? chars : spokenText.map.toSpoken(chars);
}

function addMark({ text, marks, samples }: SpokenUtterance, chars: number): boolean {
  const next: Mark = { chars: Math.min(chars, text.length), samples };
  const isNew = next.chars > (marks.at(-1) ?? START).chars;
  if (isNew) marks.push(next);
  return isNew;
}

/** Adds the latest sentence to the mean, unless it has no audio. */
function updatePace(pace: Pace, spoken: SpokenUtterance): void {
  const { marks, sampleRate } = spoken;
  const to = marks.at(-1) ?? START;
  const from = marks.at(-2) ?? START;
  if (to.samples === from.samples) return;
  pace.chars += countSpoken(spoken, to.chars) - countSpoken(spoken, from.chars);
  pace.ms += msOfSamples(to.samples - from.samples, sampleRate);
}

/** A sentence and its samples, actual or expected. */
interface Span {
  readonly from: Mark;
  readonly to: Mark;
  /** The timed words, in the order of the text. */
  readonly words: readonly WordTiming[];
}

/** Finds the sentence that is being played after `playedSamples`, or the last one; undefined without any text. */
function findSpan(spoken: SpokenUtterance, pace: Pace, playedSamples: number): Span | undefined {
  const { text, marks } = spoken;
  const last = marks.at(-1) ?? START;
  const playing = marks.findIndex(({ samples }) => playedSamples < samples);
  if (playing < 0 && last.chars < text.length) return estimateSpan(spoken, last, pace);
  const at = playing < 0 ? marks.length - 1 : playing;
  const to = marks[at];
  return to && createSpan(spoken, marks[at - 1] ?? START, to);
}

function estimateSpan(spoken: SpokenUtterance, from: Mark, { chars, ms }: Pace): Span {
  const { text, samples, sampleRate } = spoken;
  const msPerChar = chars === 0 ? FIRST_MS_PER_CHAR : ms / chars;
  const left = countSpoken(spoken, text.length) - countSpoken(spoken, from.chars);
  const expected = (left * msPerChar * sampleRate) / 1000;
  const span = createSpan(spoken, from, { chars: text.length, samples: Math.max(samples, from.samples + expected) });
  // With timings, the end of the sentence is unknown until its audio is complete.
  return span.words.length > 0 ? { ...span, to: { ...span.to, samples: Infinity } } : span;
}

function createSpan({ words }: SpokenUtterance, from: Mark, to: Mark): Span {
  const inside = words.filter((word) => word.from >= from.chars && word.from < to.chars);
  return { from, to, words: inside.toSorted((a, b) => a.to - b.to) };
}

/**
 * Finds the samples at the end of the first `chars` of a text: by its timed words, or by the sentence that they are in.
 */
function findSamplesAt(spoken: SpokenUtterance, pace: Pace, chars: number): number {
  const { text, sampleRate, marks, words } = spoken;
  const last = words.findLast(({ from }) => from < chars);
  if (last !== undefined) return Math.round((last.endMs * sampleRate) / 1000);
  const from = marks.findLast((mark) => mark.chars < chars) ?? START;
  const to = marks.find((mark) => mark.chars >= chars) ?? estimateSpan(spoken, from, pace).to;
  const isEnd = text.slice(chars, to.chars).trim() === '';
  const [first, end] = [countSpoken(spoken, from.chars), countSpoken(spoken, to.chars)];
  const share = isEnd || end === first ? 1 : (countSpoken(spoken, chars) - first) / (end - first);
  return from.samples + Math.round(share * (to.samples - from.samples));
}

/** Computes the position of the play head in the text. */
function countCharsPlayed(spoken: SpokenUtterance, { from, to, words }: Span, playedSamples: number): number {
  if (playedSamples >= to.samples) return to.chars;
  if (words.length > 0) {
    const unheard = words.findIndex(({ endMs }) => playedSamples < Math.round((endMs * spoken.sampleRate) / 1000));
    const heard = (unheard === -1 ? words.at(-1) : words[unheard - 1])?.to ?? from.chars;
    return Math.min(heard, to.chars);
  }
  const first = countSpoken(spoken, from.chars);
  const [chars, samples] = [countSpoken(spoken, to.chars) - first, to.samples - from.samples];
  const played = first + Math.floor(((playedSamples - from.samples) * chars) / samples);
  return spoken.spokenText === null ? played : Math.max(from.chars, spoken.spokenText.map.toText(played));
}

/** Cuts the text to whole words. The result is `whole` once its last word was heard. */
function cutToWords({ text, spokenText }: SpokenUtterance, position: number): Pick<Heard, 'text' | 'whole'> {
  if (position >= text.length) return { whole: true, text };
  if (spokenText !== null) return cutSpoken(text, spokenText, position);
  const { last, isFinal } = findLastWordEnd(text, position);
  return { whole: isFinal, text: isFinal ? text : text.slice(0, last?.cutAt ?? 0) };
}

/**
 * Cuts a text where its spoken form is cut to words: after the silent characters that follow the last word spoken
 * whole.
 */
function cutSpoken(text: string, { text: spoken, map }: SpokenText, position: number): Pick<Heard, 'text' | 'whole'> {
  const found = findLastWordEnd(spoken, map.toSpoken(position));
  if (found.isFinal) return { whole: true, text };
  let { last } = found;
  // Each step ends at an earlier word: the one before a stretch that was only partly heard.
  while (last !== undefined && map.floor(last.cutAt) < last.to)
    ({ last } = findLastWordEnd(spoken, map.floor(last.to)));
  return {
    whole: false,
    text: last === undefined ? '' : text.slice(0, map.toTextBehindSilence(map.floor(last.cutAt))),
  };
}
