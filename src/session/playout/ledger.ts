import { append, emptyList, itemAt, itemsOf, type AppendList } from '../../core/appendList.ts';
import { msOfSamples } from '../../core/audio.ts';
import type { SpeechEvent, WordTiming } from '../../core/turn.ts';
import { findLastWordEnd } from './wordEnds.ts';

/** The samples and words of every utterance that may still be heard, in the order of their beginning. */
export interface Ledger {
  readonly utterances: ReadonlyMap<string, SpokenUtterance>;
  /** The length of all sentences so far, for the mean pace. */
  readonly pace: { readonly chars: number; readonly ms: number };
}

/** The text and audio of one utterance so far. */
export interface SpokenUtterance {
  readonly text: string;
  /** All audio of the first `chars` of the text is in the first `samples` samples: where sentences end. */
  readonly marks: AppendList<Mark>;
  readonly words: AppendList<WordTiming>;
  readonly samples: number;
  readonly sampleRate: number;
}

export interface Mark {
  readonly chars: number;
  readonly samples: number;
}

export interface Heard {
  /** A prefix of the utterance's text, in whole words. */
  readonly text: string;
  /** `true` if all text that was sent to TTS was heard. */
  readonly whole: boolean;
  /** The basis of the text: word timings, or an estimate from the samples. */
  readonly by: 'timings' | 'estimate';
}

export const emptyLedger: Ledger = { utterances: new Map(), pace: { chars: 0, ms: 0 } };

/** Length of a character before any sentence was measured, in ms. */
const FIRST_MS_PER_CHAR = 60;

const START: Mark = { chars: 0, samples: 0 };

const UNSTARTED: SpokenUtterance = { text: '', marks: emptyList, words: emptyList, samples: 0, sampleRate: 1000 };

/** Adds speech. Speech of an utterance that has not started, or was removed, is ignored. */
export function addSpeech(ledger: Ledger, event: SpeechEvent): Ledger {
  const before = event.kind === 'started' ? UNSTARTED : ledger.utterances.get(event.utterance);
  if (before === undefined) return ledger;
  const after = add(before, event);
  const pace = after.marks.length > before.marks.length ? updatePace(ledger.pace, after) : ledger.pace;
  return { pace, utterances: new Map(ledger.utterances).set(event.utterance, after) };
}

export function removeUtterances(ledger: Ledger, isOver: (utterance: string) => boolean): Ledger {
  const kept = [...ledger.utterances].filter(([utterance]) => !isOver(utterance));
  return { ...ledger, utterances: new Map(kept) };
}

/**
 * Computes the text that was heard with the first `playedSamples` of an utterance. A word with a timing was heard when its last
 * sample was. A sentence without timings is spread over its samples by characters; while its audio is incomplete, over its
 * expected length at the mean pace (60 ms a character before anything was measured), at least the length of the audio so far.
 */
export function computeHeard({ utterances, pace }: Ledger, utterance: string, playedSamples: number): Heard {
  const spoken = utterances.get(utterance) ?? UNSTARTED;
  const span = findSpan(spoken, pace, playedSamples);
  const position =
    span === undefined || playedSamples <= 0 ? 0 : countCharsPlayed(span, playedSamples, spoken.sampleRate);
  const by = span !== undefined && span.words.length > 0 ? 'timings' : 'estimate';
  return { ...cutToWords(spoken.text, position), by };
}

function add(spoken: SpokenUtterance, event: SpeechEvent): SpokenUtterance {
  switch (event.kind) {
    case 'started':
      return spoken;
    case 'text':
      return { ...spoken, text: spoken.text + event.text };
    case 'audio': {
      const { samples, sampleRate } = event.frame;
      return { ...spoken, samples: spoken.samples + samples.length, sampleRate };
    }
    case 'words':
      return { ...spoken, words: append(spoken.words, event.words) };
    case 'mark':
      return addMark(spoken, event.chars);
    case 'ended':
      return event.reason === 'complete' ? addMark(spoken, spoken.text.length) : spoken;
  }
}

function addMark(spoken: SpokenUtterance, chars: number): SpokenUtterance {
  const { text, marks, samples } = spoken;
  const next: Mark = { chars: Math.min(chars, text.length), samples };
  return next.chars > (itemAt(marks, -1) ?? START).chars ? { ...spoken, marks: append(marks, [next]) } : spoken;
}

/** Adds the latest sentence to the mean, unless it has no audio. */
function updatePace({ chars, ms }: Ledger['pace'], { marks, sampleRate }: SpokenUtterance): Ledger['pace'] {
  const to = itemAt(marks, -1) ?? START;
  const from = itemAt(marks, -2) ?? START;
  if (to.samples === from.samples) return { chars, ms };
  return { chars: chars + to.chars - from.chars, ms: ms + msOfSamples(to.samples - from.samples, sampleRate) };
}

/** A sentence and its samples, actual or expected. */
interface Span {
  readonly from: Mark;
  readonly to: Mark;
  /** The timed words, in the order of the text. */
  readonly words: readonly WordTiming[];
}

/** Finds the sentence that is being played after `playedSamples`, or the last one; undefined without any text. */
function findSpan(spoken: SpokenUtterance, pace: Ledger['pace'], playedSamples: number): Span | undefined {
  const { text } = spoken;
  const marks = itemsOf(spoken.marks);
  const last = marks.at(-1) ?? START;
  const playing = marks.findIndex(({ samples }) => playedSamples < samples);
  if (playing < 0 && last.chars < text.length) return estimateSpan(spoken, last, pace);
  const at = playing < 0 ? marks.length - 1 : playing;
  const to = marks[at];
  return to && createSpan(spoken, marks[at - 1] ?? START, to);
}

function estimateSpan(spoken: SpokenUtterance, from: Mark, { chars, ms }: Ledger['pace']): Span {
  const { text, samples, sampleRate } = spoken;
  const msPerChar = chars === 0 ? FIRST_MS_PER_CHAR : ms / chars;
  const expected = ((text.length - from.chars) * msPerChar * sampleRate) / 1000;
  const span = createSpan(spoken, from, { chars: text.length, samples: Math.max(samples, from.samples + expected) });
  // With timings, the end of the sentence is unknown until its audio is complete.
  return span.words.length > 0 ? { ...span, to: { ...span.to, samples: Infinity } } : span;
}

function createSpan({ words }: SpokenUtterance, from: Mark, to: Mark): Span {
  const inside = itemsOf(words).filter((word) => word.from >= from.chars && word.from < to.chars);
  return { from, to, words: inside.toSorted((a, b) => a.to - b.to) };
}

/** Computes the position of the play head in the text. */
function countCharsPlayed({ from, to, words }: Span, playedSamples: number, sampleRate: number): number {
  if (playedSamples >= to.samples) return to.chars;
  if (words.length > 0) {
    const unheard = words.findIndex(({ endMs }) => playedSamples < Math.round((endMs * sampleRate) / 1000));
    return (unheard === -1 ? words.at(-1) : words[unheard - 1])?.to ?? from.chars;
  }
  const [chars, samples] = [to.chars - from.chars, to.samples - from.samples];
  return from.chars + Math.floor(((playedSamples - from.samples) * chars) / samples);
}

/** Cuts the text to whole words. It is whole once its last word was heard. */
function cutToWords(text: string, position: number): Pick<Heard, 'text' | 'whole'> {
  const { last, isFinal } = findLastWordEnd(text, position);
  const whole = position >= text.length || isFinal;
  return { whole, text: whole ? text : text.slice(0, last?.cutAt ?? 0) };
}
