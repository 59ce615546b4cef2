import type { Line, OutLine, Outgoing } from '../record/format.ts';
import type { Moment } from '../draw/text/diagram.ts';

/** Converts a session into the lanes of a diagram: the speech of both sides, turns, functions, and every event. */
export function momentsOf(lines: readonly Line[]): readonly Moment[] {
  return lines.flatMap((line) => ('out' in line ? moment(line) : []));
}

function moment({ t: atMs, out, v }: OutLine): readonly Moment[] {
  const text = labels[out]?.(v as never) ?? null;
  return text === null ? [] : [{ lane: lanes[out] ?? out, atMs, text }];
}

const lanes: Partial<Record<keyof Outgoing, string>> = {
  activity: 'user',
  transcript: 'user',
  userTurn: 'turn',
  functionCalls: 'functions',
  functionResults: 'functions',
  command: 'client',
  event: 'events',
  error: 'errors',
  metrics: 'metrics',
  ended: 'events',
};

/** Returns the label of an output in the diagram, or null for none. */
const labels: { readonly [Out in keyof Outgoing]?: (value: Outgoing[Out]) => string | null } = {
  activity: ({ kind }) => (kind === 'started' ? 'voice' : kind === 'ended' ? 'quiet' : kind),
  transcript: ({ kind, text }) => (kind === 'final' ? `"${text}"` : null),
  interruption: () => 'asks for the floor',
  userTurn: ({ text }) => `"${text}"`,
  reply: (event) => (event.kind === 'started' ? 'thinks' : event.kind === 'ended' ? event.reason : null),
  functionCalls: ({ calls }) => calls.map((call) => `${call.function.name}()`).join(' '),
  functionResults: ({ results, background }) =>
    results.map(({ content }) => `${background?.kind === 'progress' ? '…' : '='} ${content}`).join(' '),
  command: ({ kind, utterance }) => `${kind} ${utterance}`,
  event: ({ name, message }) => `${name.slice('on_'.length)}${wordsOf(message)}`,
  error: ({ code, message }) => code ?? message,
  metrics: ({ totalMs }) => `answered after ${totalMs} ms`,
  ended: (reason) => `ended: ${reason}`,
};

function wordsOf(message: unknown): string {
  const { content } = (message ?? {}) as { readonly content?: string };
  return content === undefined ? '' : ` "${content}"`;
}
