import { concatMap, defer, EMPTY, of, type Observable, type OperatorFunction } from 'rxjs';
import { concatSamples } from '../../core/audio.ts';
import type { SttInput } from '../../core/ports.ts';

/** The audio of a segment, or of a part of it up to a flush. */
export interface Utterance {
  readonly segment: number;
  readonly samples: Int16Array;
}

/** Emits an utterance at each flush and at each segment end. */
export function collectUtterances(): OperatorFunction<SttInput, Utterance> {
  return (speech) =>
    defer(() => {
      let parts: Int16Array[] = [];
      return speech.pipe(
        concatMap((input): Observable<Utterance> => {
          if (input.kind === 'audio') {
            parts.push(input.frame.samples);
            return EMPTY;
          }
          const samples = concatSamples(parts);
          parts = [];
          return input.kind === 'start' ? EMPTY : of({ segment: input.segment, samples });
        }),
      );
    });
}
