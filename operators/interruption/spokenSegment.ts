import { countBeats, countWords } from '../../src/core/text.ts';
import type { Phrases } from '../../src/core/phrases/createPhrases.ts';
import { addTranscript, noText, type SegmentText } from '../../src/core/segmentText.ts';
import type { Transcript } from '../../src/core/speech.ts';
import { restartStretch, type SegmentVoice } from './segmentVoice.ts';

/** Voice and words of one segment. */
export interface SpokenSegment {
  readonly segment: number;
  /** Null until it is voiced. */
  readonly voice: SegmentVoice | null;
  /** True if the segment had voice while the agent was audible, so that its words count, even if they arrive late. */
  readonly isOverAgent: boolean;
  readonly text: SegmentText;
  /** Number of its words; 0 while they are a backchannel. */
  readonly words: number;
  /** Number of beats that its voice must have had time for: words, or syllables in Chinese and Japanese. */
  readonly beats: number;
  /** The interrupt phrase that its words form; null if they form none. */
  readonly phrase: SpokenPhrase | null;
  readonly hasInterrupted: boolean;
}

/** An interrupt phrase that the recogniser has found. */
export interface SpokenPhrase {
  /** Voiced time of the segment when it was found, in ms. */
  readonly voicedMs: number;
  /** True if further words cannot change it: it is final, or interrupts whatever follows. */
  readonly isCertain: boolean;
  readonly hasInterrupted: boolean;
}

/** The lists by which words count. */
export type WordRules = Pick<Phrases, 'isBackchannel' | 'isInterruptPhrase'> &
  Partial<Pick<Phrases, 'beginsWithInterruptPhrase' | 'mayBecomeBackchannel'>>;

export function createSpoken(segment: number, voice: SegmentVoice | null = null): SpokenSegment {
  return { segment, voice, isOverAgent: false, text: noText, words: 0, beats: 0, phrase: null, hasInterrupted: false };
}

/** Replaces the voice. All fields are written out: this runs for every voiced window. */
export function withVoice(
  { segment, text, words, beats, phrase, hasInterrupted }: SpokenSegment,
  voice: SegmentVoice,
  isOverAgent: boolean,
): SpokenSegment {
  return { segment, voice, isOverAgent, text, words, beats, phrase, hasInterrupted };
}

/** Records that the segment has interrupted the agent. */
export function withInterruption(spoken: SpokenSegment): SpokenSegment {
  return { ...spoken, phrase: spoken.phrase && { ...spoken.phrase, hasInterrupted: true }, hasInterrupted: true };
}

/** Adds words. While they are, or may become, a backchannel, the voiced time restarts from here. */
export function addTranscriptTo(spoken: SpokenSegment, transcript: Transcript, rules: WordRules): SpokenSegment {
  const text = addTranscript(spoken.text, transcript);
  const phrase = findPhrase(spoken, text, rules);
  if (isListening(text, rules) && !rules.isInterruptPhrase(text.text))
    return { ...spoken, text, words: 0, beats: 0, phrase, voice: spoken.voice && restartStretch(spoken.voice) };
  return { ...spoken, text, words: countWords(text.text), beats: countBeats(text.text), phrase };
}

/** Returns whether the words are a backchannel, or an interim that may become one with the next word. */
function isListening({ text, interim }: SegmentText, rules: WordRules): boolean {
  return rules.isBackchannel(text) || (interim !== null && rules.mayBecomeBackchannel?.(text) === true);
}

function findPhrase(before: SpokenSegment, { text, interim }: SegmentText, rules: WordRules): SpokenPhrase | null {
  const { phrase, voice } = before;
  if (interim !== null && text === before.text.text) return phrase;
  if (!rules.isInterruptPhrase(text)) return null;
  const isCertain = interim === null || rules.beginsWithInterruptPhrase?.(text) === true;
  return { voicedMs: phrase?.voicedMs ?? voice?.voicedMs ?? 0, isCertain, hasInterrupted: false };
}

/**
 * Voice that an interrupt phrase needs in its segment, in ms of audio. A cough that a recogniser turns into a word has
 * less.
 */
export const PHRASE_MS = 250;
/** Silence after a phrase from which on no word is expected to follow closely, in ms of audio: two windows. */
const PAUSE_MS = 64;
/** Voice after a phrase by which a following word would be known, in ms of audio. */
const NEXT_WORD_MS = 250;

/** Returns whether its words form an interrupt phrase that interrupts now, `silentMs` after its last voice. */
export function isPhraseDue({ phrase, voice }: SpokenSegment, silentMs: number): boolean {
  if (phrase === null || phrase.hasInterrupted || voice === null || voice.voicedMs < PHRASE_MS) return false;
  return phrase.isCertain || silentMs >= PAUSE_MS || voice.voicedMs - phrase.voicedMs >= NEXT_WORD_MS;
}
