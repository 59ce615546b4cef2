import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../src/core/message.ts';
import { recipe } from './recipe.ts';

type Handler = (input: { readonly messages: readonly ChatMessage[] }) => AsyncIterable<{
  readonly choices: readonly { readonly delta: { readonly content?: string | null } }[];
}>;

async function textOf(answer: ReturnType<Handler>): Promise<string> {
  let text = '';
  for await (const { choices } of answer) text += choices[0]?.delta.content ?? '';
  return text;
}

const system: ChatMessage = { role: 'system', content: 'You are a waiter.' };
const call: ChatMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
};
const result: ChatMessage = { role: 'tool', content: 'none', tool_call_id: 'a' };
const user = (content: string): ChatMessage => ({ role: 'user', content });
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content });

describe('Bring your own language model', () => {
  const ask = async (status: number): Promise<string> => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response('Good evening.', { status }));
    const made = await recipe('cookbook.md', 'Bring your own language model', { fetch });
    return textOf((made as { llm_response_handler: Handler }).llm_response_handler({ messages: [system] }));
  };

  test('speaks what the service answers', () => expect(ask(200)).resolves.toBe('Good evening.'));

  test('does not speak the error of a service that fails', () => expect(ask(500)).rejects.toThrow('500'));
});

describe('Answer from your documents', () => {
  const answerTo = async (messages: readonly ChatMessage[]): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    const made = await recipe('cookbook.md', 'Answer from your documents', {
      find: (question: string) => Promise.resolve(`about ${question}`),
      answer: async function* (given: readonly ChatMessage[]) {
        seen.push(...given);
        yield 'Yes.';
      },
    });
    const { llm_response_handler } = made as { llm_response_handler: Handler };
    expect(await textOf(llm_response_handler({ messages }))).toBe('Yes.');
    return seen;
  };
  const known = { role: 'system', content: 'You know: about soup' };

  test('puts what it knows in front of the question', async () => {
    expect(await answerTo([system, user('soup')])).toEqual([system, known, user('soup')]);
  });

  test('keeps a call and its result together, and looks for the question again', async () => {
    expect(await answerTo([system, user('soup'), call, result])).toEqual([system, known, user('soup'), call, result]);
  });

  test('looks for nothing before the user has spoken', async () => {
    expect(await answerTo([system])).toEqual([system]);
  });
});

describe('Shortening a conversation', () => {
  const shorten = async (messages: readonly ChatMessage[], count?: number): Promise<readonly ChatMessage[]> => {
    const made = await recipe('sessions.md', 'Shortening a conversation', {});
    return (made as { shorten(all: readonly ChatMessage[], count?: number): readonly ChatMessage[] }).shorten(
      messages,
      count,
    );
  };
  const long = [system, user('hello'), assistant('Hello.'), user('soup'), call, result, assistant('No.'), user('fish')];

  test('keeps the instructions, and each call with its result', async () => {
    expect(await shorten(long, 3)).toEqual([system, user('soup'), call, result, assistant('No.'), user('fish')]);
  });

  test('keeps a short one as it is', async () => {
    expect(await shorten(long)).toEqual(long);
  });
});
