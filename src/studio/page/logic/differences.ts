import type { ComparedTurn, WhatIf } from '../../../replay/whatIf/whatIf.ts';
import { formatSeconds } from './format.ts';
import type { Stretch } from './stretch.ts';

/** How the answer to a turn changed. */
export type DifferenceKind = 'cutOff' | 'spared' | 'split' | 'joined' | 'longer' | 'shorter' | 'unanswered';

/** A turn that came out differently. */
export interface Difference extends Stretch {
  readonly kind: DifferenceKind;
  readonly turn: number;
  readonly words: string;
  /** A sentence: `waits 0.42 s less`. */
  readonly text: string;
}

/** A band across a timeline. */
export interface Mark extends Stretch {
  readonly kind: DifferenceKind;
}

/** A change of a wait that is shorter than this is not worth a mark, in ms. */
const SMALL_MS = 20;

/** Lists the turns that came out differently, in order. */
export function findDifferences({ rows }: Pick<WhatIf, 'rows'>): readonly Difference[] {
  return rows.flatMap((row) => {
    const found = describeRow(row);
    return found === null ? [] : [{ ...found, ...spanOf(row), turn: row.turn, words: row.text }];
  });
}

type Described = Pick<Difference, 'kind' | 'text'>;

function describeRow({ before, after, joined }: ComparedTurn): Described | null {
  const [was, is] = [before.some(({ cutOff }) => cutOff), after.some(({ cutOff }) => cutOff)];
  if (joined !== null) return { kind: 'joined', text: `is part of turn ${joined}` };
  if (after.length > before.length) return { kind: 'split', text: `is split into ${after.length} turns` };
  if (is && !was) return { kind: 'cutOff', text: 'is answered before the user has finished' };
  if (was && !is && after.length > 0) return { kind: 'spared', text: 'is no longer cut off' };
  return describeWait(waitOf(before), waitOf(after));
}

function describeWait(before: number | null, after: number | null): Described | null {
  if (before !== null && after === null) return { kind: 'unanswered', text: 'gets no answer of its own' };
  if (before === null || after === null) return null;
  const less = before - after;
  if (Math.abs(less) < SMALL_MS) return null;
  const seconds = (Math.abs(less) / 1000).toFixed(2);
  return less > 0
    ? { kind: 'shorter', text: `waits ${seconds} s less` }
    : { kind: 'longer', text: `waits ${seconds} s longer` };
}

function waitOf(turns: ComparedTurn['before']): number | null {
  return turns.at(-1)?.waitMs ?? null;
}

/** Spans from the end of the user's turn to the first sound of the later of both answers. */
function spanOf({ before, after }: ComparedTurn): Stretch {
  const times = [...before, ...after].flatMap(({ quietMs, audibleMs, committedMs }) => [
    quietMs,
    audibleMs ?? committedMs,
  ]);
  return { fromMs: Math.min(...times), toMs: Math.max(...times) };
}

/** Describes the whole comparison: `0.48 s wait per turn, 0.42 s less, at most 0.97 s. Cuts off turn 3.` */
export function summarise({ figures, rows }: Pick<WhatIf, 'figures' | 'rows'>): string {
  const [before, after] = [figures.before.waitMs?.mean, figures.after.waitMs?.mean];
  const longest = Math.max(after ?? 0, ...rows.flatMap((row) => row.after.flatMap(({ waitMs }) => waitMs ?? [])));
  const waits =
    before === undefined || after === undefined
      ? 'No wait to compare.'
      : `${formatSeconds(after)} wait per turn, ${describeChange(before - after)}, at most ${formatSeconds(longest)}.`;
  return [waits, ...sentenceOfCutOffs(rows)].join(' ');
}

function describeChange(lessMs: number): string {
  const seconds = formatSeconds(Math.abs(lessMs));
  if (seconds === formatSeconds(0)) return 'as before';
  return `${seconds} ${lessMs > 0 ? 'less' : 'more'}`;
}

function sentenceOfCutOffs(rows: readonly ComparedTurn[]): readonly string[] {
  const isCut = (turns: ComparedTurn['before']): boolean => turns.some(({ cutOff }) => cutOff);
  const cut = rows.filter(({ before, after }) => !isCut(before) && isCut(after)).map(({ turn }) => turn);
  const spared = rows.filter(({ before, after }) => isCut(before) && after.length > 0 && !isCut(after));
  const turns = (numbers: readonly number[]): string =>
    `${numbers.length === 1 ? 'turn' : 'turns'} ${numbers.join(', ')}`;
  return [
    cut.length === 0 ? 'No new cut-offs.' : `Cuts off ${turns(cut)}.`,
    ...(spared.length === 0 ? [] : [`Spares ${turns(spared.map(({ turn }) => turn))}.`]),
  ];
}
