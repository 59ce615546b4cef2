import { concat, defer, from, mergeMap, throwError, type Observable, type SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import { createSttSegment, type SttBehaviour, type DelayedEvents } from '../doubles/sttSegment.ts';
import { pause } from '../../stream/pause.ts';
import type { SttDoubleOptions } from '../doubles/stt.ts';
import type { UserSound } from './actions.ts';

/** The recogniser's behaviour for speech without its own. */
export interface TimedSttOptions extends Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'finalTimeoutMs'> {
  readonly scheduler: SchedulerLike;
  /** Returns the current or the last sound. */
  sounding(): UserSound | undefined;
}

type SegmentListener = (input: SttInput) => readonly DelayedEvents[];

/**
 * Creates a SpeechToText that knows the words and their times, for any segmentation: a segment has the words of all sounds in
 * it. Completes when its input has completed and everything is answered.
 */
export function createTimedStt(options: TimedSttOptions): SpeechToText {
  const { delayMs = 50, interims = true, finalTimeoutMs = 1000, scheduler, sounding } = options;
  const manner = { delayMs, interims, msPerWord: 0 };
  const say = ({ afterMs, events }: DelayedEvents): Observable<SttEvent> => {
    const breaks = (): Error => new Error('the recogniser breaks, as configured');
    return concat(pause(afterMs, scheduler), events === 'break' ? throwError(breaks) : from(events));
  };
  return {
    name: 'stt-double',
    sampleRate: 16_000,
    finalTimeoutMs,
    interims,
    transcribe: (speech) =>
      defer(() => {
        const ears = new Map<number, SegmentListener>();
        const hear = (input: SttInput): readonly DelayedEvents[] => {
          if (input.kind === 'start') ears.set(input.segment, createSegmentListener(input.segment, sounding, manner));
          return ears.get(input.segment)?.(input) ?? [];
        };
        return speech.pipe(mergeMap(hear), mergeMap(say));
      }),
  };
}

/** Creates the recogniser of one segment, sound by sound: the rest of a sound becomes final when the next one begins. */
function createSegmentListener(
  segment: number,
  sounding: () => UserSound | undefined,
  manner: SttBehaviour,
): SegmentListener {
  let stretch: UserSound | undefined;
  let hear: SegmentListener = createSttSegment(segment, { text: '' }, manner);
  return (input) => {
    const next = hasSound(input) ? sounding() : stretch;
    if (next?.utterance === undefined || next === stretch) return hear(input);
    const rest = hear({ kind: 'end', segment }).flatMap(asFinals);
    stretch = next;
    hear = createSttSegment(segment, next.utterance, manner);
    return [...rest, ...hear(input)];
  };
}

function hasSound(input: SttInput): boolean {
  return input.kind === 'audio' && loudness(input.frame.samples) > 0;
}

/** The finals of an answer, without delay, and without settling the segment. */
function asFinals({ events }: DelayedEvents): readonly DelayedEvents[] {
  if (events === 'break') return [];
  const finals = events.flatMap((event): SttEvent[] =>
    event.kind === 'final' ? [{ kind: 'final', segment: event.segment, text: event.text }] : [],
  );
  return [{ afterMs: 0, events: finals }];
}
