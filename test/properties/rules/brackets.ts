import { entriesOf, type Recording } from '../recording.ts';

/** Every reply and every speech that started has exactly one end, and nothing of it comes after that. */
export function bracketsBalance(recording: Recording): readonly string[] {
  const replies = entriesOf(recording, 'reply').map(({ atMs, value }) => ({
    atMs,
    kind: value.kind,
    name: `reply ${value.turn}`,
  }));
  const speeches = entriesOf(recording, 'speech').map(({ atMs, value }) => ({
    atMs,
    kind: value.kind,
    name: `speech ${value.utterance}`,
  }));
  return [...faultsOf(replies), ...faultsOf(speeches)];
}

function faultsOf(
  marks: readonly { readonly atMs: number; readonly kind: string; readonly name: string }[],
): readonly string[] {
  const states = new Map<string, 'open' | 'closed'>();
  const faults: string[] = [];
  for (const { atMs, kind, name } of marks) {
    const expected = kind === 'started' ? undefined : 'open';
    if (states.get(name) !== expected)
      faults.push(`${atMs} ${name}: ${kind}, though it was ${states.get(name) ?? 'not begun'}`);
    states.set(name, kind === 'ended' ? 'closed' : 'open');
  }
  return [...faults, ...[...states].filter(([, state]) => state === 'open').map(([name]) => `${name} has no end`)];
}

/** Started and stopped speaking alternate for each side, and every start has its stop. */
export function speakingAlternates(recording: Recording): readonly string[] {
  const names = entriesOf(recording, 'event').map(({ value }) => value.name);
  return ['user', 'agent'].flatMap((side) => {
    const own = names.filter((name) => new RegExp(`^on_${side}_(started|stopped)_speaking$`, 'u').test(name));
    const pattern = own.map((name) => (name.includes('started') ? '(' : ')')).join('');
    return /^(\(\))*$/u.test(pattern) ? [] : [`the ${side} started and stopped like this: ${pattern}`];
  });
}

/** At most one completion and one voice are live at a time; beside it, one for each filler of a reply. */
export function oneStreamAtATime(recording: Recording): readonly string[] {
  const { peaks } = recording;
  const limits = { llm: 1, tts: 1 + countFillers(recording) };
  return Object.entries(limits)
    .filter(([name, limit]) => (peaks[name] ?? 0) > limit)
    .map(([name]) => `${peaks[name]} live ${name} streams`);
}

/** Counts the fillers of the reply that has most. */
function countFillers(recording: Recording): number {
  const counts = new Map<number, number>();
  for (const { value } of entriesOf(recording, 'reply'))
    if (value.kind === 'text' && value.filler === true) counts.set(value.turn, (counts.get(value.turn) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Nothing is left when the session has ended: no subscription, no timer. */
export function nothingIsLeft({ endedMs, left }: Recording): readonly string[] {
  if (endedMs === null) return ['the session has not ended'];
  const open = Object.entries(left.subscriptions).map(([name, count]) => `${count} ${name} subscriptions are left`);
  return left.work === 0 ? open : [...open, `${left.work} pieces of work are left`];
}
