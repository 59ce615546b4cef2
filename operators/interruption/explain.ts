import { RULES, type Rule } from '../../src/core/rules.ts';
import { count, ms, plain, quote, sentence, type Sentence } from '../../src/core/sentence.ts';
import type { Interruption } from '../../src/core/speech.ts';
import { addUp } from './addUp.ts';
import type { InterruptionRules, InterruptionState } from './interruptionState.ts';
import { PHRASE_MS, type SpokenSegment } from './spokenSegment.ts';

/** What the explanation of an interruption needs of the rules. */
export type ExplainedRules = Pick<InterruptionRules, 'minSpeechMs' | 'minWords' | 'phrases'>;

/** A sentence, and the rule that it follows. */
export interface Explanation {
  readonly rule: Rule;
  readonly sentence: Sentence;
}

/** Explains an interruption by the thresholds that it has reached, or by its phrase. */
export function explainInterruption(
  { voicedMs, words, segment }: Interruption,
  { segments }: Pick<InterruptionState, 'segments'>,
  { minSpeechMs, minWords }: ExplainedRules,
): Explanation {
  const spoken = segments.findLast((one) => one.segment === segment);
  const isReached = voicedMs >= minSpeechMs && words >= minWords;
  if (!isReached && spoken !== undefined) return explainPhrase(spoken, voicedMs);
  const voice = sentence`${ms('voicedMs', voicedMs)} of voice, ${plain('neededMs', minSpeechMs)} needed`;
  const wordCount = sentence`; ${count('words', words, 'word')}, ${plain('neededWords', minWords)} needed`;
  return {
    rule: RULES.interruption,
    sentence: minWords === 0 ? sentence`interrupted: ${voice}` : sentence`interrupted: ${voice}${wordCount}`,
  };
}

function explainPhrase({ text, voice }: SpokenSegment, voicedMs: number): Explanation {
  const voiced = sentence`${ms('voicedMs', voice?.voicedMs ?? voicedMs)} of voice, ${plain('neededMs', PHRASE_MS)} needed`;
  const phrase = quote(text.text);
  return { rule: RULES.phrases, sentence: sentence`interrupted: ${phrase} is an interrupt phrase with ${voiced}` };
}

/**
 * Explains what the latest speech over the agent still lacks to interrupt it. Returns null without such speech, or if it
 * lacks nothing.
 */
export function explainNoInterruption(
  { segments, audible }: InterruptionState,
  rules: ExplainedRules,
): Explanation | null {
  const by = segments.at(-1);
  if (!audible || by === undefined || !by.isOverAgent || by.hasInterrupted) return null;
  const words = by.text.text;
  if (by.words === 0 && words !== '') return explainListening(words, rules);
  const sum = addUp(segments, by);
  const { minSpeechMs, minWords } = rules;
  if (sum.voicedMs < minSpeechMs) {
    const voice = sentence`${ms('voicedMs', sum.voicedMs)} of voice, ${plain('neededMs', minSpeechMs)} needed`;
    return { rule: RULES.interruption, sentence: sentence`not interrupted: ${voice}` };
  }
  if (sum.words >= minWords) return null;
  const wordCount = sentence`${count('words', sum.words, 'word')}, ${plain('neededWords', minWords)} needed`;
  return { rule: RULES.interruption, sentence: sentence`not interrupted: ${wordCount}` };
}

function explainListening(words: string, { phrases }: ExplainedRules): Explanation {
  const quoted = quote(words);
  return {
    rule: RULES.backchannels,
    sentence: phrases.isBackchannel(words)
      ? sentence`not interrupted: ${quoted} is a backchannel`
      : sentence`not interrupted: ${quoted} may become a backchannel`,
  };
}
