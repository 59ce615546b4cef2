import type { FakeReply, FakeVendor } from './kit/fake.ts';
import { createConversation } from './openaiConversation/conversation.ts';
import type { ConversationScript } from './openaiConversation/script.ts';
import { SERVICES, type ServiceName } from './openaiConversation/services.ts';

export interface OpenAiConversationFakeOptions extends ConversationScript {
  /** @default 'fake-key' */
  readonly key?: string;
  /** @default 'openai' */
  readonly service?: ServiceName;
}

/** A service with OpenAI's realtime API, which refuses what the service refuses. */
export function createOpenAiConversationFake({
  key = 'fake-key',
  service = 'openai',
  ...script
}: OpenAiConversationFakeOptions): FakeVendor {
  let responses = 0;
  return {
    validate: (request) => SERVICES[service].validateUpgrade(request, key),
    refuse,
    connect: (socket) =>
      createConversation(
        socket,
        script,
        SERVICES[service],
        () => script.responses[responses++] ?? script.responses.at(-1) ?? { items: [] },
      ),
  };
}

function refuse(status: number): FakeReply {
  const error = { message: `Refused with ${status}.`, type: 'invalid_request_error', code: null };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }), plain: true };
}
