import type { FunctionSpan, Span } from './model.ts';

/** A bar of the functions: one call, or several that begin and end together. */
export interface CallBar extends Span {
  readonly calls: readonly FunctionSpan[];
  /** 0 is the uppermost. */
  readonly level: number;
}

/** The number of bars that are drawn below each other. With more calls at once, some bars overlap. */
const LEVELS = 4;

/** Chooses the uppermost free level for each bar, so that calls that run at the same time do not hide each other. */
export function stackCalls(calls: readonly FunctionSpan[]): readonly CallBar[] {
  const ends: number[] = [];
  return groupCalls(calls).map((group) => {
    const { fromMs, toMs } = group;
    const free = ends.findIndex((end) => end <= fromMs);
    const added = ends.length < LEVELS ? ends.length : ends.indexOf(Math.min(...ends));
    const level = free === -1 ? added : free;
    ends[level] = Math.max(ends[level] ?? 0, toMs ?? Infinity);
    return { ...group, level };
  });
}

/** Returns the number of levels that the calls need, at least one. */
export function countLevels(calls: readonly FunctionSpan[]): number {
  return Math.max(0, ...stackCalls(calls).map(({ level }) => level)) + 1;
}

type Group = Omit<CallBar, 'level'>;

/** Joins the calls of a round for whose results the model waits. Each call in the background stands alone. */
function groupCalls(calls: readonly FunctionSpan[]): readonly Group[] {
  const groups: Group[] = [];
  for (const call of calls) {
    const { fromMs, toMs, background } = call;
    const joined = groups.findIndex(
      (group) => group.fromMs === fromMs && group.toMs === toMs && group.calls[0]?.background === undefined,
    );
    const group = groups[joined];
    if (group === undefined || background !== undefined) groups.push({ fromMs, toMs, calls: [call] });
    else groups[joined] = { ...group, calls: [...group.calls, call] };
  }
  return groups;
}
