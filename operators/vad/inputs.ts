import { defer, distinctUntilChanged, Observable, type OperatorFunction, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import { createAlarm } from '../../src/time/alarm.ts';
import type { ForcedEnd } from './steps.ts';
import { createWindowCutter, type Window, type WindowFormat } from './windows.ts';

/** Time without a frame that ends a segment, in ms. */
const STALL_MS = 1000;

/** A timer that is so late was held up with the whole process: frames may wait to be read. They have a moment to come, in ms. */
const LATE_MS = 100;
const GRACE_MS = 20;

type Input =
  | { readonly kind: 'frame'; readonly frame: AudioFrame }
  | { readonly kind: 'end' }
  | { readonly kind: 'stall' }
  | { readonly kind: 'turn'; readonly segment: number }
  | { readonly kind: 'muted'; readonly muted: boolean };

export interface InputSources {
  readonly frames: Observable<AudioFrame>;
  readonly muted: Observable<boolean>;
  /** Segments that are to end. */
  readonly ends: Observable<number>;
  readonly scheduler: SchedulerLike;
}

/** Emits the frames, their end, changes of muting, requests to end a segment, and a stall after a second without a frame, of which the process was awake. */
export function inputs({ frames, muted, ends, scheduler }: InputSources): Observable<Input> {
  return new Observable((subscriber) => {
    /** When the second is over; undefined if it has been prolonged. */
    let dueMs: number | undefined;
    const stall = createAlarm(scheduler, () => {
      const isLate = dueMs !== undefined && scheduler.now() - dueMs >= LATE_MS;
      dueMs = undefined;
      if (isLate) stall.set(scheduler.now() + GRACE_MS);
      else subscriber.next({ kind: 'stall' });
    });
    const error = (thrown: unknown): void => subscriber.error(thrown);
    subscriber.add(() => stall.set(undefined));
    subscriber.add(
      muted
        .pipe(distinctUntilChanged())
        .subscribe({ next: (on) => subscriber.next({ kind: 'muted', muted: on }), error }),
    );
    subscriber.add(ends.subscribe({ next: (segment) => subscriber.next({ kind: 'turn', segment }), error }));
    subscriber.add(
      frames.subscribe({
        next: (frame) => {
          dueMs = scheduler.now() + STALL_MS;
          stall.set(dueMs);
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
            case 'turn':
              return [input];
          }
        }),
      );
    });
}
