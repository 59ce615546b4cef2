import { ms, plain, probability, sentence, type Sentence } from '../../src/core/sentence.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import type { Thresholds, VoiceState } from '../../src/core/voiceActivity.ts';

type Started = Extract<VadEvent, { kind: 'started' }>;
type Ended = Extract<VadEvent, { kind: 'ended' }>;

/** Explains why a segment has started. */
export function explainStart({ voicedMs }: Started, { minSpeechMs }: Pick<Thresholds, 'minSpeechMs'>): Sentence {
  return sentence`${ms('voicedMs', voicedMs)} of voice, ${plain('neededMs', minSpeechMs)} needed`;
}

/** The causes of an end other than silence. */
const CAUSES: { readonly [By in Exclude<Ended['by'], 'silence'>]: string } = {
  stall: 'no audio has come for a second',
  mute: 'the microphone is muted',
  turn: "the user's turn is over",
  commit: 'the client has committed it',
  clear: 'the client has cleared it',
};

/** Explains why a segment has ended. */
export function explainEnd(
  { by, atMs, lastVoicedMs }: Ended,
  { minSilenceMs }: Pick<Thresholds, 'minSilenceMs'>,
): Sentence {
  const silence = ms('silenceMs', atMs - lastVoicedMs);
  if (by === 'silence') return sentence`${silence} of silence, ${plain('neededMs', minSilenceMs)} needed`;
  return sentence`${CAUSES[by]}, after ${silence} of silence`;
}

/** Explains why no segment starts, from the latest window. Null if a segment is open. */
export function explainNoStart(
  voice: VoiceState,
  latest: number,
  { activationThreshold, minSpeechMs }: Thresholds,
): Sentence | null {
  if (voice.phase === 'speech') return null;
  if (voice.runMs > 0)
    return sentence`no speech: ${ms('voicedMs', voice.runMs)} of voice, ${plain('neededMs', minSpeechMs)} needed`;
  const needed = probability('neededProbability', activationThreshold);
  return sentence`no speech: a probability of ${probability('probability', latest)}, ${needed} needed`;
}
