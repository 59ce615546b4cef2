import type { ChatMessage, Tool } from '../../src/core/message.ts';
import type { ConverseOptions, SpeechToSpeech } from '../../src/core/speechToSpeech.ts';
import { buildSocketUrl } from '../../src/wire/endpoint.ts';
import { withExtraBody, withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { createWebSocketSpeechModel } from '../../src/wire/speechModel/createWebSocketSpeechModel.ts';
import type { AdapterOptions } from '../../src/wire/wireDeps.ts';
import { openAiOrigin } from './address.ts';
import { ConversationDialect } from './conversationDialect.ts';
import { parseSettings } from '../../src/core/parseSettings.ts';
import { REALTIME_RATE } from './realtimeDialect.ts';
import {
  openAiSpeechModelSchema,
  type FilledOpenAiSpeechModel,
  type OpenAiSpeechModelSettings,
} from './speechModelSettings.ts';

/** OpenAI ends a conversation after 60 min. */
const MAX_AGE_MS = 59 * 60_000;

/** Creates a speech model over `wss …/v1/realtime`. @throws AntiphonError `usage_invalid` for invalid settings */
export function openAiSpeechModel(settings: OpenAiSpeechModelSettings, options?: AdapterOptions): SpeechToSpeech {
  const filled = parseSettings('openAiSpeechModel', 'openai', openAiSpeechModelSchema(), settings);
  const { api_key, base_url, model, output, extra } = filled;
  const query = withExtraQuery([['model', model]], extra);
  const url = buildSocketUrl({ origin: openAiOrigin(base_url), path: '/v1/realtime', query });
  const headers = withExtraHeaders({ authorization: `Bearer ${api_key}` }, extra);
  return createWebSocketSpeechModel(
    {
      name: 'openai',
      model,
      sampleRate: REALTIME_RATE,
      output,
      request: () => ({ url, headers }),
      dialect: (conversation) => createDialect(filled, conversation),
      maxAgeMs: MAX_AGE_MS,
    },
    options,
  );
}

function createDialect(settings: FilledOpenAiSpeechModel, { history, tools }: ConverseOptions): ConversationDialect {
  const instructions = (): string => instructionsOf(history());
  const changes = (): JsonObject => ({
    type: 'realtime',
    instructions: instructions(),
    tools: tools().map(toRealtimeTool),
  });
  return new ConversationDialect({
    session: () => withExtraBody({ ...changes(), ...createSession(settings) }, settings.extra),
    changes,
    instructions,
    items: () => history().flatMap(toItems),
    sampleRate: REALTIME_RATE,
  });
}

function createSession({ output, voice, speed, transcription_model: model }: FilledOpenAiSpeechModel): JsonObject {
  const format = { type: 'audio/pcm', rate: REALTIME_RATE };
  const transcription = model === '' ? null : { model };
  const input = { format, turn_detection: null, transcription };
  const audio = output === 'text' ? { input } : { input, output: { format, voice, speed } };
  return { output_modalities: [output], tool_choice: 'auto', audio };
}

function instructionsOf(messages: readonly ChatMessage[]): string {
  const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return texts.join('\n\n');
}

function toRealtimeTool({ type, function: { name, description, parameters } }: Tool): JsonObject {
  return { type, name, ...(description !== undefined && { description }), parameters };
}

/** Converts a message to items of the conversation. System messages are instructions. */
function toItems(message: ChatMessage): readonly JsonObject[] {
  const { role, content } = message;
  if (role === 'system') return [];
  if (role === 'tool') return [{ type: 'function_call_output', call_id: message.tool_call_id, output: content }];
  if (role === 'user') return [{ type: 'message', role, content: [{ type: 'input_text', text: content }] }];
  const spoken = { type: 'message', role, content: [{ type: 'output_text', text: content }] };
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
    type: 'function_call',
    call_id: id,
    name: called.name,
    arguments: called.arguments,
  }));
  return [...(content === '' ? [] : [spoken]), ...calls];
}
