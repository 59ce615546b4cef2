import { describe, expect, it } from 'vitest';
import { STT, TurnDetection } from '../../providers/names.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SessionUpdate } from '../../src/session/sessionControl.ts';
import { parseConfig, type SessionConfig } from '../../src/session/config/config.ts';
import { openPorts, verifyConfig } from '../../src/session/config/ports.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { continues, coughs, does, says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

interface Played extends TestSession {
  /** What the handler was asked with, when; `?` for an answer that is asked for ahead, `!` for one that was aborted. */
  readonly asked: readonly string[];
}

/** Plays a session that takes the ends of turns from a recogniser, which finds them after 800 ms of silence. */
async function play({ config, stt, ...options }: TestSessionOptions, forMs = 12_000): Promise<Played> {
  const asked: string[] = [];
  const made: TestSession = createTestSession({
    llm: ['Fine.', 'Good.', 'Well.'],
    ...options,
    stt: { turns: { endMs: 800 }, ...stt },
    config: { turn_detection: TurnDetection.STT(), ...config },
    agent: {
      llm_response_handler: (input) => {
        const ahead = input.speculative === true ? '?' : '';
        const n = asked.push(`${made.clock.now()} ${String(input.messages.at(-1)?.content)}${ahead}`) - 1;
        input.signal.addEventListener('abort', () => (asked[n] += '!'));
        return made.llm(input);
      },
    },
  });
  await made.clock.run(forMs);
  return { ...made, asked };
}

/** The last voiced sample is at 960 ms. */
const PLEASE = says(320, 'please', 640);

describe('turn_detection of the recogniser', () => {
  it('answers when the recogniser says that the turn is over, as soon as it has given the final', async () => {
    const { when, history, codes } = await play({ user: [PLEASE] });
    expect(when('user_stopped_speaking')).toEqual([1760]);
    expect(when('user_message_added')).toEqual([1810]);
    expect(history()).toEqual(['user: please', 'assistant: Fine.']);
    expect(codes).toEqual([]);
  });

  it('hears a pause of more than min_silence_duration as a part of the turn', async () => {
    const user = [says(320, { text: 'my number is five', msPerWord: 320 }, 960), continues(2240, 320)];
    const { history } = await play({ user, stt: { turns: { endMs: 1000 } } });
    expect(history()).toEqual(['user: my number is five', 'assistant: Fine.']);
  });

  it.each([
    ['just before min_delay, waits for it', 0.8, [1810]],
    ['after a longer min_delay, waits for that', 1.2, [2210]],
  ])('%s', async (_, min_delay, added) => {
    const { when } = await play({ user: [PLEASE], config: { turn_detection: TurnDetection.STT({ min_delay }) } });
    expect(when('user_message_added')).toEqual(added);
  });

  it('ends the turn after max_delay if the recogniser says that it goes on', async () => {
    const config = { turn_detection: TurnDetection.STT({ max_delay: 2 }) };
    const { when, codes } = await play({ user: [PLEASE], config, stt: { turns: {} } });
    const [added = 0] = when('user_message_added');
    expect(added).toBeGreaterThanOrEqual(2960);
    expect(added).toBeLessThan(2960 + 32 + 50 + 1);
    expect(codes).toEqual([]);
  });

  it('a cough in between holds nothing up: it ends as without', async () => {
    const { when, codes } = await play({ user: [coughs(320)] });
    expect(when('user_stopped_speaking')[0]).toBeLessThan(1600);
    expect(codes).toEqual(['empty_turn']);
  });

  it('is the same without it, if the recogniser finds no turns', async () => {
    const { when } = await play({ user: [PLEASE], config: { turn_detection: undefined } });
    expect(when('user_message_added')).toEqual([1586]);
  });
});

describe('a recogniser that finds nothing', () => {
  it('is reported, and the turn ends by silence, within a second', async () => {
    const mute = { stt: { turns: { endMs: 800 } } };
    const { when, codes, errors } = await play({
      user: [PLEASE],
      ...mute,
      replaceParts: ({ io, ports }) => ({
        io,
        ports: { ...ports, stt: { ...ports.stt, transcribe: (speech) => ports.stt.transcribe(speech) } },
      }),
    });
    expect(when('user_message_added')[0]).toBeLessThanOrEqual(1960);
    expect(codes).toEqual(['turn_model_failed']);
    expect(errors[0]?.message).toMatch(/stt-double .*did not answer within 500 ms; the turn ends by silence/u);
  });

  it('of which the segment was ended by muting is no failure', async () => {
    const user = [PLEASE, does(1200, ({ io }) => io.user.muted.next(true))];
    const { when, codes } = await play({ user });
    expect(when('user_message_added')).toEqual([1460]);
    expect(codes).toEqual([]);
  });
});

