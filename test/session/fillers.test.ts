import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/session/agent.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { replay } from '../../src/replay/replay.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { coughs, says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** Plays a session whose filler comes 1 s after the commit at 1586 ms. */
async function play({ config, ...options }: TestSessionOptions, forMs = 15_000): Promise<TestSession> {
  const made = createTestSession({
    user: [says(320, 'tell me')],
    llm: ['We opened in nineteen eighty.', 'Yes?'],
    ...options,
    config: { filler: 'One moment.', filler_delay: 1, ...config },
  });
  await made.clock.run(forMs);
  return made;
}

const FILLED = 'One moment. We opened in nineteen eighty.';

describe('filler', () => {
  it.each([
    ['just in time', 999, 'We opened in nineteen eighty.', 2585],
    ['in the instant in which it is due', 1000, 'We opened in nineteen eighty.', 2586],
    ['a moment later', 1001, FILLED, 2586],
    ['late', 3000, FILLED, 2586],
  ])('is said when the answer is slow: %s', async (_, firstTokenMs, said, startedAt) => {
    const { history, when } = await play({ llmBehaviour: { firstTokenMs } });
    expect(when('agent_started_speaking')).toEqual([startedAt]);
    expect(history()).toEqual(['user: tell me', `assistant: ${said}`]);
  });

  it('is off by default', async () => {
    const { history } = await play({ config: { filler: '' }, llmBehaviour: { firstTokenMs: 3000 } });
    expect(history().at(-1)).toBe('assistant: We opened in nineteen eighty.');
  });

  it('is said once for an answer', async () => {
    const { history, codes } = await play({ llmBehaviour: { firstTokenMs: 7500 } });
    expect(history().at(-1)).toBe(`assistant: ${FILLED}`);
    expect(codes).toEqual([]);
  });

  it('is not said over the user, and not before a sound is known to be none', async () => {
    const { when } = await play({
      user: [says(320, 'tell me'), coughs(2240, 640)],
      llmBehaviour: { firstTokenMs: 3000 },
    });
    expect(when('agent_started_speaking')).toEqual([3506]);
  });

  it('words over it are heard at once: the answer is to both', async () => {
    const user = [says(320, 'tell me'), says(2700, 'about wine', 300)];
    const { history, llm } = await play({ user, llmBehaviour: { firstTokenMs: 2500 }, stt: { msPerWord: 100 } });
    expect(history()).toEqual([
      'user: tell me',
      expect.stringMatching(/^assistant: One/u),
      'user: about wine',
      'assistant: One moment. Yes?',
    ]);
    expect(llm.inputs).toHaveLength(2);
  });

  it('a word over the answer behind it must interrupt as always', async () => {
    const user = [says(320, 'tell me'), says(4500, 'wine', 300)];
    const { history } = await play({ user, llmBehaviour: { firstTokenMs: 1500 }, stt: { msPerWord: 100 } });
    expect(history()[1]).toBe(`assistant: ${FILLED}`);
  });
});

describe('the filler of a function', () => {
  async function playCall(text: string, filler: string | undefined, config = {}): Promise<TestSession> {
    const clock = new VirtualClock();
    const execute = (): unknown => new Promise((done) => void clock.schedule(() => done('two'), 2000));
    const made = createTestSession({
      clock,
      user: [says(320, 'tell me')],
      llm: [{ text, calls: [{ name: 'look' }] }, 'There are two.'],
      config,
      agent: {
        functions: { look: defineFunction({ description: 'looks', parameters: z.object({}), filler, execute }) },
      },
    });
    await clock.run(12_000);
    return made;
  }

  it('is not said for a call that is not made: there are no further rounds', async () => {
    const { history } = await playCall('', 'Let me look.', { max_nested_function_calls: 0 });
    expect(history().join(' ')).not.toContain('Let me look.');
    expect(history().join(' ')).toContain('not executed');
  });

  it('is said while it runs, and counts as heard', async () => {
    const { history, when } = await playCall('', 'Let me look.');
    expect(when('agent_started_speaking')).toEqual([1586]);
    expect(history()).toEqual(['user: tell me', 'assistant: ', 'tool: two', 'assistant: Let me look. There are two.']);
  });

  it('is not said if the model has said something before the call', async () => {
    const { history } = await playCall('I will look.', 'Let me look.');
    expect(history().at(-1)).toBe('assistant: I will look. There are two.');
  });

  it('nor is that of the session, however long it runs', async () => {
    const { history } = await playCall('I will look.', undefined, { filler: 'One moment.', filler_delay: 1 });
    expect(history().at(-1)).toBe('assistant: I will look. There are two.');
  });

  it('takes the place of that of the session', async () => {
    const { history } = await playCall('', 'Let me look.', { filler: 'One moment.', filler_delay: 1 });
    expect(history().at(-1)).toBe('assistant: Let me look. There are two.');
  });

  it('is one for all functions that are called at once: the first', async () => {
    const named = (filler: string | undefined): ReturnType<typeof defineFunction> =>
      defineFunction({ description: 'looks', parameters: z.object({}), filler, execute: () => 'two' });
    const made = createTestSession({
      user: [says(320, 'tell me')],
      llm: [{ calls: [{ name: 'silent' }, { name: 'look' }, { name: 'ask' }] }, 'There are two.'],
      tts: { utterances: [{}, { firstAudioMs: 2000 }] },
      agent: { functions: { silent: named(undefined), look: named('Let me look.'), ask: named('Let me ask.') } },
    });
    await made.clock.run(12_000);
    expect(made.history().at(-1)).toBe('assistant: Let me look. There are two.');
  });

  it('without one, that of the session is said', async () => {
    const { history, when } = await playCall('', undefined, { filler: 'One moment.', filler_delay: 1 });
    expect(when('agent_started_speaking')).toEqual([2586]);
    expect(history().at(-1)).toBe('assistant: One moment. There are two.');
  });
});

it('fillers are recorded, and replay', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me'), says(8000, 'and wine')],
    llm: [{ calls: [{ name: 'look' }] }, 'There are two.', { text: 'Red.', firstTokenMs: 3000 }],
    config: { filler: 'One moment.', filler_delay: 1 },
    agent: {
      functions: {
        look: defineFunction({
          description: 'looks',
          parameters: z.object({}),
          filler: 'Let me look.',
          execute: () => 'two',
        }),
      },
    },
  });
  expect((await replay(recording)).difference).toBeNull();
});
