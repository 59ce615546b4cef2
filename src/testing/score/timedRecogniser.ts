import { concat, defer, from, mergeMap, throwError } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import { createSegmentRecogniser } from '../doubles/segmentRecogniser.ts';
import type { RecogniserBehaviour, DelayedEvents } from '../doubles/segmentRecogniser.ts';
import { pause } from '../../stream/pause.ts';
import type { SttDoubleOptions } from '../doubles/stt.ts';
import type { UserSound } from './actions.ts';

/** How the recogniser takes all that is said, unless a speech has a manner of its own. */
export interface TimedRecogniserOptions extends Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'finalTimeoutMs'> {
  readonly scheduler: SchedulerLike;
  /** What sounds now, or sounded last. */
  sounding(): UserSound | undefined;
}

type SegmentListener = (input: SttInput) => readonly DelayedEvents[];

/**
 * A SpeechToText that knows what is said when, whatever the VAD makes of it: a segment has the words of all stretches that
 * sound in it. Ends when its input has and all is answered.
 */
export function createTimedRecogniser(options: TimedRecogniserOptions): SpeechToText {
  const { delayMs = 50, interims = true, finalTimeoutMs = 1000, scheduler, sounding } = options;
  const manner = { delayMs, interims, msPerWord: 0 };
  const say = ({ afterMs, events }: DelayedEvents): Observable<SttEvent> => {
    const breaks = (): Error => new Error('the recogniser breaks, as it was told');
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

/** Hears one segment, stretch by stretch: what is left of one is final when the next begins to sound. */
function createSegmentListener(
  segment: number,
  sounding: () => UserSound | undefined,
  manner: RecogniserBehaviour,
): SegmentListener {
  let stretch: UserSound | undefined;
  let hear: SegmentListener = createSegmentRecogniser(segment, { text: '' }, manner);
  return (input) => {
    const next = hasSound(input) ? sounding() : stretch;
    if (next?.utterance === undefined || next === stretch) return hear(input);
    const rest = hear({ kind: 'end', segment }).flatMap(asFinals);
    stretch = next;
    hear = createSegmentRecogniser(segment, next.utterance, manner);
    return [...rest, ...hear(input)];
  };
}

function hasSound(input: SttInput): boolean {
  return input.kind === 'audio' && loudness(input.frame.samples) > 0;
}

/** The words of an answer, now, and no answer. */
function asFinals({ events }: DelayedEvents): readonly DelayedEvents[] {
  if (events === 'break') return [];
  const finals = events.flatMap((event): SttEvent[] =>
    event.kind === 'final' ? [{ kind: 'final', segment: event.segment, text: event.text }] : [],
  );
  return [{ afterMs: 0, events: finals }];
}
