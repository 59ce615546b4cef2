import type { TurnVerdict } from '../../../core/turnModel.ts';
import type { Line } from '../../../record/format.ts';
import { valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import { readStream } from './stream.ts';

/** A question to the turn model, and its verdicts. */
export interface RecordedVerdicts {
  /** Session time of the question, in ms. */
  readonly askedMs: number;
  /** Times since the question. */
  readonly verdicts: readonly (Timed & { readonly verdict: TurnVerdict })[];
}

/** Reads the questions to a turn model, in order. */
export function readVerdicts(lines: readonly Line[]): readonly RecordedVerdicts[] {
  return lines.flatMap((line, at) => {
    const stream = valueOut(line, 'opened');
    if (stream === undefined || !stream.startsWith('turn.')) return [];
    const { values } = readStream(lines, at, stream);
    const verdicts = values.map(({ atMs, value }) => ({ atMs, verdict: value as TurnVerdict }));
    return [{ askedMs: line.t, verdicts }];
  });
}
