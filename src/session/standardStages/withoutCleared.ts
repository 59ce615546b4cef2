import { defer, filter, tap, type OperatorFunction } from 'rxjs';
import type { Settlement, Transcript, VadEvent } from '../../core/speech.ts';

/** Drops the words of segments that the client has cleared. The segments are still settled. */
export function withoutCleared(
  transcribe: OperatorFunction<VadEvent, Transcript | Settlement>,
): OperatorFunction<VadEvent, Transcript | Settlement> {
  return (activity) =>
    defer(() => {
      const cleared = new Set<number>();
      const note = (event: VadEvent): void => {
        if (event.kind === 'ended' && event.by === 'clear') cleared.add(event.segment);
      };
      return activity.pipe(
        tap(note),
        transcribe,
        filter(({ kind, segment }) => kind === 'settled' || !cleared.has(segment)),
      );
    });
}
