import type { Performance } from './perform.ts';

/** The conversation as it stands in the history. */
export function historyOf({ history }: Performance): string {
  return history().map(lineOf).join(' · ');
}

/** What the user said, message by message. */
export function turnsOf({ history }: Performance): string {
  const turns = history().flatMap((line) => (line.startsWith('user: ') ? [`“${line.slice(6)}”`] : []));
  return turns.length === 0 ? 'no message' : turns.join(', ');
}

/** When something happened for the first time, in ms after `sinceMs`. */
export function after({ when }: Performance, event: string, sinceMs: number): string {
  const [at] = when(event).filter((ms) => ms >= sinceMs);
  return at === undefined ? 'never' : `after ${at - sinceMs} ms`;
}

function lineOf(line: string): string {
  if (line === 'assistant: ') return 'agent calls';
  return line.replace(/^assistant: /u, 'agent: ').replace(/^tool: /u, 'result: ');
}
