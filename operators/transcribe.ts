import {
  asyncScheduler,
  catchError,
  concat,
  concatMap,
  connect,
  defer,
  EMPTY,
  filter,
  from,
  map,
  merge,
  mergeMap,
  of,
  scan,
  switchMap,
  timer,
} from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { asAntiphonError } from '../src/core/errors.ts';
import type { AntiphonError } from '../src/core/errors.ts';
import type { SpeechToText } from '../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../src/core/speech.ts';
import { hearing, nothingHeard } from './transcribe/hearing.ts';
import type { Heard, HearingEvent } from './transcribe/hearing.ts';
import { toSttInput } from './transcribe/toSttInput.ts';

export interface TranscribeOptions {
  readonly stt: SpeechToText;
  /** Voiced time without a new word after which a segment is noise, in ms of audio; needs interims. @default 3000 */
  readonly noiseMs?: number | undefined;
  /** The same for a recogniser without interims, which is asked for its text first. @default 10000 */
  readonly noiseWithoutInterimsMs?: number | undefined;
  /** Told of what failed; the segment concerned is settled all the same. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** How long a recogniser whose whole stream failed is left alone, in ms. */
const RECONNECT_MS = 1000;

/**
 * Turns segments of speech into words. Every segment is settled exactly once after its end: by its final, an empty
 * answer, a failure, or the recogniser's final timeout; words that come later are still passed on. The audio is resampled
 * once, from the input's rate to the recogniser's. Unsubscribing closes what the recogniser opened.
 *
 * ```
 * activity  s--w--e---------
 * stt       ----i---f-------    i interim, f final
 * output    ----i---(fd)----    d settled
 * ```
 */
export function transcribe(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  const {
    stt,
    noiseMs = 3000,
    noiseWithoutInterimsMs = 10_000,
    report = () => {},
    scheduler = asyncScheduler,
  } = options;
  const rules = stt.interims
    ? { noiseMs, flushAfterMs: null }
    : { noiseMs: null, flushAfterMs: noiseWithoutInterimsMs };
  return (activity) =>
    activity.pipe(
      connect((voice) =>
        merge(
          voice.pipe(map((event): HearingEvent => ({ kind: 'voice', event }))),
          recognised(stt, voice.pipe(toSttInput(stt.sampleRate, rules.flushAfterMs)), scheduler),
          voice.pipe(deadlines(stt.finalTimeoutMs, scheduler)),
        ),
      ),
      scan((heard: Heard, event) => hearing(heard, event, rules), nothingHeard),
      concatMap(({ output }) => from(output)),
      mergeMap((said): Observable<Transcript | Settlement> => {
        if (said.kind !== 'failure') return of(said);
        report(asAntiphonError(said.error, 'provider_failed', { provider: stt.name, segment: said.segment }));
        return EMPTY;
      }),
    );
}

/** The recogniser's answers; when its whole stream fails, that, and a new stream after a while. */
function recognised(
  stt: SpeechToText,
  input: Parameters<SpeechToText['transcribe']>[0],
  scheduler: SchedulerLike,
): Observable<HearingEvent> {
  return defer(() => stt.transcribe(input)).pipe(
    map((event): HearingEvent => ({ kind: 'stt', event })),
    catchError((error: unknown, again) =>
      concat(of<HearingEvent>({ kind: 'lost', error }), timer(RECONNECT_MS, scheduler).pipe(switchMap(() => again))),
    ),
  );
}

function deadlines(finalTimeoutMs: number, scheduler: SchedulerLike): OperatorFunction<VadEvent, HearingEvent> {
  return (voice) =>
    voice.pipe(
      filter(({ kind }) => kind === 'ended'),
      mergeMap(({ segment }) =>
        timer(finalTimeoutMs, scheduler).pipe(map((): HearingEvent => ({ kind: 'deadline', segment }))),
      ),
    );
}
