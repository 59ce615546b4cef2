import { asyncScheduler, map, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AntiphonError } from '../src/core/errors.ts';
import type { ProviderProgress, SpeechToText } from '../src/core/ports.ts';
import type { RecogniserTurn, Settlement, Transcript, VadEvent } from '../src/core/speech.ts';
import { exchanged } from '../src/stream/exchanged.ts';
import { transcribeSegments } from './transcribe/transcribeSegments.ts';

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

/**
 * Transcribes segments of speech. Settles every segment exactly once after its end: by its final, an empty answer, a failure,
 * or the recogniser's final timeout; later finals are still emitted. For audio that is read faster than it plays, the
 * timeout counts from the time at which it would have been spoken. A provisional final is emitted as an interim that replaces the missing final. The audio is resampled once,
 * to the recogniser's rate. A recogniser that was replaced keeps the segment that is open, and is closed when its segments are
 * settled. Completes after the activity and the last answer or its timeout. Unsubscribing closes the recogniser's connections.
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
  return transcribeSegments({ stt, rules, report, foundTurn, scheduler, progress });
}
