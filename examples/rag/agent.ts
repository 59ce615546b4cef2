import { defineAgent, STT, TTS, VAD, type Agent, type ChatMessage } from 'antiphon';
import { chunks } from 'antiphon/llm';
import { findPassages } from './passages.ts';

const GRAMMAR = `#JSGF V1.0;
grammar museum;
public <sentence> = when do you open | what is a ticket for students | can i bring my dog | who painted this;
`;

/** An agent that answers from passages it has found. They are for this answer only: the history does not get them. */
export const agent: Agent<object> = defineAgent({
  configure_session: () => ({
    vad: VAD.Silero(),
    stt: STT.Local({ grammar: GRAMMAR }),
    tts: TTS.Local(),
    initial_messages: [{ role: 'system', content: 'Answer from the passages, or say that you do not know.' }],
    session_data: {},
    interrupt_phrases: 'default',
  }),
  llm_response_handler: ({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === 'user');
    const passages = findPassages(messages[at]?.content ?? '');
    const found: ChatMessage = { role: 'system', content: `Passages: ${passages.join(' ')}` };
    // In front of the question: behind a call comes its result, and nothing else.
    return chunks(model(at < 0 ? messages : messages.toSpliced(at, 0, found)));
  },
});

/** A model that reads out what it was given: yours gets the same messages. */
async function* model(messages: readonly ChatMessage[]): AsyncGenerator<string> {
  const passages = messages.findLast(({ role }) => role === 'system')?.content.replace(/^Passages: /u, '') ?? '';
  yield passages === '' ? 'I do not know.' : passages;
}
