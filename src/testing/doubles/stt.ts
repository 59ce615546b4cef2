import {
  asyncScheduler,
  concat,
  defer,
  from,
  identity,
  mergeMap,
  throwError,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import type { SubscriptionLedger } from '../../stream/subscriptionLedger.ts';
import { createSttSegment, type SttBehaviour, type DelayedEvents, type SttUtterance } from './sttSegment.ts';
import { pause } from '../../stream/pause.ts';

export interface SttDoubleOptions {
  /** The texts of segment 0, 1, 2 …; further segments, and undefined ones, have no words. */
  readonly says: readonly (string | SttUtterance)[] | ((segment: number) => string | SttUtterance | undefined);
  /** Delay of the answer to a flush or an end, in ms. Default 50; 0 answers in the same instant. */
  readonly delayMs?: number | undefined;
  /** Sound per word, in ms: the pace of interims and early finals. Default 300. */
  readonly msPerWord?: number | undefined;
  /** Default true. */
  readonly interims?: boolean | undefined;
  /** Default 1000. */
  readonly finalTimeoutMs?: number | undefined;
  /** In Hz. Default 16000. */
  readonly sampleRate?: number | undefined;
  /** Default `stt-double`. */
  readonly name?: string | undefined;
  /** Default `asyncScheduler`. */
  readonly scheduler?: SchedulerLike | undefined;
  /** Counts live subscriptions, as `stt`. */
  readonly ledger?: SubscriptionLedger | undefined;
}

/**
 * Creates a SpeechToText with scripted transcripts. Interims follow the sound of the segment, counted in samples of frames
 * that are not silent; the final comes `delayMs` after the end. The answer to a segment can be late, empty, in parts, a
 * failure or missing. Completes when its input has completed and everything is answered.
 */
export function createSttDouble(options: SttDoubleOptions): SpeechToText {
  const { delayMs = 50, msPerWord = 300, interims = true, finalTimeoutMs = 1000, sampleRate = 16_000 } = options;
  const { name = 'stt-double', scheduler = asyncScheduler, ledger } = options;
  const say = ({ afterMs, events }: DelayedEvents): Observable<SttEvent> => {
    const said = events === 'break' ? throwError(() => new Error(`${name} breaks, as configured`)) : from(events);
    return concat(pause(afterMs, scheduler), said);
  };
  return {
    name,
    sampleRate,
    finalTimeoutMs,
    interims,
    transcribe: (speech) =>
      defer(() => {
        const hear = createRecogniser(options.says, { delayMs, msPerWord, interims });
        return speech.pipe(mergeMap(hear), mergeMap(say), ledger?.track('stt') ?? identity);
      }),
  };
}

function createRecogniser(
  says: SttDoubleOptions['says'],
  manner: SttBehaviour,
): (input: SttInput) => readonly DelayedEvents[] {
  const open = new Map<number, ReturnType<typeof createSttSegment>>();
  return (input) => {
    const { kind, segment } = input;
    if (kind === 'start') open.set(segment, createSttSegment(segment, utteranceOf(says, segment), manner));
    const said = open.get(segment)?.(input) ?? [];
    if (kind === 'end') open.delete(segment);
    return said;
  };
}

function utteranceOf(says: SttDoubleOptions['says'], segment: number): SttUtterance {
  const said = typeof says === 'function' ? says(segment) : says[segment];
  return typeof said === 'object' ? said : { text: said ?? '' };
}
