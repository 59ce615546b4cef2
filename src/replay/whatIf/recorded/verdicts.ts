import type { RecogniserTurn } from '../../../core/speech.ts';
import type { TurnVerdict } from '../../../core/turnModel.ts';
import type { Line } from '../../../record/format.ts';
import { allIn, valueOut } from '../../lines.ts';
import type { Timed } from '../fromTimes.ts';
import { readStream } from './stream.ts';

/** A question to the turn model, and its verdicts. */
export interface RecordedVerdicts {
  /** Session time of the question, in ms. */
  readonly askedMs: number;
  /** The verdicts, timed relative to the question. */
  readonly verdicts: readonly (Timed & { readonly verdict: TurnVerdict })[];
}

/** Reads the questions to the turn model, in order. */
export function readVerdicts(lines: readonly Line[]): readonly RecordedVerdicts[] {
  return lines.flatMap((line, at) => {
    const stream = valueOut(line, 'opened');
    if (stream === undefined || !stream.startsWith('turn.')) return [];
    const { values } = readStream(lines, at, stream);
    const verdicts = values.map(({ atMs, value }) => ({ atMs, verdict: value as TurnVerdict }));
    return [{ askedMs: line.t, verdicts }];
  });
}

/** A finding of the recogniser about a turn, at its session time. */
export interface RecordedFinding extends Timed {
  readonly found: Pick<RecogniserTurn, 'state' | 'confidence'>;
}

/** Reads the recogniser's findings about turns, in order. */
export function readFoundTurns(lines: readonly Line[]): readonly RecordedFinding[] {
  return allIn(lines, 'stt').flatMap(({ t, v }) => {
    if (v.kind !== 'turn') return [];
    const { state, confidence } = v;
    return [{ atMs: t, found: { state, ...(confidence !== undefined && { confidence }) } }];
  });
}
