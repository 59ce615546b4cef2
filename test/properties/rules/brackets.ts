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

/** At most one completion and one voice are live at a time. */
export function oneStreamAtATime({ peaks }: Recording): readonly string[] {
  return ['llm', 'tts'].filter((name) => (peaks[name] ?? 0) > 1).map((name) => `${peaks[name]} live ${name} streams`);
}

/** Nothing is left when the session has ended: no subscription, no timer. */
export function nothingIsLeft({ endedMs, left }: Recording): readonly string[] {
  if (endedMs === null) return ['the session has not ended'];
  const open = Object.entries(left.subscriptions).map(([name, count]) => `${count} ${name} subscriptions are left`);
  return left.work === 0 ? open : [...open, `${left.work} pieces of work are left`];
}
