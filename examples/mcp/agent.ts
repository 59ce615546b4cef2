import { defineAgent, STT, TTS, VAD, type Agent, type ChatMessage } from 'antiphon';
import { mcpTools, type McpClient } from 'antiphon/llm';
import { streamAnswer, type Answer } from '../concierge/completion.ts';
import { createNotes } from './notes.ts';

/** Creates an agent that has the tools of a server of the Model Context Protocol. The model's part is played by rules. */
export async function createAgent(client: McpClient): Promise<Agent<object>> {
  return defineAgent({
    configure_session: () => ({
      vad: VAD.Silero(),
      stt: STT.Local({ grammar: '#JSGF V1.0; grammar notes; public <sentence> = buy milk | call ada;' }),
      tts: TTS.Local(),
      initial_messages: [],
      session_data: {},
      interrupt_phrases: 'default',
    }),
    llm_response_handler: ({ messages }) => streamAnswer(answerOf(messages)),
    functions: await mcpTools(client, { timeout: 5 }),
  });
}

function answerOf(messages: readonly ChatMessage[]): Answer {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: `I have noted it, ${last.content}.` };
  return { text: '', calls: [{ name: 'add_note', arguments: { text: last?.content ?? '' } }] };
}

export const agent: Agent<object> = await createAgent(createNotes());
