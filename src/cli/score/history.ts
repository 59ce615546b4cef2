import type { FunctionCall, FunctionResult, MessageInput } from '../../core/message.ts';
import type { Recording } from '../../record/format.ts';
import { allOut } from '../../replay/lines.ts';

/** A message of the history and the time at which it was added. The messages of the config have time 0. */
export interface TimedMessage {
  readonly atMs: number;
  readonly message: MessageInput;
}

/**
 * Reads the history from the events: the messages of the config, what was said, and the functions' calls and results.
 * What the application adds or replaces during the call is not in the events.
 */
export function readHistory({ head, lines }: Pick<Recording, 'head' | 'lines'>): readonly TimedMessage[] {
  const first = head.config.initial_messages.map((message) => ({ atMs: 0, message }));
  const added = allOut(lines, 'event').flatMap(({ t, v }) => readMessages(v).map((message) => ({ atMs: t, message })));
  return [...first, ...added];
}

interface EventFields {
  readonly name: string;
  readonly message?: MessageInput;
  readonly function_calls?: readonly FunctionCall[];
  readonly results?: readonly FunctionResult[];
}

function readMessages(event: object): readonly MessageInput[] {
  const { name, message, function_calls: calls, results = [] } = event as EventFields;
  if (name === 'on_user_message_added' || name === 'on_agent_message_added')
    return message === undefined ? [] : [message];
  if (name === 'on_function_calls_collected' && calls !== undefined)
    return [{ role: 'assistant', content: null, tool_calls: calls }];
  return name === 'on_function_calls_executed'
    ? results.map(({ tool_call_id, content }) => ({ role: 'tool', content, tool_call_id }))
    : [];
}
