import type { SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import { createScriptedStt, type SttDoubleOptions } from '../doubles/stt.ts';
import { createSttSegment, type DelayedEvents, type SttBehaviour, type SttSegment } from '../doubles/sttSegment.ts';
import type { UserSound } from './actions.ts';

/** The recogniser's behaviour for speech without its own. */
export interface TimedSttOptions extends Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'turns' | 'finalTimeoutMs'> {
  readonly scheduler: SchedulerLike;
  /** Returns the current or the last sound. */
  currentSound(): UserSound | undefined;
}

/**
 * Creates a SpeechToText that knows the words and their times, for any segmentation: a segment contains the words of
 * all sounds in it. Completes when its input has completed and everything is answered.
 */
export function createTimedStt({ currentSound, ...options }: TimedSttOptions): SpeechToText {
  return createScriptedStt(options, (segment, behaviour) => createTimedSegment(segment, currentSound, behaviour));
}

/**
 * Creates the recogniser of one segment. It handles the sounds one by one; the rest of a sound becomes final when the
 * next one begins.
 */
function createTimedSegment(
  segment: number,
  currentSound: () => UserSound | undefined,
  behaviour: SttBehaviour,
): SttSegment {
  let sound: UserSound | undefined;
  let recognise = createSttSegment(segment, { text: '' }, behaviour);
  return (input) => {
    const next = hasSound(input) ? currentSound() : sound;
    if (next?.utterance === undefined || next === sound) return recognise(input);
    const rest = recognise({ kind: 'end', segment }).flatMap(asFinals);
    sound = next;
    recognise = createSttSegment(segment, next.utterance, behaviour);
    return [...rest, ...recognise(input)];
  };
}

function hasSound(input: SttInput): boolean {
  return input.kind === 'audio' && loudness(input.frame.samples) > 0;
}

/** Selects the finals of an answer, without delay, and without settling the segment. */
function asFinals({ events }: DelayedEvents): readonly DelayedEvents[] {
  if (events === 'break') return [];
  const finals = events.flatMap((event): SttEvent[] =>
    event.kind === 'final' ? [{ kind: 'final', segment: event.segment, text: event.text }] : [],
  );
  return [{ afterMs: 0, events: finals }];
}
