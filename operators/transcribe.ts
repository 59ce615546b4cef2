import {
  asyncScheduler,
  catchError,
  connect,
  defer,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  mergeMap,
  of,
  repeat,
  scan,
  skipWhile,
  takeUntil,
  takeWhile,
  timer,
} from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { AntiphonError, asAntiphonError } from '../src/core/errors.ts';
import { mapArrays } from '../src/stream/mapArrays.ts';
import type { SpeechToText, SttInput } from '../src/core/ports.ts';
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

/** How long a recogniser whose whole stream broke off is left alone, in ms. */
const RECONNECT_MS = 1000;

/**
 * Turns segments of speech into words. Every segment is settled exactly once after its end: by its final, an empty
 * answer, a failure, or the recogniser's final timeout; words that come later are still passed on. A provisional final is
 * passed on as an interim, which stands for the final that did not come. The audio is resampled
 * once, from the input's rate to the recogniser's. Ends when activity has and the last answer or its timeout has come.
 * Unsubscribing closes what the recogniser opened.
 *
 * ```text
 * activity  s--w--e---------
 * stt       ----i---f-------    i interim, f final
 * output    ----i---(fd)----    d settled
 * ```
 */
export function transcribe(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  const { stt, noiseMs = 3000, noiseWithoutInterimsMs = 10_000, report = () => {} } = options;
  const { scheduler = asyncScheduler } = options;
  const rules = stt.interims
    ? { noiseMs, flushAfterMs: null }
    : { noiseMs: null, flushAfterMs: noiseWithoutInterimsMs };
  return (activity) =>
    activity.pipe(
      connect((voice) =>
        merge(
          voice.pipe(
            map((event): HearingEvent => ({ kind: 'voice', event })),
            endWith<HearingEvent>({ kind: 'over' }),
          ),
          voice.pipe(
            toSttInput(stt.sampleRate, rules.flushAfterMs),
            connect((input) => merge(recognised(stt, input, scheduler), input.pipe(deadlines(stt, scheduler)))),
          ),
        ),
      ),
      scan((heard: Heard, event) => hearing(heard, event, rules), nothingHeard),
      takeWhile(({ over, owed }) => !over || owed.size > 0, true),
      mapArrays(({ output }) => output),
      mapArrays((said): readonly (Transcript | Settlement)[] => {
        if (said.kind === 'missing') report(missing(stt, said.segment));
        else if (said.kind !== 'failure') return [said];
        else report(asAntiphonError(said.error, 'provider_failed', { provider: stt.name, segment: said.segment }));
        return [];
      }),
    );
}

/** The recogniser's answers; when its whole stream breaks off, that, and a new stream from the next segment after a while. */
function recognised(
  stt: SpeechToText,
  input: Observable<SttInput>,
  scheduler: SchedulerLike,
): Observable<HearingEvent> {
  const over = input.pipe(ignoreElements(), endWith(null));
  return defer(() => stt.transcribe(input.pipe(skipWhile(({ kind }) => kind !== 'start')))).pipe(
    map((event): HearingEvent => ({ kind: 'stt', event })),
    catchError((error: unknown) => of<HearingEvent>({ kind: 'lost', error })),
    repeat({ delay: () => timer(RECONNECT_MS, scheduler).pipe(takeUntil(over)) }),
  );
}

function missing({ name }: SpeechToText, segment: number): AntiphonError {
  const message = `${name} brought no final in time; its latest interim stands for it`;
  return new AntiphonError('stt_timeout', message, { provider: name, segment, failure: false });
}

/** What the recogniser was asked for is waited for this long. */
function deadlines(
  { name, finalTimeoutMs }: SpeechToText,
  scheduler: SchedulerLike,
): OperatorFunction<SttInput, HearingEvent> {
  return (input) =>
    input.pipe(
      filter(({ kind }) => kind === 'flush' || kind === 'end'),
      mergeMap(({ kind, segment }) =>
        timer(finalTimeoutMs, scheduler).pipe(
          map((): HearingEvent => {
            const message = `${name} did not answer within ${finalTimeoutMs / 1000} s`;
            const error = new AntiphonError('stt_timeout', message, { provider: name, segment });
            return { kind: 'deadline', of: kind === 'flush' ? 'flush' : 'end', segment, error };
          }),
        ),
      ),
    );
}
