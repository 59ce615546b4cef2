import type { ClientRequest, FakeReply, FakeVendor } from './kit/fake.ts';
import { createConversation } from './openaiConversation/conversation.ts';
import type { ConversationScript } from './openaiConversation/script.ts';

export interface OpenAiConversationFakeOptions extends ConversationScript {
  /** @default 'fake-key' */
  readonly key?: string;
}

/** OpenAI's realtime API for conversations, which refuses what the service refuses. */
export function createOpenAiConversationFake({
  key = 'fake-key',
  ...script
}: OpenAiConversationFakeOptions): FakeVendor {
  return {
    validate: (request) => validateUpgrade(request, key),
    refuse,
    connect: (socket) => createConversation(socket, script),
  };
}

function validateUpgrade({ kind, path, query, headers }: ClientRequest, key: string): readonly string[] {
  const parameters = query.map((pair) => pair.join('='));
  return [
    ...(kind === 'upgrade' && path === '/v1/realtime' ? [] : [`the path ${path}`]),
    ...(parameters.length === 1 && /^model=./u.test(parameters[0] ?? '') ? [] : [`the query ${parameters.join('&')}`]),
    ...(headers['authorization'] === `Bearer ${key}` ? [] : ['no bearer token']),
    ...(headers['openai-beta'] === undefined ? [] : ['the beta interface']),
  ];
}

function refuse(status: number): FakeReply {
  const error = { message: `Refused with ${status}.`, type: 'invalid_request_error', code: null };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }), plain: true };
}
