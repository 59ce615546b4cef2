import { concat, defer, from, mergeMap, throwError } from 'rxjs';
import type { Observable, SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { loudness } from '../audio.ts';
import { hearing } from '../doubles/hearing.ts';
import type { Manner, Said } from '../doubles/hearing.ts';
import { pause } from '../../stream/pause.ts';
import type { SttDoubleOptions } from '../doubles/stt.ts';
import type { Stretch } from './cues.ts';

/** How the recogniser takes all that is said, unless a speech has a manner of its own. */
export interface RecogniserOptions extends Pick<SttDoubleOptions, 'delayMs' | 'interims' | 'finalTimeoutMs'> {
  readonly scheduler: SchedulerLike;
  /** What sounds now, or sounded last. */
  sounding(): Stretch | undefined;
}

type Ear = (input: SttInput) => readonly Said[];

/**
 * A SpeechToText that knows what is said when, whatever the VAD makes of it: a segment has the words of all stretches that
 * sound in it. Ends when its input has and all is answered.
 */
export function recogniser(options: RecogniserOptions): SpeechToText {
  const { delayMs = 50, interims = true, finalTimeoutMs = 1000, scheduler, sounding } = options;
  const manner = { delayMs, interims, msPerWord: 0 };
  const say = ({ afterMs, events }: Said): Observable<SttEvent> => {
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
        const ears = new Map<number, Ear>();
        const hear = (input: SttInput): readonly Said[] => {
          if (input.kind === 'start') ears.set(input.segment, earOf(input.segment, sounding, manner));
          return ears.get(input.segment)?.(input) ?? [];
        };
        return speech.pipe(mergeMap(hear), mergeMap(say));
      }),
  };
}

/** Hears one segment, stretch by stretch: what is left of one is final when the next begins to sound. */
function earOf(segment: number, sounding: () => Stretch | undefined, manner: Manner): Ear {
  let stretch: Stretch | undefined;
  let hear: Ear = hearing(segment, { text: '' }, manner);
  return (input) => {
    const next = isSound(input) ? sounding() : stretch;
    if (next?.utterance === undefined || next === stretch) return hear(input);
    const rest = hear({ kind: 'end', segment }).flatMap(asFinals);
    stretch = next;
    hear = hearing(segment, next.utterance, manner);
    return [...rest, ...hear(input)];
  };
}

function isSound(input: SttInput): boolean {
  return input.kind === 'audio' && loudness(input.frame.samples) > 0;
}

/** The words of an answer, now, and no answer. */
function asFinals({ events }: Said): readonly Said[] {
  if (events === 'break') return [];
  const finals = events.flatMap((event): SttEvent[] =>
    event.kind === 'final' ? [{ kind: 'final', segment: event.segment, text: event.text }] : [],
  );
  return [{ afterMs: 0, events: finals }];
}
