import type { ChatMessage } from '../../../src/core/message.ts';
import { timed } from '../scenario.ts';
import type { Recording } from '../recording.ts';
import { mayHandOver } from './handoffs.ts';
import { isInstructed } from './replies.ts';
import { walk } from './walk.ts';

/** The acts so far, the instructions as they are now, and those with which each reply began. */
interface Instructed {
  readonly acts: number;
  readonly now: string;
  readonly replies: Readonly<Record<number, string>>;
  readonly reply: number;
}

/** A reply has the instructions of the last update before it began, in all its rounds. */
export function updatesChangeWholeReplies(recording: Recording): readonly string[] {
  // Each agent has instructions of its own.
  if (mayHandOver(recording)) return [];
  const acts = timed(recording.scenario.acts).map(({ act }) => act);
  return walk<Instructed>(recording, {
    initial: { acts: 0, now: '', replies: {}, reply: -1 },
    remember: (memory, { of, value }) => {
      if (of === 'reply' && value.kind === 'started')
        return { ...memory, reply: value.turn, replies: { [value.turn]: memory.now, ...memory.replies } };
      if (of !== 'act' || value === 'ended' || value.endsWith(' over')) return memory;
      const act = acts[memory.acts];
      const changes = act?.kind === 'update' && act.changes.includes('instructions');
      return { ...memory, acts: memory.acts + 1, now: changes ? `U${memory.acts}` : memory.now };
    },
    fault: ({ replies, reply }, { of, value }) => {
      if (of !== 'handler') return null;
      const [got, expected] = [instructionsOf(value), replies[reply] ?? ''];
      return got === expected ? null : `the handler is instructed "${got}" in a reply that began with "${expected}"`;
    },
  });
}

function instructionsOf([first]: readonly ChatMessage[]): string {
  return first?.role === 'system' && !isInstructed([first]) ? String(first.content) : '';
}
