import type { FunctionCall, Message } from 'antiphon';
import type { ClientEvent } from './clientEvent.ts';
import type { SessionLog } from './sessionLog.ts';
import { wrap, type Terminal } from './terminal.ts';

type Page = Pick<Terminal, 'columns' | 'paint'>;

/** Formats the history: messages, function calls and their results. */
export function formatConversation({ history, events }: SessionLog, { columns, paint }: Page): readonly string[] {
  const interrupted = new Set(
    events.flatMap(({ name, input }) => (name === 'on_agent_interrupted' ? [input.message.content] : [])),
  );
  return history.flatMap((message) =>
    speeches(message).flatMap(({ who, text }) => {
      const said = who === 'agent' && interrupted.has(text) ? `${text} … (interrupted)` : text;
      const [first = '', ...others] = wrap(said, columns - SPEAKER_COLUMNS);
      const speaker = paint(who === 'agent' ? 'green' : 'cyan', who.padEnd(SPEAKER_COLUMNS));
      return [speaker + first, ...others.map((line) => ' '.repeat(SPEAKER_COLUMNS) + line)];
    }),
  );
}

/** Formats the nine events with their times. */
export function formatEvents({ events }: SessionLog, { columns, paint }: Page): readonly string[] {
  return events.flatMap((event) => {
    const seconds = (event.at / 1000).toFixed(2).padStart(7);
    const head = `${seconds} s  ${event.name}`;
    const details = wrap(detailOf(event), columns - DETAIL_COLUMNS).filter((line) => line !== '');
    return [head, ...details.map((line) => ' '.repeat(DETAIL_COLUMNS) + paint('dim', line))];
  });
}

const SPEAKER_COLUMNS = 8;
const DETAIL_COLUMNS = 13;

interface Speech {
  readonly who: 'you' | 'agent' | '';
  readonly text: string;
}

function speeches({ role, content, tool_calls: calls = [] }: Message): readonly Speech[] {
  switch (role) {
    case 'system':
      return [];
    case 'user':
      return [{ who: 'you', text: content }];
    case 'tool':
      return content === '' ? [] : [{ who: '', text: `<- ${content}` }];
    case 'assistant':
      return calls.length > 0
        ? calls.map((call) => ({ who: '', text: `-> ${callText(call)}` }))
        : [{ who: 'agent', text: content }];
  }
}

function detailOf(event: ClientEvent): string {
  switch (event.name) {
    case 'on_user_message_added':
    case 'on_agent_message_added':
    case 'on_agent_interrupted':
      return event.input.message.content;
    case 'on_function_calls_collected':
      return event.input.function_calls.map(callText).join(', ');
    case 'on_function_calls_executed':
      return event.input.results.map(({ function: { name }, content }) => `${name}: ${content}`).join(', ');
    default:
      return '';
  }
}

function callText({ function: { name, arguments: args } }: FunctionCall): string {
  return `${name}(${args})`;
}
