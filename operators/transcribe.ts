import { asyncScheduler, EMPTY, map, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../src/core/errors.ts';
import type { ProviderProgress, SpeechToText } from '../src/core/ports.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../src/core/speech.ts';
import { exchanged } from '../src/stream/exchanged.ts';
import { transcribeSegments } from './transcribe/transcribeSegments.ts';

export interface TranscribeOptions {
  readonly stt: SpeechToText;
  /** Recognisers that replace it. Each transcribes the segments that start after it is emitted. @default none */
  readonly replacing?: Observable<SpeechToText> | undefined;
  /**
   * Voiced time without a new word after which a segment becomes noise, in ms of audio. Requires interims.
   * @default 3000
   */
  readonly noiseMs?: number | undefined;
  /**
   * True while an answer is waiting for the user to fall silent. Sounds without a new word then become noise `noiseMs`
   * after the first of them began, voiced or not. Sounds that follow one another before the recogniser has answered
   * count together. Requires interims. @default never
   */
  readonly waiting?: Observable<boolean> | undefined;
  /**
   * True if the turn is known to continue after the words so far. The next word may then take 8 s of sound instead of
   * `noiseMs`. May be a getter, which is read each time.
   * @default false
   */
  readonly isUnfinished?: boolean | undefined;
  /** Like `noiseMs`, for a recogniser without interims, whose text is requested first. @default 10000 */
  readonly noiseWithoutInterimsMs?: number | undefined;
  /** Called with errors. The affected segment is settled nevertheless. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** Called with events about the providers behind a port such as a fallback. */
  readonly progress?: ((event: ProviderProgress) => void) | undefined;
  /**
   * Called with the recogniser's findings about the user's turn. The recogniser is asked for findings only if this is
   * set.
   * @default not asked
   */
  readonly foundTurn?: ((turn: RecogniserTurn) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Transcribes segments of speech. Settles every segment exactly once after its end: on its final, an empty answer, a
 * failure, or the recogniser's final timeout. Still emits later finals. For audio that is read faster than it plays,
 * the timeout counts from when the audio would have been spoken. Emits a provisional final as an interim that replaces
 * the missing final. Resamples the audio once, to the recogniser's rate. A replaced recogniser keeps the open segment
 * and is closed once its segments are settled. Completes after the activity and the last answer or its timeout.
 * Unsubscribing closes the recogniser's connections.
 *
 * ```text
 * activity  s--w--e---------
 * stt       ----i---f-------    i interim, f final
 * output    ----i---(fd)----    d settled
 * ```
 *
 * @example
 * ```ts
 * import type { VadEvent } from 'antiphon';
 * import { transcribe } from 'antiphon/operators';
 * import { deepgramStt } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const activity: Observable<VadEvent>; // from `vad`
 * const stt = deepgramStt({ api_key: process.env['DEEPGRAM_API_KEY'] ?? '' });
 * activity.pipe(transcribe({ stt })).subscribe((event) => event.kind === 'final' && console.log(event.text));
 * ```
 */
export function transcribe(options: TranscribeOptions): OperatorFunction<VadEvent, Transcript | Settlement> {
  const { replacing } = options;
  if (replacing === undefined) return transcribeBy(options);
  return exchanged(transcribeBy(options), replacing.pipe(map((stt) => transcribeBy(options, stt))));
}

/** Transcribes segments with one recogniser. */
function transcribeBy(
  options: TranscribeOptions,
  stt: SpeechToText = options.stt,
): OperatorFunction<VadEvent, Transcript | Settlement> {
  const { noiseMs = 3000, noiseWithoutInterimsMs = 10_000, report = () => {}, foundTurn } = options;
  const { scheduler = asyncScheduler, progress = () => {}, waiting = EMPTY } = options;
  const mayFollow = (): boolean => stt.delaysInterims === true || options.isUnfinished === true;
  const rules = stt.interims
    ? { wordless: { noiseMs, mayFollow }, flushAfterMs: null }
    : { wordless: null, flushAfterMs: noiseWithoutInterimsMs };
  return transcribeSegments({ stt, rules, report, foundTurn, waiting, scheduler, progress });
}
