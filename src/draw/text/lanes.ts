import type { Moment } from './moment.ts';
import type { Axis } from './axis.ts';
import { isLasting, formatLabel } from './moment.ts';
import type { Section } from './splitAxis.ts';

/** Where lanes are drawn: under which part of the axis, beside names of which width. */
export interface Place {
  readonly axis: Axis;
  readonly staff: Section;
  readonly margin: number;
}

/** The lanes of all moments, in the order in which they first occur. */
export function lanesOf(moments: readonly Moment[]): readonly string[] {
  return [...new Set(moments.map(({ lane }) => lane))];
}

/** Those lanes in which there is something to draw. */
export function lanesIn(moments: readonly Moment[], place: Place): readonly string[] {
  return lanesOf(moments).filter((lane) => marksOf(moments, lane, place).length > 0);
}

/** Each lane as a line, or as several where its labels would cover each other. */
export function drawLanes(moments: readonly Moment[], lanes: readonly string[], place: Place): readonly string[] {
  return lanes.flatMap((lane) => {
    const lines = drawLane(marksOf(moments, lane, place));
    return lines.map((line, n) => `${(n === 0 ? lane : '').padEnd(place.margin)}${line}`.trimEnd());
  });
}

/** What is drawn of a moment, and in which column of the staff it begins. */
interface Mark {
  readonly column: number;
  readonly drawn: string;
}

function marksOf(moments: readonly Moment[], lane: string, place: Place): readonly Mark[] {
  return moments
    .filter((moment) => moment.lane === lane)
    .sort((a, b) => a.atMs - b.atMs)
    .flatMap((moment) => markOf(moment, place));
}

function markOf(moment: Moment, { axis, staff: { from, to } }: Place): readonly Mark[] {
  const first = axis.column(moment.atMs);
  if (first >= to) return [];
  if (!isLasting(moment)) return first < from ? [] : [{ column: first - from, drawn: formatLabel(moment) }];
  const last = axis.column(moment.toMs ?? moment.atMs);
  if (last <= from) return [];
  const label = first < from ? '…]' : formatLabel(moment);
  const column = Math.max(first, from);
  const draw = last < to ? stretch : leaveOpen;
  return [{ column: column - from, drawn: draw(label, Math.min(last, to) - column) }];
}

/** A label drawn out to `width` columns: `[text ───]`. */
function stretch(label: string, width: number): string {
  const text = label.slice(0, -1);
  const line = ''.padEnd(width - text.length - 2, '─');
  return line === '' ? label : `${text} ${line}]`;
}

/** The same where it goes on below: `[text ───…`. */
function leaveOpen(label: string, width: number): string {
  const text = label.slice(0, -1);
  return `${text} ${''.padEnd(width - text.length - 2, '─')}…`;
}

/** Each mark in the first line that has room for it. */
function drawLane(marks: readonly Mark[]): readonly string[] {
  const lines: string[] = [''];
  for (const { column, drawn } of marks) {
    const free = lines.findIndex((line) => line.length <= column - (line === '' ? 0 : GAP));
    const n = free < 0 ? lines.length : free;
    lines[n] = `${(lines[n] ?? '').padEnd(column)}${drawn}`;
  }
  return lines;
}

/** Between two labels of a line. */
const GAP = 1;
