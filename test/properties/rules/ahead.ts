import type { Recording } from '../recording.ts';
import { askedReplies } from './replies.ts';
import { walk } from './walk.ts';

/** The turns so far, by number; the words that the answer which is held was asked for with; and the reply that waits for its own. */
interface Asked {
  readonly turns: Readonly<Record<number, string>>;
  readonly ahead: string | null;
  readonly awaits: number | null;
}

/** The handler is asked at a commit, or was asked ahead for the very words that are committed, and then once. */
export function answersAskedAheadAreToTheirTurn(recording: Recording): readonly string[] {
  return walk<Asked>(recording, {
    initial: { turns: {}, ahead: null, awaits: null },
    remember: (asked, { of, value }) => {
      if (of === 'ahead') return { ...asked, ahead: String(value.at(-1)?.content) };
      if (of === 'handler') return { ...asked, ahead: null, awaits: null };
      if (of === 'userTurn') return { ...asked, turns: { ...asked.turns, [value.turn]: value.text.trim() } };
      if (of !== 'reply') return asked;
      if (value.kind === 'started') return { ...asked, awaits: value.turn in asked.turns ? value.turn : null };
      return asked.awaits === value.turn && value.kind !== 'ended' ? { ...asked, ahead: null, awaits: null } : asked;
    },
    fault: ({ turns, ahead, awaits }, { of, value }) => {
      if (of !== 'reply' || value.kind === 'started' || value.turn !== awaits) return null;
      if (value.kind === 'ended' || (value.kind === 'text' && value.round < 0)) return null;
      const committed = turns[value.turn] ?? '';
      return ahead === committed
        ? null
        : `turn ${value.turn} "${committed}" is answered by what was asked for "${ahead}"`;
    },
  });
}

/** A function runs once for each of its calls, and not before they are announced. */
export function functionsRunWhenCalled(recording: Recording): readonly string[] {
  return walk<readonly string[]>(recording, {
    initial: [],
    remember: (calls, { of, value }) => {
      if (of === 'functionCalls') return [...calls, ...value.calls.map((call) => call.function.name)];
      const at = of === 'executing' ? calls.indexOf(value) : -1;
      return calls.filter((_, n) => n !== at);
    },
    fault: (calls, { of, value }) =>
      of === 'executing' && !calls.includes(value) ? `"${value}" runs, and is not called` : null,
  });
}

/** No function is called for a turn that is not committed: another agent, a result or a request of the application has none. */
export function noCallIsMadeBeforeItsCommit(recording: Recording): readonly string[] {
  const others = new Set(
    askedReplies(recording).flatMap(({ kind, turn }) => (kind === 'user' || kind === 'text' ? [] : [turn])),
  );
  return walk<readonly number[]>(recording, {
    initial: [],
    remember: (turns, { of, value }) => (of === 'userTurn' ? [...turns, value.turn] : turns),
    fault: (turns, { of, value }) =>
      of === 'functionCalls' && !turns.includes(value.turn) && !others.has(value.turn)
        ? `functions are called for turn ${value.turn}, which is not committed`
        : null,
  });
}
