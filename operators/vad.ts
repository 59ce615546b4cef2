import {
  asyncScheduler,
  defer,
  distinctUntilChanged,
  endWith,
  map,
  merge,
  NEVER,
  takeWhile,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { msOfSamples, type AudioFrame } from '../src/core/audio.ts';
import { AntiphonError } from '../src/core/errors.ts';
import { withAlarm } from '../src/stream/withAlarm.ts';
import { mapArrays } from '../src/stream/mapArrays.ts';
import type { VadModel } from '../src/core/ports.ts';
import type { VadEvent } from '../src/core/speech.ts';
import { scores, type ForcedEnd } from './vad/scores.ts';
import { segments } from './vad/segments.ts';
import { createWindowCutter, type Window, type WindowFormat } from './vad/windows.ts';

export interface VadOptions {
  /** Rates the windows. */
  readonly model: VadModel;
  /** Consecutive voice that starts a segment, in ms, from 0. @default 50 */
  readonly minSpeechMs?: number | undefined;
  /** Silence that ends a segment, in ms, from 0. @default 550 */
  readonly minSilenceMs?: number | undefined;
  /** Audio from before the first voiced window, in ms, from 0. @default 500 */
  readonly prefixPaddingMs?: number | undefined;
  /** Most audio that a segment emits, padding included, in ms, from 0. It continues without audio. @default 60000 */
  readonly maxBufferedSpeechMs?: number | undefined;
  /** Probability, 0 to 1, from which a window is voiced. @default 0.5 */
  readonly activationThreshold?: number | undefined;
  /** Whether the microphone is muted. Muting ends an open segment; muted audio is dropped. */
  readonly muted?: Observable<boolean> | undefined;
  /** How far the model may fall behind, in ms of audio. @default 10000 */
  readonly maxUnscoredMs?: number | undefined;
  /** Measures the second without a frame that ends a segment. @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/** Time without a frame that ends a segment, in ms. */
const STALL_MS = 1000;

/**
 * Detects speech and emits its audio: `started window* ended` for each segment, in order.
 *
 * Frames may have any length and any rate. They are resampled once, for the model. Events carry the audio at its own
 * rate, no sample twice. A window is voiced from `activationThreshold`, directly after a voiced window of the segment already from
 * 0.15 below (at least 0.01). Durations are counted in whole windows. Besides silence,
 * a second without a frame ends a segment, muting does, and the end of the input. Completes after the input's last score.
 *
 * ```
 * windows   .vvv.v..       v voiced, . silent; minSpeechMs 50, minSilenceMs 50
 * activity  --swqwq(qe)    s started, w voiced window, q quiet window, e ended
 * ```
 *
 * Throws an `AntiphonError` `usage_invalid` if an option is out of range. Errors with `vad_failed` if the model fails, with
 * `vad_overloaded` if it is more than `maxUnscoredMs` behind, with `usage_invalid` if a rate cannot be resampled.
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
    maxUnscoredMs = 10_000,
    scheduler = asyncScheduler,
  } = options;
  const windowMs = msOfSamples(model.windowSamples, model.sampleRate);
  const limits = { activationThreshold, minSpeechMs, minSilenceMs, prefixPaddingMs, maxBufferedSpeechMs, windowMs };
  checkRanges({ ...limits, maxUnscoredMs });
  return (frames) =>
    inputs(frames, muted, scheduler).pipe(
      windows(model),
      scores(model, Math.floor(maxUnscoredMs / windowMs)),
      segments(limits),
    );
}

function checkRanges(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value >= 0) continue;
    throw new AntiphonError('usage_invalid', `Expected ${name} to be a number from 0, got ${value}.`, { path: name });
  }
}

type Input =
  | { readonly kind: 'frame'; readonly frame: AudioFrame }
  | { readonly kind: 'end' }
  | { readonly kind: 'stall' }
  | { readonly kind: 'muted'; readonly muted: boolean };

function inputs(
  frames: Observable<AudioFrame>,
  muted: Observable<boolean>,
  scheduler: SchedulerLike,
): Observable<Input> {
  const muting = muted.pipe(
    distinctUntilChanged(),
    map((on): Input => ({ kind: 'muted', muted: on })),
  );
  const audio = frames.pipe(
    map((frame): Input => ({ kind: 'frame', frame })),
    withAlarm(
      () => scheduler.now() + STALL_MS,
      (): Input => ({ kind: 'stall' }),
      scheduler,
    ),
    endWith<Input>({ kind: 'end' }),
  );
  return merge(muting, audio).pipe(takeWhile(({ kind }) => kind !== 'end', true));
}

/** Cuts audio into windows, with a mark where a segment must end. */
function windows(format: WindowFormat): OperatorFunction<Input, Window | ForcedEnd> {
  return (source) =>
    defer(() => {
      const cutter = createWindowCutter(format);
      let isMuted = false;
      return source.pipe(
        mapArrays((input): readonly (Window | ForcedEnd)[] => {
          switch (input.kind) {
            case 'frame':
              return isMuted ? cutter.skip(input.frame) : cutter.push(input.frame);
            case 'muted':
              isMuted = input.muted;
              return isMuted ? [...cutter.flush(), { kind: 'mute' }] : [];
            // The end of the input is a stall, too.
            case 'end':
              return [...cutter.flush(), { kind: 'stall' }];
            case 'stall':
              return [{ kind: 'stall' }];
          }
        }),
      );
    });
}
