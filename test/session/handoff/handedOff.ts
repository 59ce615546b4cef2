import type { LlmReply } from '../../../src/testing/doubles/streamReply.ts';
import type { Agent, LLMResponseHandlerInput } from '../../../src/session/agent.ts';
import type { SessionConfig } from '../../../src/session/config/config.ts';
import { handoff } from '../../../src/session/agentCode/handoff.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import {
  createFunction,
  createTestSession,
  type TestSession,
  type TestSessionOptions,
} from '../../support/testSession.ts';

export const CALL: LlmReply = { calls: [{ name: 'transfer', arguments: {} }] };

/** The config of "billing". */
export const BILLING_CONFIG: SessionConfig<{ id: number }> = {
  initial_messages: [{ role: 'system', content: 'You are billing.' }],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: { id: 0 },
};

export interface Seen {
  readonly messages: readonly string[];
  readonly tools: readonly string[];
  readonly data: unknown;
}

export interface HandedOff extends TestSession {
  readonly seen: readonly Seen[];
  readonly heard: readonly string[];
  type(atMs: number, text: string): void;
}

export interface Options extends TestSessionOptions {
  readonly handed?: object;
  readonly billing?: Partial<Agent<{ id: number }>>;
  readonly transfer?: (billing: Agent<{ id: number }>, clock: VirtualClock) => unknown;
  /** Further functions of reception. */
  readonly more?: NonNullable<Agent['functions']>;
  readonly answers?: Parameters<typeof createLlmDouble>[0];
}

/** A session whose agent "reception" hands off to "billing". */
export function create(options: Options = {}): HandedOff {
  const clock = new VirtualClock();
  const seen: Seen[] = [];
  const heard: string[] = [];
  const answer = createLlmDouble(options.answers ?? ['This is billing.', 'Bye.'], { scheduler: clock });
  const note = (input: { readonly agent?: string | undefined; readonly message: { readonly content: string } }) =>
    heard.push(`${input.agent}: ${input.message.content}`);
  const billing: Agent<{ id: number }> = {
    name: 'billing',
    configure_session: () => BILLING_CONFIG,
    llm_response_handler: (input: LLMResponseHandlerInput<{ id: number }>) => {
      seen.push({
        messages: input.messages.map(({ role, content }) => `${role}: ${String(content)}`),
        tools: (input.tools ?? []).map((tool) => tool.function.name),
        data: input.session_data,
      });
      return answer(input);
    },
    on_agent_message_added: (input) => heard.push(`billing hears ${input.agent}, ${input.session_data.id}`),
    functions: { refund: createFunction(() => 'refunded') },
    ...options.billing,
  };
  const transfer = options.transfer ?? ((to) => handoff(to, { session_data: { id: 7 }, ...options.handed }));
  const made = createTestSession({
    clock,
    llm: [{ text: 'One moment.', ...CALL }, 'Back here.'],
    config: { initial_messages: [{ role: 'system', content: 'You are reception.' }] },
    ...options,
    agent: {
      name: 'reception',
      on_agent_message_added: note,
      functions: { transfer: createFunction(() => transfer(billing, clock)), ...options.more },
      ...options.agent,
    },
  });
  return { ...made, seen, heard, type: (atMs, text) => clock.schedule(() => made.io.user.text.next(text), atMs) };
}
