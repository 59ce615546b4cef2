import { AntiphonError } from '../../core/errors.ts';
import type { VadModel } from '../../core/ports.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';
import { checkedSource } from './checkedSource.ts';
import { createStreamReports } from './streamReports.ts';
import type { BorderReports } from './borderReports.ts';

/** Checks what a model scores: a score that is no probability ends voice activity detection, as an error does. */
export function createCheckedVad(model: VadModel, reports: BorderReports): VadModel {
  const { sampleRate, windowSamples } = model;
  return {
    sampleRate,
    windowSamples,
    score: (windows) =>
      checkedSource({
        open: () => model.score(windows),
        check: checkScore,
        onViolation: (found, out) => out.error(failure(`the model broke its contract: ${describeViolation(found)}`)),
        ...createStreamReports('the model', failure, reports),
      }),
  };
}

function checkScore(score: unknown): Violation | null {
  if (typeof score === 'number' && score >= 0 && score <= 1) return null;
  return createViolation('a score', 'a number from 0 to 1', score);
}

function failure(message: string, cause?: unknown): AntiphonError {
  return new AntiphonError('vad_failed', message, { cause });
}
