import { AntiphonError } from '../../core/errors.ts';
import type { VadModel } from '../../core/ports.ts';
import { enter, type Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { checkedSource } from './checkedSource.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';

/** Checks the scores of a VAD model. A score outside 0 to 1 ends voice activity detection with an error. */
export function createCheckedVad(model: VadModel, reports: BorderReports, part?: Part): VadModel {
  const { sampleRate, windowSamples, keepsWindows } = model;
  return {
    sampleRate,
    windowSamples,
    keepsWindows,
    score: (windows) =>
      checkedSource({
        open: () => model.score(enter(windows, part)),
        check: checkScore,
        onViolation: (found, out) =>
          out.error(createError(`the model broke its contract: ${describeViolation(found)}`)),
        port: 'the model',
        createError,
        reports,
        part,
      }),
  };
}

function checkScore(score: unknown): Violation | null {
  if (typeof score === 'number' && score >= 0 && score <= 1) return null;
  return createViolation('a score', 'a number from 0 to 1', score);
}

function createError(message: string, cause?: unknown): AntiphonError {
  return new AntiphonError('vad_failed', message, { cause });
}
