import type { ProgressEvent } from './runConversation.ts';
import type { ClientEvent } from './clientEvent.ts';
import { shorten, type Terminal } from './terminal.ts';

/**
 * Creates a progress display: one line that is overwritten on a terminal, otherwise one line for each event.
 *
 * @returns `watch` to show an event, `done` to clear the line
 */
export function createProgress({ live, columns, paint, write }: Terminal): {
  readonly watch: (event: ProgressEvent) => void;
  readonly done: () => void;
} {
  const watch = (event: ProgressEvent): void => {
    if (event.kind === 'hearing' && !live) return;
    const text = textOf(event);
    if (text === '') return;
    const line = shorten(`  ${text}`, columns - 1);
    write(live ? `\r${ERASE_LINE}${paint('dim', line)}` : `${line}\n`);
  };
  return { watch, done: () => live && write(`\r${ERASE_LINE}`) };
}

const ERASE_LINE = '\u001b[K';

function textOf(event: ProgressEvent): string {
  switch (event.kind) {
    case 'line':
      return `you say: ${event.line.name}`;
    case 'hearing':
      return `heard: ${event.text}`;
    case 'event':
      return eventText(event.event);
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
