import { append, itemsOf, emptyList, type AppendList } from '../../core/appendList.ts';
import { msOfSamples } from '../../core/audio.ts';
import type { SpeechEvent, WordTiming } from '../../core/turn.ts';
import { findLastWordEnd } from './wordEnds.ts';

/** Which samples carry which words, for every utterance that may still be heard, in the order of their beginning. */
export interface Ledger {
  readonly utterances: ReadonlyMap<string, SpokenUtterance>;
  /** What sentences have taken so far in this session: the voice's mean. */
  readonly pace: { readonly chars: number; readonly ms: number };
}

/** What has come of one utterance. */
export interface SpokenUtterance {
  readonly text: string;
  /** All audio of the first `chars` of the text is in the first `samples` samples: where sentences end. */
  readonly marks: readonly Mark[];
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
  /** All text that was handed to TTS was heard. */
  readonly whole: boolean;
  /** Whether word timings or the spread over samples decided, where the play head stands. */
  readonly by: 'timings' | 'estimate';
}

export const emptyLedger: Ledger = { utterances: new Map(), pace: { chars: 0, ms: 0 } };

/** What a character takes before a sentence was measured, in ms. */
const FIRST_MS_PER_CHAR = 60;

const START: Mark = { chars: 0, samples: 0 };

const UNSTARTED: SpokenUtterance = { text: '', marks: [], words: emptyList, samples: 0, sampleRate: 1000 };

/** Takes down what was spoken. What belongs to an utterance that did not start, or was struck off, is ignored. */
export function addSpeech(ledger: Ledger, event: SpeechEvent): Ledger {
  const before = event.kind === 'started' ? UNSTARTED : ledger.utterances.get(event.utterance);
  if (before === undefined) return ledger;
  const after = add(before, event);
  const pace = after.marks.length > before.marks.length ? updatePace(ledger.pace, after) : ledger.pace;
  return { pace, utterances: new Map(ledger.utterances).set(event.utterance, after) };
}

/** Strikes utterances off: nothing more will be asked of them. */
export function removeUtterances(ledger: Ledger, isOver: (utterance: string) => boolean): Ledger {
  const kept = [...ledger.utterances].filter(([utterance]) => !isOver(utterance));
  return { ...ledger, utterances: new Map(kept) };
}

/**
 * What of an utterance was heard when `playedSamples` of it were. A word with a timing was heard when its last sample
 * was. A sentence without timings is spread over its samples by characters; while its audio is not complete, over what it
 * is expected to take at the voice's mean (60 ms a character before anything was measured), never less than what came.
 */
export function computeHeard({ utterances, pace }: Ledger, utterance: string, playedSamples: number): Heard {
  const spoken = utterances.get(utterance) ?? UNSTARTED;
  const span = spanAt(spoken, pace, playedSamples);
  const position = span === undefined || playedSamples <= 0 ? 0 : charsPlayed(span, playedSamples, spoken.sampleRate);
  const by = span !== undefined && span.words.length > 0 ? 'timings' : 'estimate';
  return { ...wholeWords(spoken.text, position), by };
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
      return mark(spoken, event.chars);
    case 'ended':
      return event.reason === 'complete' ? mark(spoken, spoken.text.length) : spoken;
  }
}

function mark(spoken: SpokenUtterance, chars: number): SpokenUtterance {
  const { text, marks, samples } = spoken;
  const next: Mark = { chars: Math.min(chars, text.length), samples };
  return next.chars > (marks.at(-1) ?? START).chars ? { ...spoken, marks: [...marks, next] } : spoken;
}

/** Adds the latest sentence to the mean, unless nothing sounded in it. */
function updatePace({ chars, ms }: Ledger['pace'], { marks, sampleRate }: SpokenUtterance): Ledger['pace'] {
  const [to = START, from = START] = marks.slice(-2).reverse();
  if (to.samples === from.samples) return { chars, ms };
  return { chars: chars + to.chars - from.chars, ms: ms + msOfSamples(to.samples - from.samples, sampleRate) };
}

/** A sentence, and the samples that carry it or are expected to. */
interface Span {
  readonly from: Mark;
  readonly to: Mark;
  /** Its timed words, in the order of the text. */
  readonly words: readonly WordTiming[];
}

/** The sentence that is being played after so many samples, or the last one; undefined without any text. */
function spanAt(spoken: SpokenUtterance, pace: Ledger['pace'], playedSamples: number): Span | undefined {
  const { text, marks } = spoken;
  const last = marks.at(-1) ?? START;
  const playing = marks.findIndex(({ samples }) => playedSamples < samples);
  if (playing < 0 && last.chars < text.length) return openSpan(spoken, last, pace);
  const at = playing < 0 ? marks.length - 1 : playing;
  const to = marks[at];
  return to && withWords(spoken, marks[at - 1] ?? START, to);
}

function openSpan(spoken: SpokenUtterance, from: Mark, { chars, ms }: Ledger['pace']): Span {
  const { text, samples, sampleRate } = spoken;
  const msPerChar = chars === 0 ? FIRST_MS_PER_CHAR : ms / chars;
  const expected = ((text.length - from.chars) * msPerChar * sampleRate) / 1000;
  const span = withWords(spoken, from, { chars: text.length, samples: Math.max(samples, from.samples + expected) });
  // Timings say what has come of it; only they know when the rest is over.
  return span.words.length > 0 ? { ...span, to: { ...span.to, samples: Infinity } } : span;
}

function withWords({ words }: SpokenUtterance, from: Mark, to: Mark): Span {
  const inside = itemsOf(words).filter((word) => word.from >= from.chars && word.from < to.chars);
  return { from, to, words: inside.toSorted((a, b) => a.to - b.to) };
}

/** How far into the text the play head is. */
function charsPlayed({ from, to, words }: Span, playedSamples: number, sampleRate: number): number {
  if (playedSamples >= to.samples) return to.chars;
  if (words.length > 0) {
    const unheard = words.findIndex(({ endMs }) => playedSamples < Math.round((endMs * sampleRate) / 1000));
    return (unheard === -1 ? words.at(-1) : words[unheard - 1])?.to ?? from.chars;
  }
  const [chars, samples] = [to.chars - from.chars, to.samples - from.samples];
  return from.chars + Math.floor(((playedSamples - from.samples) * chars) / samples);
}

/** The cut goes down to whole words; once the last one was heard, the text is whole. */
function wholeWords(text: string, position: number): Pick<Heard, 'text' | 'whole'> {
  const { last, isFinal } = findLastWordEnd(text, position);
  const whole = position >= text.length || isFinal;
  return { whole, text: whole ? text : text.slice(0, last?.cutAt ?? 0) };
}
