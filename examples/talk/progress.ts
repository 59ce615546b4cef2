import type { ProgressEvent } from './runConversation.ts';
import type { ClientEvent } from './clientEvent.ts';
import { shorten } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/**
 * Says what happens while it happens: on a terminal in one line that is written over, elsewhere in a line each.
 *
 * @returns what to tell, and how to leave the line when all is over
 */
export function createProgress({ live, columns, paint, write }: Terminal): {
  readonly watch: (happening: ProgressEvent) => void;
  readonly done: () => void;
} {
  const watch = (happening: ProgressEvent): void => {
    if (happening.kind === 'hearing' && !live) return;
    const text = textOf(happening);
    if (text === '') return;
    const line = shorten(`  ${text}`, columns - 1);
    write(live ? `\r${ERASE_LINE}${paint('dim', line)}` : `${line}\n`);
  };
  return { watch, done: () => live && write(`\r${ERASE_LINE}`) };
}

const ERASE_LINE = '\u001b[K';

function textOf(happening: ProgressEvent): string {
  switch (happening.kind) {
    case 'line':
      return `you say: ${happening.line.name}`;
    case 'hearing':
      return `heard: ${happening.text}`;
    case 'event':
      return eventText(happening.event);
  }
}

function eventText({ name, input }: ClientEvent): string {
  switch (name) {
    case 'on_user_message_added':
      return `understood: ${input.message.content}`;
    case 'on_function_calls_collected':
      return `calls ${input.function_calls.map(({ function: { name: called } }) => called).join(', ')}`;
    case 'on_agent_started_speaking':
      return 'the agent speaks';
    case 'on_agent_interrupted':
      return 'interrupted';
    case 'on_agent_message_added':
      return `the agent said: ${input.message.content}`;
    default:
      return '';
  }
}
