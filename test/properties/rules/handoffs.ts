import type { HistoryEntry } from '../../../src/session/history.ts';
import { entriesOf, type Entry, type Recording } from '../recording.ts';
import { HANDOFFS } from '../scenario.ts';
import { walk } from './walk.ts';

/** The agents to which the results of a round hand the conversation: the last one answers. */
export function handedTo({ of, value }: Entry): readonly string[] {
  if (of !== 'functionResults') return [];
  return value.results.flatMap(({ content }) => /^The conversation goes on with (H\d+)\.$/u.exec(content)?.[1] ?? []);
}

export function mayHandOver({ scenario }: Recording): boolean {
  return scenario.completions.some(({ calls }) => calls.some((name) => name in HANDOFFS));
}

/** All that was ever in the history, in order: a handoff may leave out what was said before. */
export function wholeHistory(recording: Recording): readonly HistoryEntry[] {
  const states = entriesOf(recording, 'history');
  if (!mayHandOver(recording)) return states.at(-1)?.value ?? [];
  return [...new Set(states.flatMap(({ value }) => value))];
}

interface Answering {
  /** The agents of which one is to answer next: several, if several functions of a round hand over. Null: nothing is handed over. */
  readonly due: readonly string[] | null;
  /** The agent whose handler is called now: an answer asked ahead, which may be discarded, does not count. */
  readonly called: string;
  /** The agent that was asked in the reply under way. */
  readonly asked: string | null;
}

/** What an agent hands over is answered by the other one, and nobody else, in whole replies. */
export function theAgentThatWasHandedToAnswers(recording: Recording): readonly string[] {
  if (!mayHandOver(recording)) return [];
  return walk<Answering>(recording, {
    initial: { due: null, called: '', asked: null },
    remember: (memory, entry) => {
      const due = handedTo(entry);
      if (due.length > 0) return { ...memory, due };
      if (entry.of === 'reply' && entry.value.kind === 'started') return { ...memory, asked: null };
      if (entry.of === 'asked') return { ...memory, called: entry.value };
      return entry.of === 'handler' ? { ...memory, due: null, asked: memory.called } : memory;
    },
    fault: ({ due, called, asked }, { of }) => {
      if (of !== 'handler') return null;
      if (due?.includes(called) === false)
        return `"${called}" is asked, though the conversation was handed to ${due.join()}`;
      return asked !== null && asked !== called ? `"${called}" is asked in a reply of "${asked}"` : null;
    },
  });
}

/** The replies that go on with another behind a handoff, each with the first of all: those of no turn of the user. */
export function repliesBehindHandoffs({ entries }: Recording): ReadonlyMap<number, number> {
  const behind = new Map<number, number>();
  const committed = new Set<number>();
  let handing: number | null = null;
  for (const entry of entries) {
    if (entry.of === 'functionResults' && handedTo(entry).length > 0) handing = entry.value.turn;
    if (entry.of === 'userTurn') committed.add(entry.value.turn);
    if (entry.of !== 'reply' || entry.value.kind !== 'started' || handing === null) continue;
    if (!committed.has(entry.value.turn)) behind.set(entry.value.turn, behind.get(handing) ?? handing);
    handing = null;
  }
  return behind;
}
