// The agent of the nodes: real voice activity detection, doubles for the recogniser and the voice. It answers `recite` with all that the
// user has said, and so it does words behind it, which have cut that answer.
import { randomUUID } from 'node:crypto';
import { chunk, createTtsDouble } from 'antiphon/testing';
import { filter, mergeMap } from 'rxjs';
import { AUTH_TOKEN, PUBLIC_URL } from './access.mjs';

/** Recognises another word in each segment. */
const stt = {
  name: 'bench',
  sampleRate: 16_000,
  finalTimeoutMs: 1000,
  interims: false,
  transcribe: (speech) =>
    speech.pipe(
      filter(({ kind }) => kind === 'end'),
      mergeMap(async ({ segment }) => ({ kind: 'final', segment, text: `word ${randomUUID().slice(0, 8)}` })),
    ),
};

export const agent = {
  configure_session: () => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
  }),
  llm_response_handler: async function* ({ messages }) {
    const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    yield chunk(said.some((text) => text.includes('recite')) ? `You said ${said.join(', ')}, done.` : 'Yes.');
  },
};

export const options = {
  ports: { stt, tts: createTtsDouble() },
  authenticate: () => ({ name: 'bench', scopes: ['sessions:start', 'sessions:read', 'metrics'] }),
  public_url: PUBLIC_URL,
  twilio: { auth_token: AUTH_TOKEN },
};
