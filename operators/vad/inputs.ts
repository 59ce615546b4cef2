import { defer, distinctUntilChanged, Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import { createAlarm } from '../../src/time/alarm.ts';
import type { ForcedEnd } from './steps.ts';
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
  return new Observable((subscriber) => {
    const stall = createAlarm(scheduler, () => subscriber.next({ kind: 'stall' }));
    const error = (thrown: unknown): void => subscriber.error(thrown);
    subscriber.add(() => stall.set(undefined));
    subscriber.add(
      muted
        .pipe(distinctUntilChanged())
        .subscribe({ next: (on) => subscriber.next({ kind: 'muted', muted: on }), error }),
    );
    subscriber.add(
      frames.subscribe({
        next: (frame) => {
          stall.set(scheduler.now() + STALL_MS);
          subscriber.next({ kind: 'frame', frame });
        },
        error,
        complete: () => {
          subscriber.next({ kind: 'end' });
          subscriber.complete();
        },
      }),
    );
  });
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
