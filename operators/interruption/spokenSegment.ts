import { countWords } from '../../src/core/text.ts';
import type { Phrases } from '../../src/core/phrases/createPhrases.ts';
import { addTranscript, noText, type SegmentText } from '../../src/core/segmentText.ts';
import type { Transcript } from '../../src/core/speech.ts';
import { restartStretch, type SegmentVoice } from './segmentVoice.ts';

/** Voice and words of one segment. */
export interface SpokenSegment {
  readonly segment: number;
  /** Null until it is voiced. */
  readonly voice: SegmentVoice | null;
  /** The segment has had voice while the agent was audible, so its words count, also late ones. */
  readonly isOverAgent: boolean;
  readonly text: SegmentText;
  /** Number of its words that count; 0 while they are a backchannel. */
  readonly words: number;
  readonly hasInterrupted: boolean;
}

/** The lists by which words count. */
export type WordRules = Pick<Phrases, 'isBackchannel' | 'isInterruptPhrase'>;

export function createSpoken(segment: number, voice: SegmentVoice | null = null): SpokenSegment {
  return { segment, voice, isOverAgent: false, text: noText, words: 0, hasInterrupted: false };
}

/** Replaces the voice. All fields are written out: this runs for every voiced window. */
export function withVoice(
  { segment, text, words, hasInterrupted }: SpokenSegment,
  voice: SegmentVoice,
  isOverAgent: boolean,
): SpokenSegment {
  return { segment, voice, isOverAgent, text, words, hasInterrupted };
}

/** Adds words. While they are a backchannel, voice counts from here. */
export function addTranscriptTo(spoken: SpokenSegment, transcript: Transcript, rules: WordRules): SpokenSegment {
  const text = addTranscript(spoken.text, transcript);
  if (!rules.isBackchannel(text.text) || rules.isInterruptPhrase(text.text))
    return { ...spoken, text, words: countWords(text.text) };
  return { ...spoken, text, words: 0, voice: spoken.voice && restartStretch(spoken.voice) };
}
