import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import type { FillerFunction, FillerInput } from '../../src/session/config/filler.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { coughs, says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** Plays a session in which the filler is asked for 1 s after the commit at 1586 ms, and the answer comes 3 s after it. */
async function play(filler: FillerFunction, options: TestSessionOptions = {}, forMs = 15_000): Promise<TestSession> {
  const made = createTestSession({
    user: [says(320, 'tell me')],
    llm: ['We opened in nineteen eighty.', 'Yes?'],
    llmBehaviour: { firstTokenMs: 3000 },
    ...options,
    config: { filler, filler_delay: 1, ...options.config },
  });
  await made.clock.run(forMs);
  return made;
}

const ANSWER = 'We opened in nineteen eighty.';

describe('a function as filler', () => {
  it('is asked when the answer is slow, with the conversation so far', async () => {
    const inputs: FillerInput[] = [];
    const { history, when } = await play((input) => {
      inputs.push(input);
      return 'One moment.';
    });
    expect(when('agent_started_speaking')).toEqual([2586]);
    expect(history()).toEqual(['user: tell me', `assistant: One moment. ${ANSWER}`]);
    expect(inputs.map(({ messages }) => messages)).toEqual([[{ role: 'user', content: 'tell me' }]]);
    expect(inputs[0]?.session_data).toEqual({});
  });

  it('is not asked when the answer comes in time', async () => {
    let calls = 0;
    const { history } = await play(() => (calls += 1), { llmBehaviour: { firstTokenMs: 900 } });
    expect([calls, history().at(-1)]).toEqual([0, `assistant: ${ANSWER}`]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a blank text', '  '],
  ])('says nothing if it returns %s, and is not asked again for this answer', async (_, text) => {
    let calls = 0;
    const { history, codes } = await play((): unknown => {
      calls += 1;
      return text;
    });
    expect([calls, codes, history().at(-1)]).toEqual([1, [], `assistant: ${ANSWER}`]);
  });

  it.each([
    [
      'throws',
      (): unknown => {
        throw new Error('no idea');
      },
    ],
    ['rejects', (): unknown => Promise.reject(new Error('no idea'))],
    ['returns no text', (): unknown => 7],
  ] as const)('is reported if it %s, and nothing is lost', async (_, filler) => {
    const { history, errors } = await play(filler);
    expect(errors.map(({ code, details }) => [code, details.path])).toEqual([['filler_failed', 'filler']]);
    expect(history()).toEqual(['user: tell me', `assistant: ${ANSWER}`]);
  });

  it('is given up after 10 s, and reported', async () => {
    const { codes, history } = await play(() => NEVER, { llmBehaviour: { firstTokenMs: 9900 } }, 30_000);
    expect([codes, history().at(-1)]).toEqual([['slow_reply'], `assistant: ${ANSWER}`]);
    const call = { name: 'look' };
    const clock = new VirtualClock();
    const look = (): unknown => new Promise((done) => void clock.schedule(() => done('two'), 14_000));
    const long = await play(() => NEVER, { clock, functions: { look }, llm: [{ calls: [call] }, ANSWER] }, 40_000);
    expect(long.codes).toContain('filler_failed');
    expect(long.history().at(-1)).toBe(`assistant: ${ANSWER}`);
  });

  it('that answers behind the answer is not said, and its signal has fired', async () => {
    const clock = new VirtualClock();
    let abortedAt = 0;
    const late: FillerFunction = ({ signal }) => {
      signal.addEventListener('abort', () => (abortedAt = clock.now()));
      return new Promise((done) => void clock.schedule(() => done('One moment.'), 4000));
    };
    const { history, codes } = await play(late, { clock });
    expect([abortedAt, codes, history().at(-1)]).toEqual([4586, [], `assistant: ${ANSWER}`]);
  });

  it('is not awaited any more once the answer has begun, however slow that is', async () => {
    const clock = new VirtualClock();
    let abortedAt = 0;
    const never: FillerFunction = ({ signal }) => {
      signal.addEventListener('abort', () => (abortedAt = clock.now()));
      return NEVER;
    };
    await play(never, { clock, llmBehaviour: { firstTokenMs: 3000, tokenMs: 500 } });
    expect(abortedAt).toBe(4586);
  });

  it('is not awaited any more when the user’s words end the answer', async () => {
    const clock = new VirtualClock();
    const aborted: number[] = [];
    const never: FillerFunction = ({ signal }) => {
      signal.addEventListener('abort', () => aborted.push(clock.now()));
      return NEVER;
    };
    const options = { clock, user: [says(320, 'tell me'), says(2700, 'about wine')], stt: { msPerWord: 100 } };
    const { when } = await play(never, { ...options, llmBehaviour: { firstTokenMs: 6000 } }, 4500);
    expect(aborted).toHaveLength(1);
    expect(aborted[0]).toBeLessThan(when('user_message_added')[1] ?? 0);
  });

  it('that answers while the user makes a sound is said behind it', async () => {
    const clock = new VirtualClock();
    const later: FillerFunction = () => new Promise((done) => void clock.schedule(() => done('One moment.'), 300));
    const options = { clock, user: [says(320, 'tell me'), coughs(2700, 320)], llmBehaviour: { firstTokenMs: 6000 } };
    const { history, when } = await play(later, options);
    expect(when('agent_started_speaking')[0]).toBeGreaterThan(3500);
    expect(history().at(-1)).toBe(`assistant: One moment. ${ANSWER}`);
  });

  it('is asked again for the next answer', async () => {
    let calls = 0;
    const user = [says(320, 'tell me'), says(9000, 'and wine')];
    const { history } = await play(() => `Wait ${(calls += 1)}.`, { user }, 25_000);
    expect(history()).toEqual([
      'user: tell me',
      `assistant: Wait 1. ${ANSWER}`,
      'user: and wine',
      'assistant: Wait 2. Yes?',
    ]);
  });

  it('is recorded: a replay asks nothing, and what-if says what it said', async () => {
    const recording = await recordingOf({
      user: [says(320, 'tell me')],
      llm: [ANSWER],
      llmBehaviour: { firstTokenMs: 3000 },
      config: { filler: () => 'One moment.', filler_delay: 1 },
    });
    expect((await replay(recording)).difference).toBeNull();
    const spoken = async (changes: object): Promise<unknown> =>
      (await whatIf(recording, changes as never)).after.turns.map(({ waitMs }) => waitMs);
    const unchanged = await whatIf(recording, {});
    expect([unchanged.after, unchanged.differingTurns]).toEqual([unchanged.before, []]);
    expect(await spoken({ filler: '' })).not.toEqual(await spoken({}));
  });

  it('is a text or a function, and nothing else', () => {
    const parts = { initial_messages: [], vad: { provider: 'silero' }, session_data: {} };
    const providers = {
      stt: { provider: 'deepgram', api_key: 'none' },
      tts: { provider: 'deepgram', api_key: 'none' },
    };
    expect(() => parseConfig({ ...parts, ...providers, filler: 7 })).toThrow(
      'filler: expected a string or a function, got 7',
    );
  });
});
