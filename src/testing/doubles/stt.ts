import { trustPort } from '../../core/trustedPorts.ts';
import { checkOptions } from '../../core/checkOptions.ts';
import type { NameSet } from '../../core/names.ts';
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
import { mapDefined } from '../../stream/mapDefined.ts';
import { pause } from '../../stream/pause.ts';
import { withTurns, type SttTurnBehaviour } from './sttTurns.ts';
import {
  createSttSegment,
  type DelayedEvents,
  type SttBehaviour,
  type SttSegment,
  type SttUtterance,
} from './sttSegment.ts';

export interface SttDoubleOptions {
  /** The texts of segments 0, 1, 2 …. Further segments and undefined ones have no words. */
  readonly says: readonly (string | SttUtterance)[] | ((segment: number) => string | SttUtterance | undefined);
  /** Delay of the answer to a flush or an end, in ms. Default 50; 0 answers synchronously. */
  readonly delayMs?: number | undefined;
  /** Sound per word, in ms: the pace of interims and early finals. Default 300. */
  readonly msPerWord?: number | undefined;
  /** Default true. */
  readonly interims?: boolean | undefined;
  /** True if it may hold words back. Default false. */
  readonly delaysInterims?: boolean | undefined;
  /** When it detects the ends of turns, if a session wants that. Default: it cannot. */
  readonly turns?: SttTurnBehaviour | undefined;
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

const OPTIONS: NameSet<keyof SttDoubleOptions> = {
  says: true,
  delayMs: true,
  msPerWord: true,
  interims: true,
  delaysInterims: true,
  turns: true,
  finalTimeoutMs: true,
  sampleRate: true,
  name: true,
  scheduler: true,
  ledger: true,
};

/**
 * Creates a SpeechToText with scripted transcripts. Interims follow the sound of the segment, measured in samples of
 * non-silent frames; the final comes `delayMs` after the end. The answer to a segment can be late, empty, in parts, a
 * failure, or missing. Completes when its input has completed and everything is answered.
 *
 * @example
 * ```ts runnable
 * import { transcribe } from 'antiphon/operators';
 * import { activity, createSttDouble, marbles, settlements, transcripts } from 'antiphon/testing';
 *
 * marbles(({ hot, expectObservable }) => {
 *   const stt = createSttDouble({ says: ['hello there'], delayMs: 3 });
 *   const output = hot('s--e----', activity).pipe(transcribe({ stt }));
 *   expectObservable(output).toBe('------(fd)', { f: transcripts.f, d: settlements.f });
 * });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function createSttDouble(options: SttDoubleOptions): SpeechToText {
  checkOptions('createSttDouble', options, OPTIONS);
  const { says, ...others } = options;
  return createScriptedStt(others, (segment, behaviour) => {
    const utterance = (typeof says === 'function' ? says(segment) : says[segment]) ?? '';
    return createSttSegment(segment, typeof utterance === 'string' ? { text: utterance } : utterance, behaviour);
  });
}

/** Creates a SpeechToText that recognises segments with `createSegment`. */
export function createScriptedStt(
  options: Omit<SttDoubleOptions, 'says'>,
  createSegment: (segment: number, behaviour: SttBehaviour) => SttSegment,
): SpeechToText {
  const { delayMs = 50, msPerWord = 300, interims = true, finalTimeoutMs = 1000, sampleRate = 16_000 } = options;
  const { name = 'stt-double', scheduler = asyncScheduler, ledger, delaysInterims, turns } = options;
  const emit = ({ afterMs, events }: DelayedEvents): Observable<SttEvent> => {
    const failure = (): Error => new Error(`${name} breaks, as configured`);
    return concat(pause(afterMs, scheduler), events === 'break' ? throwError(failure) : from(events));
  };
  return trustPort({
    name,
    sampleRate,
    finalTimeoutMs,
    interims,
    delaysInterims,
    turns: turns !== undefined,
    transcribe: (speech, wanted = {}) =>
      defer(() => {
        const open = new Map<number, SttSegment>();
        const createOpen = (segment: number): SttSegment => {
          const created = createSegment(segment, { delayMs, msPerWord, interims });
          return turns === undefined || wanted.turns !== true ? created : withTurns(created, segment, turns);
        };
        const receive = (input: SttInput): readonly DelayedEvents[] | undefined => {
          const { kind, segment } = input;
          if (kind === 'start') open.set(segment, createOpen(segment));
          const events = open.get(segment)?.(input) ?? [];
          if (kind === 'end') open.delete(segment);
          // Most audio produces no event.
          return events.length === 0 ? undefined : events;
        };
        return speech.pipe(mapDefined(receive), mergeMap(identity), mergeMap(emit), ledger?.track('stt') ?? identity);
      }),
  });
}
