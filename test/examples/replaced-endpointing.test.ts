import { createSession, type Stages } from 'antiphon';
import {
  createLlmDouble,
  microphone,
  createSttDouble,
  createTransportDouble,
  createTtsDouble,
  createVadDouble,
  VirtualClock,
} from 'antiphon/testing';
import { expect, test } from 'vitest';
import { atOnce } from '../../examples/replaced-endpointing.ts';

const config = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
} as const;

test('a request that says all is answered while it may still go on, and once', async () => {
  const log = await messages('stop', atOnce(['stop']));
  expect(log).toEqual(['640 on_user_message_added: stop', '940 on_agent_message_added: Good.']);
});

test('anything else waits for the standard endpoint', async () => {
  const waiting = ['1586 on_user_message_added: stop it', '1886 on_agent_message_added: Good.'];
  expect(await messages('stop it', atOnce(['stop it now']))).toEqual(waiting);
  expect(await messages('stop it')).toEqual(waiting);
});

/** When someone who speaks from 320 to 960 ms, a word in 300 ms, is understood, and when they are answered. */
async function messages(text: string, endpointing?: Stages['endpointing']): Promise<readonly string[]> {
  const scheduler = new VirtualClock();
  const audioIn = microphone([{ atMs: 320, forMs: 640 }], { scheduler, frameMs: 32 });
  const agent = { configure_session: () => config, llm_response_handler: createLlmDouble(['Good.'], { scheduler }) };
  const session = createSession(agent, config, createTransportDouble({ audioIn, scheduler }), {
    scheduler,
    ports: {
      vad: createVadDouble({ scheduler }),
      stt: createSttDouble({ says: [text], scheduler }),
      tts: createTtsDouble({ scheduler }),
    },
    stages: { ...(endpointing && { endpointing }) },
  });
  const log: string[] = [];
  session.events$.subscribe(({ name, at, input }) => {
    if ('message' in input) log.push(`${at} ${name}: ${input.message.content}`);
  });
  session.start();
  await scheduler.run(5000);
  return log;
}
