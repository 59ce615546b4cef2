import { defer, distinctUntilChanged, Observable, type SchedulerLike } from 'rxjs';
import type { AudioFrame } from '../../src/core/audio.ts';
import { asAntiphonError } from '../../src/core/errors.ts';
import type { VadModel } from '../../src/core/ports.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { operate } from '../../src/stream/operate.ts';
import { Inputs } from './inputs.ts';
import { Scorer } from './scorer.ts';
import { Segmenter, type SegmentLimits } from './segmenter.ts';
import { StallTimer } from './stallTimer.ts';

export interface DetectionSources {
  readonly frames: Observable<AudioFrame>;
  readonly muted: Observable<boolean>;
  /** Numbers of segments to end. */
  readonly ends: Observable<number>;
  /** New limits, which apply once no segment is open. */
  readonly changes: Observable<Partial<SegmentLimits>>;
}

export interface DetectionSettings {
  readonly model: VadModel;
  readonly limits: SegmentLimits;
  /** Number of windows that may be waiting for a score. */
  readonly maxUnscored: number;
  readonly scheduler: SchedulerLike;
}

/**
 * Emits the segments in a stream of frames. One call takes a frame all the way: through the cutter, its windows through
 * the model, and their scores through the segmenter.
 */
export function detectSegments(sources: DetectionSources, settings: DetectionSettings): Observable<VadEvent> {
  return new Observable((subscriber) => {
    const { model, limits, maxUnscored, scheduler } = settings;
    const segmenter = new Segmenter(limits, subscriber);
    const scorer = new Scorer(segmenter, maxUnscored);
    const inputs = new Inputs(model, scorer, () => subscriber.complete());
    const stall = new StallTimer(scheduler, () => inputs.add({ kind: 'stall' }));
    const listen = <T>(source: Observable<T>, next: (value: T) => void): void => {
      operate(source, subscriber, { next, complete: () => {} });
    };
    subscriber.add(() => stall.stop());
    listen(sources.changes, (changed) => segmenter.change(changed));
    operate(
      defer(() => model.score(scorer.windows)),
      subscriber,
      {
        next: (p) => inputs.addScore(p),
        error: (error) => subscriber.error(asAntiphonError(error, 'vad_failed')),
        complete: () => inputs.add({ kind: 'scoresEnd' }),
      },
    );
    listen(sources.muted.pipe(distinctUntilChanged()), (muted) => inputs.add({ kind: 'muted', muted }));
    listen(sources.ends, (segment) => inputs.add({ kind: 'turn', segment }));
    operate(sources.frames, subscriber, {
      next: (frame) => {
        stall.restart();
        inputs.addFrame(frame);
      },
      complete: () => inputs.add({ kind: 'framesEnd' }),
    });
  });
}
