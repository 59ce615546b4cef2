import {
  connect,
  defer,
  distinctUntilChanged,
  map,
  startWith,
  switchMap,
  takeUntil,
  tap,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { durationMs, type AudioFrame } from '../../core/audio.ts';
import type { VadEvent } from '../../core/speech.ts';
import { createSubject } from '../../stream/operate.ts';
import { completion } from '../../stream/completion.ts';

export interface AlternateSegmentsOptions<Mode> {
  readonly first: Mode;
  /** Emits the new mode, between two segments. */
  readonly modes: Observable<Mode>;
  /**
   * Creates the operator that makes the segments of a mode. `firstSegment` is the number of its first segment within
   * the session.
   */
  readonly create: (mode: Mode, firstSegment: number) => OperatorFunction<AudioFrame, VadEvent>;
}

/**
 * Makes segments with one operator, and switches to another one when the mode changes. Segment numbers continue across
 * operators, and times count from the very first frame.
 */
export function alternateSegments<Mode>(
  options: AlternateSegmentsOptions<Mode>,
): OperatorFunction<AudioFrame, VadEvent> {
  const { first, modes, create } = options;
  return (source) =>
    defer(() => {
      let passedMs = 0;
      let nextSegment = 0;
      const begin = (mode: Mode, frames: Observable<AudioFrame>): Observable<VadEvent> => {
        const [fromSegment, fromMs] = [nextSegment, passedMs];
        const number = (event: VadEvent): VadEvent => {
          const numbered = shift(event, fromSegment, fromMs);
          nextSegment = Math.max(nextSegment, numbered.segment + 1);
          return numbered;
        };
        return frames.pipe(create(mode, fromSegment), map(number));
      };
      const alternate = (frames: Observable<AudioFrame>): Observable<VadEvent> =>
        modes.pipe(
          startWith(first),
          distinctUntilChanged(),
          takeUntil(completion(frames)),
          switchMap((mode) => begin(mode, frames)),
        );
      const countTime = tap<AudioFrame>((frame) => (passedMs += durationMs(frame)));
      return source.pipe(countTime, connect(alternate, { connector: createSubject }));
    });
}

function shift(event: VadEvent, segments: number, ms: number): VadEvent {
  if (segments === 0 && ms === 0) return event;
  const moved = { ...event, segment: event.segment + segments, atMs: event.atMs + ms };
  return moved.kind === 'truncated' ? moved : { ...moved, lastVoicedMs: moved.lastVoicedMs + ms };
}
