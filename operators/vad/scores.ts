import { defer, Observable, type OperatorFunction } from 'rxjs';
import { asAntiphonError } from '../../src/core/errors.ts';
import type { VadModel } from '../../src/core/ports.ts';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import { createScoreBuffer } from './scoreBuffer.ts';
import type { ScoredStep, Step } from './steps.ts';

/**
 * Adds its probability to each window, in order: a forced end waits for the windows before it. A model that answers within
 * `next` delays nothing. Errors with `vad_overloaded` if more than `maxUnscored` windows wait, and with `vad_failed` if the
 * model fails.
 */
export function scores(model: VadModel, maxUnscored: number): OperatorFunction<Step, ScoredStep> {
  return (steps) =>
    new Observable((subscriber) => {
      const waiting = createScoreBuffer(maxUnscored);
      const windows = new FastSubject<Int16Array>();
      let open = 2;
      const fail = (error: unknown): void => subscriber.error(asAntiphonError(error, 'vad_failed'));
      /** One by one: a step that comes in meanwhile waits behind those that are left. */
      const emitForcedEnds = (): void => {
        for (let next = waiting.takeForcedEnd(); next !== undefined; next = waiting.takeForcedEnd())
          subscriber.next(next);
      };
      const emitScored = (p: number): void => {
        try {
          subscriber.next(waiting.score(p));
          emitForcedEnds();
        } catch (error) {
          fail(error);
        }
      };
      const end = (): void => {
        open -= 1;
        if (open === 0) subscriber.complete();
      };
      subscriber.add(
        defer(() => model.score(windows)).subscribe({
          next: emitScored,
          error: fail,
          complete: () => {
            try {
              waiting.close();
            } catch (error) {
              return fail(error);
            }
            end();
          },
        }),
      );
      subscriber.add(
        steps.subscribe({
          next: (step) => {
            try {
              waiting.push(step);
            } catch (error) {
              return fail(error);
            }
            if (step.kind !== 'window') return emitForcedEnds();
            windows.next(step.samples);
            waiting.retain();
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => {
            windows.complete();
            end();
          },
        }),
      );
    });
}
