import type { Entry, Recording } from '../recording.ts';

/** A rule that goes along with the entries: what it remembers of them, and what it has against one in their light. */
export interface Walk<Memory> {
  readonly initial: Memory;
  readonly remember: (memory: Memory, entry: Entry) => Memory;
  /** Judges an entry that is not remembered yet. Null: it is as it should be. */
  readonly fault: (memory: Memory, entry: Entry) => string | null;
}

export function walk<Memory>({ entries }: Recording, { initial, remember, fault }: Walk<Memory>): readonly string[] {
  let memory = initial;
  return entries.flatMap((entry) => {
    const found = fault(memory, entry);
    memory = remember(memory, entry);
    return found === null ? [] : [`${entry.atMs} ${found}`];
  });
}

/** The segment that holds the agent back: the open one, unless it is noise. */
export function openSegment(before: number | null, { of, value }: Entry): number | null {
  if (of === 'activity' && value.kind === 'started') return value.segment;
  const isOver = (of === 'activity' && value.kind === 'ended') || (of === 'error' && value.code === 'noise');
  return isOver ? null : before;
}
