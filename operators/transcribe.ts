import {
  asyncScheduler,
  catchError,
  defer,
  filter,
  map,
  mergeMap,
  of,
  repeat,
  skipWhile,
  takeUntil,
  takeWhile,
  timer,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { AntiphonError, asAntiphonError } from '../src/core/errors.ts';
import { exchanged } from '../src/stream/exchanged.ts';
import { fastConnect } from '../src/stream/fastConnect.ts';
import { scanArrays } from '../src/stream/mapArrays.ts';
import type { ProviderProgress, SpeechToText, SttInput } from '../src/core/ports.ts';
import { mapDefined } from '../src/stream/mapDefined.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../src/core/speech.ts';
import {
  trackSegments,
  noSegments,
  type Failure,
  type TrackedSegments,
  type TrackerEvent,
} from './transcribe/trackSegments.ts';
import { toSttInput } from './transcribe/toSttInput.ts';
import { merge } from '../src/stream/merge.ts';
import { completion } from '../src/stream/completion.ts';
import { endWith } from '../src/stream/endWith.ts';

export interface TranscribeOptions {
  readonly stt: SpeechToText;
  /** Recognisers that replace it: each transcribes the segments that start after it. @default none */
  readonly replacing?: Observable<SpeechToText> | undefined;
  /** Voiced time without a new word after which a segment is noise, in ms of audio; needs interims. @default 3000 */
  readonly noiseMs?: number | undefined;
  /** The same for a recogniser without interims; its text is requested first. @default 10000 */
  readonly noiseWithoutInterimsMs?: number | undefined;
  /** Gets errors; the segment concerned is settled all the same. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Gets what a port that stands for several providers says about them. */
  readonly progress?: ((event: ProviderProgress) => void) | undefined;
  /** Gets what the recogniser finds about the user's turn. It is asked for that only with this option. @default nothing */
  readonly foundTurn?: ((turn: RecogniserTurn) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** Pause before a recogniser whose whole stream failed is subscribed again, in ms. */
const RECONNECT_MS = 1000;

/**
 * Transcribes segments of speech. Settles every segment exactly once after its end: by its final, an empty answer, a failure,
 * or the recogniser's final timeout; later finals are still emitted. A provisional final is emitted as an interim that
 * replaces the missing final. The audio is resampled once, to the recogniser's rate. A recogniser that was replaced keeps the segment
 * that is open, and is closed when its segments are settled. Completes after the activity and the last answer or its timeout.
 * Unsubscribing closes the recogniser's connections.
 *
 * ```text
 * activity  s--w--e---------
 * stt       ----i---f-------    i interim, f final
 * output    ----i---(fd)----    d settled
 * ```
 */
export function transcribe(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  const { replacing } = options;
  if (replacing === undefined) return transcribeBy(options);
  return exchanged(transcribeBy(options), replacing.pipe(map((stt) => transcribeBy({ ...options, stt }))));
}

/** Transcribes segments with one recogniser. */
function transcribeBy(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  const { stt, noiseMs = 3000, noiseWithoutInterimsMs = 10_000, report = () => {}, foundTurn } = options;
  const { scheduler = asyncScheduler, progress = () => {} } = options;
  const rules = stt.interims
    ? { noiseMs, flushAfterMs: null }
    : { noiseMs: null, flushAfterMs: noiseWithoutInterimsMs };
  /** Hands over what is not emitted, and returns the rest. */
  const emitResults = ({ output, isComplete, open }: TrackedSegments): readonly (Transcript | Settlement | Over)[] => {
    const emitted: (Transcript | Settlement | Over)[] = [];
    for (const result of output) {
      if (result.kind === 'turn') foundTurn?.(result.turn);
      else if (result.kind === 'missing') report(createMissingFinalError(stt, result.segment));
      else if (result.kind === 'failure') report(createFailure(stt, result));
      else emitted.push(result);
    }
    if (isComplete && open.size === 0) emitted.push(OVER);
    return emitted;
  };
  return (activity) =>
    activity.pipe(
      fastConnect((events) =>
        merge(
          events.pipe(endWith<TrackerEvent>({ kind: 'over' })),
          events.pipe(
            toSttInput(stt.sampleRate, rules.flushAfterMs),
            fastConnect((input) =>
              merge(
                recogniserEvents(stt, input, { turns: foundTurn !== undefined, progress, scheduler }),
                input.pipe(deadlines(stt, scheduler)),
              ),
            ),
          ),
        ),
      ),
      scanArrays(
        noSegments,
        (state: TrackedSegments, event: TrackerEvent) => trackSegments(state, event, rules),
        emitResults,
      ),
      takeWhile((result): result is Transcript | Settlement => result.kind !== 'over'),
    );
}

/** Ends the transcripts: no segment follows, and all are settled. */
interface Over {
  readonly kind: 'over';
}

const OVER: Over = { kind: 'over' };

interface RecogniserOptions {
  /** Whether it is to say what it finds about turns. */
  readonly turns: boolean;
  readonly progress: (event: ProviderProgress) => void;
  readonly scheduler: SchedulerLike;
}

/** Emits the recogniser's events. When its whole stream fails, subscribes again after a pause, from the next segment on. */
function recogniserEvents(
  stt: SpeechToText,
  input: Observable<SttInput>,
  { turns, progress, scheduler }: RecogniserOptions,
): Observable<TrackerEvent> {
  const over = completion(input);
  return defer(() => stt.transcribe(input.pipe(skipWhile(({ kind }) => kind !== 'start')), { turns })).pipe(
    mapDefined((event): TrackerEvent | undefined => {
      if (event.kind !== 'served' && event.kind !== 'used') return { kind: 'stt', event };
      progress({ ...event, port: 'stt' });
      return undefined;
    }),
    catchError((error: unknown) => of<TrackerEvent>({ kind: 'lost', error })),
    repeat({ delay: () => timer(RECONNECT_MS, scheduler).pipe(takeUntil(over)) }),
  );
}

function createFailure({ name }: SpeechToText, { error, segment }: Failure): AntiphonError {
  return asAntiphonError(error, 'provider_failed', { provider: name, segment });
}

function createMissingFinalError({ name }: SpeechToText, segment: number): AntiphonError {
  const message = `${name} sent no final in time; its latest interim replaces it`;
  return new AntiphonError('stt_timeout', message, { provider: name, segment, failure: false });
}

/** Emits a deadline `finalTimeoutMs` after each flush and each end. */
function deadlines(
  { name, finalTimeoutMs }: SpeechToText,
  scheduler: SchedulerLike,
): OperatorFunction<SttInput, TrackerEvent> {
  return (input) =>
    input.pipe(
      filter(({ kind }) => kind === 'flush' || kind === 'end'),
      mergeMap(({ kind, segment }) =>
        timer(finalTimeoutMs, scheduler).pipe(
          map((): TrackerEvent => {
            const message = `${name} did not answer within ${finalTimeoutMs / 1000} s`;
            const error = new AntiphonError('stt_timeout', message, { provider: name, segment });
            return { kind: 'deadline', of: kind === 'flush' ? 'flush' : 'end', segment, error };
          }),
        ),
      ),
    );
}
