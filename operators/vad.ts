import { asyncScheduler, NEVER, tap, type Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import { msOfSamples, type AudioFrame } from '../src/core/audio.ts';
import { checkVadFormat } from '../src/core/checkFormat.ts';
import { AntiphonError } from '../src/core/errors.ts';
import type { VadModel } from '../src/core/ports.ts';
import type { VadEvent } from '../src/core/speech.ts';
import { detectSegments } from './vad/detectSegments.ts';

export interface VadOptions {
  /** Scores the windows. */
  readonly model: VadModel;
  /** Consecutive voiced time that starts a segment, in ms, from 0. @default 50 */
  readonly minSpeechMs?: number | undefined;
  /** Silence that ends a segment, in ms, from 0. @default 550 */
  readonly minSilenceMs?: number | undefined;
  /** Audio from before the first voiced window, in ms, from 0. @default 500 */
  readonly prefixPaddingMs?: number | undefined;
  /**
   * Limit on the audio of a segment with its padding, in ms, from 0. Beyond it, the segment continues without audio.
   * @default 60000
   */
  readonly maxBufferedSpeechMs?: number | undefined;
  /** Lowest probability of a voiced window, from 0 to 1. @default 0.5 */
  readonly activationThreshold?: number | undefined;
  /** True while the microphone is muted. Muting ends an open segment; muted audio is dropped. @default never */
  readonly muted?: Observable<boolean> | undefined;
  /**
   * Numbers of segments to end because the user is known to have finished. A segment ends only if it is in a pause.
   * @default none
   */
  readonly ends?: Observable<number> | undefined;
  /** Replacements for the options' values, from the next segment on. @default none */
  readonly changes?: Observable<VadChanges> | undefined;
  /** Limit on the audio that the model has not scored, in ms. @default 10000 */
  readonly maxUnscoredMs?: number | undefined;
  /** Times the second without a frame after which a segment ends. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** New limits for segments. */
export type VadChanges = Partial<
  Readonly<
    Record<'minSpeechMs' | 'minSilenceMs' | 'prefixPaddingMs' | 'maxBufferedSpeechMs' | 'activationThreshold', number>
  >
>;

/**
 * Detects speech and emits its audio: `started window* ended` for each segment, in order.
 *
 * Frames may have any length and any rate. They are resampled once, for the model; events carry the audio at its
 * original rate, and no sample twice. A window is voiced from `activationThreshold`; after a voiced window of the
 * segment, from 0.15 below it (but at least 0.01). Durations are counted in whole windows. A segment ends after
 * silence, after a second without a frame, when the microphone is muted, when `ends` asks for it in a pause, or with
 * the input. Completes after the input's last score.
 *
 * ```
 * windows   .vvv.v..       v voiced, . silent; minSpeechMs 50, minSilenceMs 50
 * activity  --swqwq(qe)    s started, w voiced window, q quiet window, e ended
 * ```
 *
 * Throws an `AntiphonError` `usage_invalid` if an option, or the model's rate or window, is out of range. Errors with
 * `vad_failed` if the model fails, with `vad_overloaded` if it lags by more than `maxUnscoredMs`, with
 * `usage_invalid` if a rate cannot be resampled or one of `changes` is out of range.
 *
 * @example
 * ```ts
 * import type { AudioFrame } from 'antiphon';
 * import { vad } from 'antiphon/operators';
 * import { silero } from 'antiphon/providers';
 * import type { Observable } from 'rxjs';
 *
 * declare const frames: Observable<AudioFrame>; // of a microphone, at any rate
 * const activity = frames.pipe(vad({ model: silero({ sampleRate: 16_000 }), minSilenceMs: 400 }));
 * activity.subscribe(({ kind, atMs }) => kind !== 'window' && console.log(kind, atMs)); // 'started' 384 …
 * ```
 */
export function vad(options: VadOptions): OperatorFunction<AudioFrame, VadEvent> {
  const {
    model,
    minSpeechMs = 50,
    minSilenceMs = 550,
    prefixPaddingMs = 500,
    maxBufferedSpeechMs = 60_000,
    activationThreshold = 0.5,
    muted = NEVER,
    ends = NEVER,
    changes = NEVER,
    maxUnscoredMs = 10_000,
    scheduler = asyncScheduler,
  } = options;
  checkVadFormat(model, 'model');
  const windowMs = msOfSamples(model.windowSamples, model.sampleRate);
  const limits = { activationThreshold, minSpeechMs, minSilenceMs, prefixPaddingMs, maxBufferedSpeechMs, windowMs };
  checkRanges({ ...limits, maxUnscoredMs });
  const settings = { model, limits, maxUnscored: Math.floor(maxUnscoredMs / windowMs), scheduler };
  return (frames) => detectSegments({ frames, muted, ends, changes: changes.pipe(tap(checkRanges)) }, settings);
}

function checkRanges(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value >= 0) continue;
    throw new AntiphonError('usage_invalid', `Expected ${name} to be a number from 0, got ${value}.`, { path: name });
  }
}
