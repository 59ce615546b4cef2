import type { InLine, OutLine, Recording } from '../record/format.ts';
import { diagrams } from '../draw/text/diagram.ts';
import { firstDifference, selectCompared, type Difference } from './exact/compare.ts';
import { runExact } from './exact/runExact.ts';
import { momentsOf } from './moments.ts';
import type { CustomParts } from './customParts.ts';

/** The result of running a recorded session again. */
export interface Replay {
  /** The first difference. Null if the current code behaves as recorded. */
  readonly difference: Difference | null;
  /** The first difference in words, with two aligned diagrams around it. Empty if there is none. */
  readonly picture: string;
  /** Recorded inputs that the session did not wait for this time. */
  readonly undelivered: readonly InLine[];
}

/**
 * Runs a recorded session through the current code, step by step in session time. Every input is delivered again, and
 * the model and the functions give their recorded answers. `own` holds the splices and stages that the session had.
 *
 * @example
 * ```ts
 * import { readRecording } from 'antiphon/record';
 * import { replay } from 'antiphon/replay';
 *
 * const { difference, picture } = await replay(await readRecording('recordings/ses_1.jsonl'));
 * if (difference !== null) throw new Error(picture); // what was recorded, and what happens now
 * ```
 */
export async function replay(recording: Recording, own: CustomParts = {}): Promise<Replay> {
  const { output, undelivered } = await runExact(recording, own);
  const difference = firstDifference(recording.lines, output);
  return {
    difference,
    picture: difference === null ? '' : drawDifference(recording, output, difference),
    undelivered,
  };
}

/** Time shown on each side of the first difference, in ms. */
const AROUND_MS = 4000;

const TITLES = ['recorded', 'now'] as const;

function drawDifference({ lines }: Recording, output: readonly OutLine[], difference: Difference): string {
  const { recorded, replayed } = difference;
  const at = Math.min(recorded?.t ?? Infinity, replayed?.t ?? Infinity);
  const near = (lines: readonly OutLine[]): readonly OutLine[] =>
    lines.filter(({ t }) => Math.abs(t - at) <= AROUND_MS);
  const [before, now] = cutAroundDifference(formatLine(recorded), formatLine(replayed));
  const width = Math.max(...TITLES.map(({ length }) => length));
  return [
    `${TITLES[0].padEnd(width)}  ${before}`,
    `${TITLES[1].padEnd(width)}  ${now}`,
    '',
    diagrams(momentsOf(near(selectCompared(lines))), momentsOf(near(selectCompared(output))), TITLES),
  ].join('\n');
}

function formatLine(line: OutLine | null): string {
  return line === null ? 'nothing more' : `${(line.t / 1000).toFixed(3)}s ${line.out} ${JSON.stringify(line.v)}`;
}

/** Number of characters shown before the first difference. */
const BEFORE = 40;
const LONGEST = 96;

/** Shortens two texts to the surroundings of the first character that differs. */
export function cutAroundDifference(one: string, other: string): readonly [one: string, other: string] {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const from = Math.max(0, same - BEFORE);
  return [cut(one, from), cut(other, from)];
}

function cut(text: string, from: number): string {
  const start = from > 0 ? '…' : '';
  const rest = text.slice(from);
  return start + (rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1)}…` : rest);
}
