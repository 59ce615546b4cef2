import { defer, finalize, type Observable, type OperatorFunction } from 'rxjs';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import type { ForcedEnd, ScoredWindow } from './steps.ts';
import { createSegmenter, type SegmentLimits } from './segmenter.ts';

/** Turns scored windows into segments with their audio. No sample is emitted twice. `changes` replace limits while no segment is open. */
export function segments(
  limits: SegmentLimits,
  changes: Observable<Partial<SegmentLimits>>,
): OperatorFunction<ScoredWindow | ForcedEnd, VadEvent> {
  return (steps) =>
    defer(() => {
      const segmenter = createSegmenter(limits);
      const changing = changes.subscribe((changed) => segmenter.change(changed));
      return steps.pipe(
        mapArrays((step) => (step.kind === 'window' ? segmenter.addWindow(step) : segmenter.endNow(step))),
        finalize(() => changing.unsubscribe()),
      );
    });
}
