import type { ChatMessage, FunctionCall, Message } from '../../src/core/message.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });
const answer = (tool_call_id: string, content: string): ChatMessage => ({ role: 'tool', tool_call_id, content });

/** The longest usual id of a model. */
export const ID = 'call_0123456789abcdefghijklmn';

function createCall(id: string, name = 'find_table'): FunctionCall {
  return { id, type: 'function', function: { name, arguments: '{"guests":2}' } };
}

function calls(...called: readonly FunctionCall[]): ChatMessage {
  return { role: 'assistant' satisfies Message['role'], content: '', tool_calls: [...called] };
}

/** A history with a call in the background: its acknowledgement, beside another result, its progress, and its result. */
export const background: ChatMessage[] = [
  { role: 'system', content: 'You are a concierge.' },
  agent('Good evening.'),
  user('A table for two.'),
  calls(createCall(ID), createCall('c1', 'look')),
  answer(ID, 'running in the background: the result follows'),
  answer('c1', 'sunny'),
  agent('It is sunny, and I am on it.'),
  calls(createCall(`${ID}:update100`)),
  answer(`${ID}:update100`, 'four of five are asked'),
  user('Thanks.'),
  agent('You are welcome.'),
  calls(createCall(`${ID}:result`)),
  answer(`${ID}:result`, 'table 4'),
];
