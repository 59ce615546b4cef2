import { noText } from '../../core/segmentText.ts';
import { createSpoken } from './create.ts';
import { claimNow } from './derive.ts';
import type { OpenStep } from './openStep.ts';
import { addPending } from './pending.ts';
import type { SpokenSegment } from './user.ts';

/** Adds a segment whose words are still to come. */
export function addSpeaking(step: OpenStep, segment: number): SpokenSegment {
  const claim = claimNow(step.floor);
  const spoken = createSpoken({
    segment,
    claim,
    phase: 'speaking',
    endpointed: false,
    text: noText,
    owesWords: false,
    wordsAt: null,
    waitsUntil: null,
    voice: null,
    saidOver: null,
  });
  addPending(step, spoken);
  return spoken;
}
