import {
  catchError,
  concatWith,
  connect,
  defer,
  EMPTY,
  merge,
  throwError,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { AntiphonError, asAntiphonError } from '../../src/core/errors.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
import type { VadModel } from '../../src/core/ports.ts';
import type { Window } from './windows.ts';

/** Ends a segment at once, at its place among the windows. */
export interface ForcedEnd {
  readonly kind: 'mute' | 'stall';
}

export interface ScoredWindow extends Window {
  /** Probability of speech, 0 to 1. */
  readonly p: number;
}

type Step = Window | ForcedEnd;
type ScoredStep = ScoredWindow | ForcedEnd;

/**
 * Adds its probability to each window, in order: a forced end waits for the windows before it. Errors with `vad_overloaded`
 * if more than `maxUnscored` windows wait, and with `vad_failed` if the model fails.
 */
export function scores(model: VadModel, maxUnscored: number): OperatorFunction<Step, ScoredStep> {
  return (steps) =>
    defer(() => {
      const waiting = createScoreBuffer(maxUnscored);
      return steps.pipe(
        connect((shared) =>
          merge(
            // First, so that the window is in the buffer when the model answers at once.
            shared.pipe(mapArrays((step) => waiting.push(step))),
            probabilities(model, shared).pipe(
              mapArrays((p) => waiting.score(p)),
              concatWith(defer(() => waiting.close())),
            ),
          ),
        ),
      );
    });
}

function probabilities(model: VadModel, steps: Observable<Step>): Observable<number> {
  const windows = steps.pipe(mapArrays((step) => (step.kind === 'window' ? [step.samples] : [])));
  return defer(() => model.score(windows)).pipe(
    catchError((error: unknown) => throwError(() => asAntiphonError(error, 'vad_failed'))),
  );
}

interface ScoreBuffer {
  push(step: Step): ScoredStep[];
  score(p: number): ScoredStep[];
  close(): Observable<never>;
}

/** Creates the bounded buffer of the unscored windows, with the forced ends between them. */
function createScoreBuffer(maxUnscored: number): ScoreBuffer {
  const waiting: Step[] = [];
  let unscored = 0;
  const takeForcedEnds = (): ForcedEnd[] => {
    const found: ForcedEnd[] = [];
    for (let step = waiting[0]; step !== undefined && step.kind !== 'window'; step = waiting[0]) {
      found.push(step);
      waiting.shift();
    }
    return found;
  };
  return {
    push(step) {
      waiting.push(step);
      if (step.kind !== 'window') return takeForcedEnds();
      unscored += 1;
      if (unscored > maxUnscored) throw new AntiphonError('vad_overloaded', `scoring is behind by ${unscored} windows`);
      return [];
    },
    score(p) {
      const window = waiting.shift();
      if (window?.kind !== 'window')
        throw new AntiphonError('vad_failed', 'the model emitted more scores than windows');
      unscored -= 1;
      const { samples, audio, atMs } = window;
      return [{ kind: 'window', samples, audio, atMs, p }, ...takeForcedEnds()];
    },
    close() {
      if (unscored === 0) return EMPTY;
      return throwError(() => new AntiphonError('vad_failed', `the model ended without ${unscored} scores`));
    },
  };
}
