import {
  defer,
  distinctUntilChanged,
  endWith,
  map,
  merge,
  takeWhile,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import { withAlarm } from '../../src/stream/withAlarm.ts';
import type { ForcedEnd } from './scores.ts';
import { createWindowCutter, type Window, type WindowFormat } from './windows.ts';

/** Time without a frame that ends a segment, in ms. */
const STALL_MS = 1000;

type Input =
  | { readonly kind: 'frame'; readonly frame: AudioFrame }
  | { readonly kind: 'end' }
  | { readonly kind: 'stall' }
  | { readonly kind: 'muted'; readonly muted: boolean };

/** Emits the frames, their end, changes of muting, and a stall after a second without a frame. */
export function inputs(
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

/** Cuts audio into windows, with forced ends of segments between them. */
export function windows(format: WindowFormat): OperatorFunction<Input, Window | ForcedEnd> {
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
            case 'end':
              return [...cutter.flush(), { kind: 'stall' }];
            case 'stall':
              return [{ kind: 'stall' }];
          }
        }),
      );
    });
}
