import { chunk, finish, opening } from '../../../src/testing/doubles/chunks.ts';
import { delay, of } from 'rxjs';
import { AntiphonError } from '../../../src/core/errors.ts';
import { defineAgent } from '../../../src/session/agent.ts';
import type { SessionConfig } from '../../../src/session/config/config.ts';
import { startSession } from '../../../src/session/opening/startSession.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTransportDouble } from '../../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../../src/testing/doubles/vad.ts';
import { types } from '../../support/userActions.ts';
import { describeDelay, describeHistory } from '../describe.ts';
import { once, createRule, type Case, type Outcome, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const ASKED = 500;
const hello = types(ASKED, 'hello');
const CONFIG: SessionConfig = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

export const failures: readonly Rule[] = [
  createRule({
    title: 'A handler that emits nothing',
    rule: 'The first chunk must come within 10 s. Otherwise the reply ends as `failed`, the error is reported, and the session continues.',
    threshold: '10 s',
    play: (firstTokenMs) => ({ user: [hello], llm: [{ text: 'Hm.', firstTokenMs }] }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the first chunk after 9.999 s', 9999, 'user: hello · agent: Hm. · slow_reply after 8000 ms'],
      ['10 s', 10_000, 'user: hello · agent: Hm. · slow_reply after 8000 ms'],
      ['10.001 s', 10_001, 'user: hello · slow_reply after 8000 ms · handler_timeout after 10000 ms'],
    ],
  }),
  createRule({
    title: 'A handler that stops in the middle',
    rule: 'Each further chunk must come within 5 s. Otherwise the agent speaks the whole sentences that have arrived, and the reply ends.',
    threshold: '5 s',
    play: (tokenMs) => ({ user: [hello], llm: [{ text: ['One two. ', 'Three.'], tokenMs }] }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the next chunk after 4.999 s', 4999, 'user: hello · agent: One two. Three.'],
      ['5 s, after the deadline', 5000, 'user: hello · agent: One two. · handler_timeout after 5000 ms'],
      ['5.001 s', 5001, 'user: hello · agent: One two. · handler_timeout after 5000 ms'],
    ],
  }),
  createRule({
    title: 'A TTS provider that sends nothing',
    rule: 'The first audio for a text must come within 5 s.',
    threshold: '5 s',
    play: (firstAudioMs) => ({ user: [hello], llm: ['One two.'], tts: { firstAudioMs } }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the first audio after 4.999 s', 4999, 'user: hello · agent: One two.'],
      ['5 s', 5000, 'user: hello · agent: One two.'],
      ['5.001 s', 5001, 'user: hello · tts_timeout after 5000 ms'],
    ],
  }),
  createRule({
    title: 'A TTS provider that stops in the middle',
    rule: 'Further audio must come within 3 s after the audio before it has been played. The client plays the audio that arrived.',
    threshold: '3 s',
    play: (silentMs) => ({ user: [hello], llm: ['Oh.'], tts: { speed: 100 / (100 + silentMs) } }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['2.999 s of silence', 2999, 'user: hello · agent: Oh.'],
      ['3 s', 3000, 'user: hello · agent: Oh.'],
      ['3.001 s', 3001, 'user: hello · tts_timeout after 3100 ms'],
    ],
  }),
  createRule({
    title: 'A failed reply still says its complete sentences',
    rule: 'Complete sentences that have arrived are still played. A fragment that was not sent to the TTS provider is dropped.',
    threshold: 'the end of the first sentence',
    play: (failAfterTokens) => ({ user: [hello], llm: [{ text: 'One two three. Four five.', failAfterTokens }] }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the stream fails after “One two”', 2, 'user: hello · handler_failed after 0 ms'],
      ['after “One two three.”', 3, 'user: hello · agent: One two three. · handler_failed after 0 ms'],
      ['after “One two three. Four”', 4, 'user: hello · agent: One two three. · handler_failed after 0 ms'],
    ],
  }),
  createRule({
    title: 'A stalled model is spoken up to its last whole word',
    rule: 'After 1 s without a chunk, the text that has arrived goes to the TTS provider, even in the middle of a sentence.',
    threshold: '1 s',
    play: (tokenMs) => ({ user: [hello], llm: [{ text: ['One two ', 'three.'], tokenMs }] }),
    result: (conversation) => `the agent begins ${describeDelay(conversation, 'agent_started_speaking', ASKED)}`,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the next chunk after 999 ms', 999, 'the agent begins after 999 ms'],
      ['1000 ms', 1000, 'the agent begins after 1000 ms'],
      ['1001 ms', 1001, 'the agent begins after 1000 ms'],
    ],
  }),
  createRule({
    title: 'A slow reply is reported',
    rule: 'A reply that has run for 8 s without a sound is reported as `slow_reply`, and again every 8 s. It continues.',
    threshold: '8 s',
    play: (firstTokenMs) => ({ user: [hello], llm: [{ text: 'Hm.', firstTokenMs }] }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['its first sound after 7.999 s', 7999, 'user: hello · agent: Hm.'],
      ['8 s', 8000, 'user: hello · agent: Hm.'],
      ['8.001 s', 8001, 'user: hello · agent: Hm. · slow_reply after 8000 ms'],
    ],
  }),
  createRule({
    title: 'A slow reply is reported again',
    rule: 'The report names what the reply is waiting for: the handler, the TTS provider, a function, the user.',
    threshold: '16 s',
    play: (ms) => ({
      user: [hello],
      llm: [{ calls: [{ name: 'look' }] }, 'So.'],
      functions: { look: (clock) => of('seven').pipe(delay(ms, clock)) },
      untilMs: 20_000,
    }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      [
        'its first sound after 15.999 s',
        15_999,
        'user: hello · agent calls · result: seven · agent: So. · slow_reply after 8000 ms',
      ],
      ['16 s', 16_000, 'user: hello · agent calls · result: seven · agent: So. · slow_reply after 8000 ms'],
      [
        '16.001 s',
        16_001,
        'user: hello · agent calls · result: seven · agent: So. · slow_reply after 8000 ms · slow_reply after 16000 ms',
      ],
    ],
  }),
  createRule({
    title: 'A failure before a word was heard',
    rule: 'If `on_failure_message` is set, the agent says it once when the model or the voice has failed before a word was heard.',
    threshold: 'the end of the first sentence',
    play: (failAfterTokens) => ({
      user: [hello],
      config: { on_failure_message: 'Sorry?' },
      llm: [{ text: 'One two three. Four five.', failAfterTokens }],
    }),
    result: failureOf,
    shows: { fromMs: ASKED, toMs: 20_000 },
    cases: [
      ['the stream fails after “One two”', 2, 'user: hello · agent: Sorry? · handler_failed after 0 ms'],
      ['after “One two three.”', 3, 'user: hello · agent: One two three. · handler_failed after 0 ms'],
      ['after “One two three. Four”', 4, 'user: hello · agent: One two three. · handler_failed after 0 ms'],
    ],
  }),
  createRule({
    title: 'An empty reply',
    rule: 'A reply that completes without a letter or a digit is reported as `empty_reply`, because no voice can say it.',
    threshold: 'one word',
    play: (text) => ({ user: [hello], llm: [text] }),
    result: failureOf,
    cases: [
      ['no word', '', 'user: hello · empty_reply after 0 ms'],
      ['no letter', '…', 'user: hello · empty_reply after 0 ms'],
      ['one word', 'Yes.', 'user: hello · agent: Yes.'],
      ['two words', 'Yes, sir.', 'user: hello · agent: Yes, sir.'],
    ],
  }),
  createRule({
    title: 'What a chunk may contain',
    rule: 'A chunk that cannot be understood ends the reply, and the error names the field. Known deviations of real services are accepted and reported once.',
    threshold: 'one choice in a chunk',
    play: (choices) => ({
      user: [hello],
      agent: {
        llm_response_handler: () => of(opening(), { ...chunk('One.'), choices: choicesOf(choices) }, finish()) as never,
      },
    }),
    result: failureOf,
    cases: [
      ['a chunk without a choice', 0, 'user: hello · empty_reply after 0 ms'],
      ['with one', 1, 'user: hello · agent: One.'],
      ['with two', 2, 'user: hello · chunk_invalid after 0 ms'],
    ],
  }),
  {
    title: 'A session that cannot be configured',
    rule: 'If `configure_session` takes longer than 10 s, the session does not start, and its caller gets `config_timeout`.',
    threshold: '10 s',
    cases: [
      configured('it returns after 9.999 s', 9999, 'the session starts'),
      configured('10 s, after the deadline', 10_000, 'config_timeout'),
      configured('10.001 s', 10_001, 'config_timeout'),
    ],
  },
];

function failureOf(conversation: Conversation): string {
  return [
    describeHistory(conversation),
    ...conversation.reported.map(({ atMs, text }) => `${text} after ${atMs - ASKED} ms`),
  ].join(' · ');
}

function choicesOf(count: number): readonly unknown[] {
  return Array(count).fill(chunk('One.').choices[0]);
}

/** How the start of a session ends whose configuration takes so long. */
function configured(name: string, ms: number, expected: string): Case {
  const start = async (): Promise<Outcome> => {
    const clock = new VirtualClock();
    const configure_session = (): Promise<SessionConfig> => clock.sleep(ms).then(() => CONFIG);
    const agent = defineAgent({ configure_session, llm_response_handler: createLlmDouble([]) });
    const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
    const started = startSession(agent, createTransportDouble({ scheduler: clock }), { scheduler: clock, ports }).then(
      () => 'the session starts',
      (error: unknown) => (error instanceof AntiphonError ? error.code : String(error)),
    );
    await clock.run(11_000);
    return { result: await started, picture: '' };
  };
  return { name, expected, outcome: once(start) };
}