describe('preemptive_generation with the turns of a recogniser', () => {
  const config = { preemptive_generation: true };
  const stt = { turns: { eagerMs: 300, endMs: 900 } };

  it('asks for the answer at an eager end, and speaks it at the end', async () => {
    const { asked, when } = await play({ user: [PLEASE], config, stt, llmBehaviour: { firstTokenMs: 400 } });
    expect(asked).toEqual(['1280 please?']);
    expect(when('agent_started_speaking')).toEqual(when('user_message_added'));
  });

  it('cancels it when the user goes on, before the further words are known', async () => {
    const user = [says(320, { text: 'tell me about wine', msPerWord: 320 }, 640), continues(1600, 640)];
    const { asked, history } = await play({ user, config, stt, llmBehaviour: { firstTokenMs: 1000 } });
    expect(asked[0]).toBe('1280 tell me?!');
    expect(history()).toEqual(['user: tell me about wine', 'assistant: Good.']);
  });

  it('asks nothing ahead without an eager end, before the end', async () => {
    const { asked, when } = await play({ user: [PLEASE], config, stt: { turns: { endMs: 800 } } });
    expect(asked).toEqual(['1760 please?']);
    expect(when('user_message_added')).toEqual([1810]);
  });
});

describe('a config that takes the ends of turns from a recogniser', () => {
  const config = (stt: SessionConfig['stt']): SessionConfig<object> => ({
    initial_messages: [],
    vad: { provider: 'silero' },
    stt,
    tts: { provider: 'deepgram', api_key: 'none' },
    session_data: {},
    turn_detection: TurnDetection.STT(),
  });
  const expected = {
    code: 'config_invalid',
    details: {
      issues: [
        {
          path: 'turn_detection.provider',
          expected: expect.stringContaining('flux-general-en'),
          got: 'deepgram with model "nova-3"',
        },
      ],
    },
  };

  it('is refused if the recogniser finds none', async () => {
    const settings = parseConfig(config(STT.Deepgram({ api_key: 'secret' })));
    await expect(verifyConfig(settings)).rejects.toMatchObject(expected);
    expect(() => openPorts(settings)).toThrow(AntiphonError);
  });

  it('is accepted with one that does, and with a model in its place', async () => {
    const flux = parseConfig(config(STT.Deepgram({ api_key: 'secret', model: 'flux-general-en' })));
    await expect(verifyConfig(flux)).resolves.toBeUndefined();
    const nova = parseConfig(config(STT.Deepgram({ api_key: 'secret' })));
    const turns = {
      kind: 'pause',
      name: 'own',
      score: () => {
        throw new Error('not asked');
      },
    } as const;
    await expect(verifyConfig(nova, { turns })).resolves.toBeUndefined();
  });

  it('has no thresholds: those are of the recogniser', () => {
    const settings = {
      ...config(STT.Deepgram({ api_key: 'secret' })),
      turn_detection: { provider: 'stt', threshold: 1 },
    };
    expect(() => parseConfig(settings)).toThrow(/turn_detection\.threshold: expected no such field/u);
  });
});

describe('an update', () => {
  const turns = { turns: { endMs: 800 } };
  const updating = (update: SessionUpdate, piece: TestSessionOptions = {}): Promise<Played> =>
    play({ user: [does(100, ({ session }) => session.update(update)), PLEASE], ...piece });
  const refused = ({ errors }: Played): readonly unknown[] =>
    errors.flatMap(({ code, details }) => (code === 'update_invalid' ? details.issues?.map(({ path }) => path) : []));

  it('changes its delays', async () => {
    const made = await updating({ turn_detection: TurnDetection.STT({ min_delay: 1.2 }) });
    expect(made.when('user_message_added')).toEqual([2210]);
    expect(made.codes).toEqual([]);
  });

  it('cannot turn it off, nor on', async () => {
    const off = await updating({ turn_detection: TurnDetection.Text() });
    expect(refused(off)).toEqual(['turn_detection.provider']);
    const on = await updating(
      { turn_detection: TurnDetection.STT() },
      { config: { turn_detection: undefined }, stt: turns },
    );
    expect(refused(on)).toEqual(['turn_detection.provider']);
    expect(on.when('user_message_added')).toEqual([1586]);
  });

  it('cannot replace the recogniser by one that finds none', async () => {
    const made = await updating({ stt: createSttDouble({ says: [], scheduler: new VirtualClock() }) });
    expect(refused(made)).toEqual(['turn_detection.provider']);
  });
});
