import type OpenAI from 'openai';
import { describe, expectTypeOf, test } from 'vitest';
import {
  defineAgent,
  TTS,
  type Agent,
  type ChatCompletionChunk,
  type ConfigureSessionInput,
  type FunctionResult,
  type LLMResponseHandlerInput,
  type Message,
  type MessageInput,
  type OnAgentInterruptedInput,
  type OnUserMessageAddedInput,
  type ProsodyConfig,
  type SessionConfig,
  type Voice,
  type VoiceSettings,
} from '../../src/index.ts';

interface Guest {
  name: string;
}

declare const config: SessionConfig;
declare function configure(input: ConfigureSessionInput): Promise<SessionConfig>;
declare const openai: OpenAI;
declare const result: FunctionResult;
declare function respond(input: LLMResponseHandlerInput): AsyncIterable<ChatCompletionChunk>;
declare function remember(input: OnUserMessageAddedInput): Promise<void>;

describe('the messages of llm_response_handler', () => {
  test('are Messages', () => {
    expectTypeOf<LLMResponseHandlerInput['messages']>().toExtend<Message[]>();
    expectTypeOf<LLMResponseHandlerInput['messages']>().toExtend<readonly MessageInput[]>();
  });

  test('go to the client of OpenAI without a cast', () => {
    type Asked = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;
    expectTypeOf<LLMResponseHandlerInput['messages']>().toExtend<Asked['messages']>();
    const answered = ({ messages, signal, tools }: LLMResponseHandlerInput<Guest>) =>
      openai.chat.completions.create({ model: 'm', messages, stream: true, ...(tools && { tools }) }, { signal });
    expectTypeOf(answered).toExtend<Agent<Guest>['llm_response_handler']>();
  });

  test('may be kept with what events bring, and given to the next session', () => {
    const kept: Message[] = [{ role: 'user', content: 'hello' }];
    const keep = ({ messages }: LLMResponseHandlerInput): number => kept.push(...messages);
    const add = ({ message }: OnAgentInterruptedInput): number => kept.push(message);
    expectTypeOf([keep, add]).items.returns.toBeNumber();
    expectTypeOf({ ...config, initial_messages: kept }).toExtend<SessionConfig>();
    expectTypeOf({ ...config, initial_messages: [...kept, result] }).toExtend<SessionConfig>();
  });
});

describe('a message', () => {
  test('needs no more than its role and its text', () => {
    expectTypeOf<{ role: 'user'; content: string }>().toExtend<Message>();
    expectTypeOf<{ role: 'robot'; content: string }>().not.toExtend<Message>();
    expectTypeOf<{ role: 'user' }>().not.toExtend<Message>();
  });

  test('has its name and tool_call_id in every event', () => {
    expectTypeOf<OnUserMessageAddedInput['message']['name']>().toEqualTypeOf<string | null>();
    expectTypeOf<OnUserMessageAddedInput['message']['tool_call_id']>().toEqualTypeOf<string | null>();
    expectTypeOf<OnUserMessageAddedInput['message']>().toExtend<Message>();
  });
});

describe('the names of the interface', () => {
  test('need no type arguments', () => {
    const agent: Agent = {
      configure_session: configure,
      llm_response_handler: respond,
      on_user_message_added: remember,
    };
    expectTypeOf(agent).toEqualTypeOf<Agent<object>>();
    expectTypeOf<LLMResponseHandlerInput>().toEqualTypeOf<LLMResponseHandlerInput<object>>();
  });

  test('fit an agent of any session data', () => {
    const session_data: Guest = { name: 'Ada' };
    const agent = defineAgent({
      configure_session: () => ({ ...config, session_data }),
      llm_response_handler: respond,
      on_user_message_added: remember,
    });
    expectTypeOf(agent).toEqualTypeOf<Agent<Guest>>();
  });

  test('include the settings of voices', () => {
    const settings: VoiceSettings = { stability: 0.7, similarity_boost: 0.5 };
    const voice: Voice = { id: 'i', name: 'n', category: 'premade', settings };
    const prosody: ProsodyConfig = { rate: 'fast' };
    expectTypeOf(TTS.ElevenLabs({ api_key: 'k', voice })).toExtend<SessionConfig['tts']>();
    expectTypeOf(TTS.Azure({ api_key: 'k', region: 'eastus', prosody })).toExtend<SessionConfig['tts']>();
  });
});
