import { AntiphonError } from '../../core/errors.ts';
import type { VadModel } from '../../core/ports.ts';
import type { Breach } from './breach.ts';
import { breach, sentenceOf } from './breach.ts';
import { inlet } from './inlet.ts';
import { reportsOf } from './reportsOf.ts';
import type { BorderReports } from './reports.ts';

/** Checks what a model scores: a score that is no probability ends voice activity detection, as an error does. */
export function checkVad(model: VadModel, reports: BorderReports): VadModel {
  const { sampleRate, windowSamples } = model;
  return {
    sampleRate,
    windowSamples,
    score: (windows) =>
      inlet({
        open: () => model.score(windows),
        check: scoreBreach,
        broken: (found, out) => out.error(failure(`the model broke its contract: ${sentenceOf(found)}`)),
        ...reportsOf('the model', failure, reports),
      }),
  };
}

function scoreBreach(score: unknown): Breach | null {
  if (typeof score === 'number' && score >= 0 && score <= 1) return null;
  return breach('a score', 'a number from 0 to 1', score);
}

function failure(message: string, cause?: unknown): AntiphonError {
  return new AntiphonError('vad_failed', message, { cause });
}
