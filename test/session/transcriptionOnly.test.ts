import { describe, expect, expectTypeOf, it } from 'vitest';
import { TTS } from '../../providers/names.ts';
import { defineAgent, type Agent, type TranscribingAgent } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { createSession } from '../../src/session/opening/createSession.ts';
import { handoff } from '../../src/session/agentCode/handoff.ts';
import { startSession } from '../../src/session/opening/startSession.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';

const config: SessionConfig & { transcription_only: true } = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
  transcription_only: true,
};
const { transcription_only: _, ...answering } = config;

/** As it comes from JavaScript. */
const untyped = { configure_session: () => answering } as unknown as TranscribingAgent;

describe('an agent without a handler', () => {
  const MESSAGE =
    'agent.llm_response_handler: expected a function, or `model` or `transcription_only: true` in the config that configure_session returns, got undefined';

  it('transcribes, in a session that is created or started', async () => {
    const agent = defineAgent({ name: 'writer', configure_session: () => config });
    expect(agent.name).toBe('writer');
    const scheduler = new VirtualClock();
    const io = createTransportDouble({ scheduler });
    expect(() => createSession(agent, config, io, { scheduler })).not.toThrow();
    const session = await startSession(agent, createTransportDouble({ scheduler }), { scheduler });
    session.close('ended_by_api');
  });

  it('may be an instance of a class', () => {
    class Writer {
      readonly name = 'writer';
      configure_session(): typeof config {
        return config;
      }
    }
    const agent = defineAgent(new Writer());
    expect(agent.configure_session({} as never)).toBe(config);
    expect(agent).toBeInstanceOf(Writer);
  });

  it('is refused by a session that is to answer', async () => {
    const scheduler = new VirtualClock();
    const io = createTransportDouble({ scheduler });
    const refused = { code: 'usage_invalid', details: { path: 'agent.llm_response_handler' }, message: MESSAGE };
    expect(() => createSession(defineAgent(untyped), answering, io, { scheduler })).toThrow(
      expect.objectContaining(refused),
    );
    await expect(startSession(defineAgent(untyped), io, { scheduler })).rejects.toMatchObject(refused);
  });

  it('is refused as the one that a conversation is handed to', () => {
    const agent = defineAgent({ name: 'writer', configure_session: () => config });
    expect(() => handoff(agent, { session_data: {} })).toThrow(
      'handoff(): agent.llm_response_handler: expected a function',
    );
  });

  it('that was not made by defineAgent is refused, with what to do', () => {
    const io = createTransportDouble({ scheduler: new VirtualClock() });
    expect(() => createSession(untyped as unknown as Agent, config, io)).toThrow(
      'agent.llm_response_handler: expected a function, got nothing; use defineAgent for an agent without a handler, which only transcribes',
    );
  });

  it('what is no agent is still refused where it is used', () => {
    const io = createTransportDouble({ scheduler: new VirtualClock() });
    for (const wrong of [undefined, null, 7, { llm_response_handler: 'x' }])
      expect(() => createSession(defineAgent(wrong as never), config, io)).toThrow(
        expect.objectContaining({ code: 'usage_invalid' }),
      );
  });

  it('has no type if its sessions are to answer', () => {
    expectTypeOf<{ configure_session: () => SessionConfig }>().not.toExtend<TranscribingAgent>();
    expectTypeOf<{ configure_session: () => typeof config }>().toExtend<TranscribingAgent>();
    expectTypeOf(defineAgent({ configure_session: () => config })).toEqualTypeOf<Agent<Record<string, unknown>>>();
  });
});

describe('an update of a session that only transcribes', () => {
  const update = async (changes: object): Promise<TestSession> => {
    const made = createTestSession({
      config: { transcription_only: true },
      voice: [{ atMs: 2000, forMs: 640 }],
      says: ['one'],
    });
    made.clock.schedule(() => made.session.update(changes), 500);
    await made.clock.run(6000);
    return made;
  };

  it.each([
    ['settings of a voice', TTS.Deepgram({ api_key: 'other' }), 'an object'],
    ['a port', createTtsDouble({ scheduler: new VirtualClock() }), 'an object'],
    ['the first voice', null, 'null'],
  ])('%s: is refused, since it has no voice', async (__, tts, got) => {
    const { errors, history } = await update({ tts });
    expect(errors).toMatchObject([
      {
        code: 'update_invalid',
        details: { issues: [{ path: 'tts', expected: 'none: a session with `transcription_only` has no voice', got }] },
      },
    ]);
    expect(history()).toEqual(['user: one']);
  });

  it('the language changes the recogniser alone', async () => {
    const written: object[] = [];
    const made = createTestSession({ config: { transcription_only: true }, start: false });
    made.session.checkpoint$.subscribe(({ updates }) => written.push(updates));
    made.session.start();
    made.session.update({ language: 'de' });
    await made.clock.run(100);
    expect(made.codes).toEqual([]);
    expect(written.at(-1)).toMatchObject({ language: 'de' });
    expect(written.at(-1)).not.toHaveProperty('tts');
  });
});
