import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineFunction } from '../../src/session/agent.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { replay } from '../../src/replay/replay.ts';
import { whatIf } from '../../src/replay/whatIf/whatIf.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { coughs, says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

/** A character takes 60 ms: "One" ends after 180 ms, "moment," after 660, "please," after 1140, the whole after 2100. */
const FILLER = 'One moment, please, let me look now.';
const ANSWER = 'We opened in nineteen eighty.';

/** Plays a session whose filler begins at 2586 ms, 1 s after the commit; the answer comes `afterMs` behind it. */
function optionsOf(afterMs: number, { config, ...options }: TestSessionOptions = {}): TestSessionOptions {
  return {
    user: [says(320, 'tell me')],
    llm: [ANSWER, 'Yes?'],
    llmBehaviour: { firstTokenMs: 1000 + afterMs },
    ...options,
    config: { filler: FILLER, filler_delay: 1, ...config },
  };
}

async function play(afterMs: number, options: TestSessionOptions = {}, forMs = 15_000): Promise<TestSession> {
  const made = createTestSession(optionsOf(afterMs, options));
  await made.clock.run(forMs);
  return made;
}

describe('a filler whose answer comes while it is spoken', () => {
  // What is sent is 200 ms ahead of what is heard: the word of which a part was sent is the last one.
  it.each([
    ['in the instant of its beginning', 1, 'One moment,'],
    ['0.2 s later', 200, 'One moment,'],
    ['just before the end of the last word is sent', 439, 'One moment,'],
    ['a moment later', 441, 'One moment, please,'],
    ['in its last word', 1900, FILLER],
    ['behind its end', 4000, FILLER],
  ])('ends at the end of the word that is being sent: %s', async (_, afterMs, heard) => {
    const { history, spoken, when, codes } = await play(afterMs);
    expect(history()).toEqual(['user: tell me', `assistant: ${heard} ${ANSWER}`]);
    expect(spoken()).toEqual([`${heard} ${ANSWER}`]);
    expect(when('agent_started_speaking')).toEqual([2586]);
    expect(codes).toEqual([]);
  });

  it('makes way within the answer’s instant: the agent is done as much earlier', async () => {
    const lengths = { heard: 'One moment,'.length, answer: ` ${ANSWER}`.length };
    const { when } = await play(200);
    expect(when('agent_stopped_speaking')).toEqual([2586 + 60 * (lengths.heard + lengths.answer)]);
  });

  it('gives way where interruptions are not allowed, too', async () => {
    const { history } = await play(200, { config: { allow_interruptions: false } });
    expect(history().at(-1)).toBe(`assistant: One moment, ${ANSWER}`);
  });

  it('waits for the voice of the answer, not for its text', async () => {
    const { history } = await play(200, { tts: { utterances: [{}, { firstAudioMs: 600 }] } });
    expect(history().at(-1)).toBe(`assistant: One moment, please, ${ANSWER}`);
  });

  it('is spoken whole if the answer has no words', async () => {
    const { history } = await play(200, { llm: [' '] });
    expect(history().at(-1)).toBe(`assistant: ${FILLER}`);
  });

  it('gives way to a text of the application', async () => {
    const made = createTestSession(optionsOf(3000));
    made.clock.schedule(() => made.session.say('I am still here.'), 2800);
    await made.clock.run(15_000);
    expect(made.spoken()).toEqual([`One moment, I am still here. ${ANSWER}`]);
  });

  it('without word timings ends at a silence, where its words are expected to end', async () => {
    const { history, spoken } = await play(200, { tts: { timings: false } });
    expect(history().at(-1)).toBe(`assistant: One moment, ${ANSWER}`);
    expect(spoken()).toEqual([`One moment, ${ANSWER}`]);
  });

  it('counts as sent to the voice as a whole', async () => {
    const { session } = await play(200);
    expect(session.usage.tts.map(({ characters }) => characters)).toEqual([`${FILLER} ${ANSWER}`.length]);
  });

  it('is recorded word by word, replays bit for bit, and what-if knows both parts', async () => {
    const recording = await recordingOf(optionsOf(200));
    expect(await replay(recording)).toMatchObject({ difference: null, undelivered: [] });
    const { before, after, differingTurns } = await whatIf(recording, {});
    expect({ after, differingTurns }).toEqual({ after: before, differingTurns: [] });
  });
});

describe('a filler that the user speaks over', () => {
  it('is heard up to its cut, and nothing else of it is', async () => {
    const user = [says(320, 'tell me'), says(2700, 'about wine', 300)];
    const { history, spoken } = await play(3000, { user, stt: { msPerWord: 100 } });
    expect(history().slice(0, 3)).toEqual(['user: tell me', 'assistant: One', 'user: about wine']);
    expect(spoken()[0]).toMatch(/^One/u);
  });

  it('is not begun while a sound may be words, and the answer that comes meanwhile needs none', async () => {
    const tts = { utterances: [{ firstAudioMs: 400 }] };
    const { history } = await play(800, { user: [says(320, 'tell me'), coughs(2752, 320)], tts });
    expect(history().at(-1)).toBe(`assistant: ${ANSWER}`);
  });

  it('after a cut without words, the answer that came meanwhile takes its place', async () => {
    const filler = 'One moment, I am looking for it and I shall find it, just wait a little longer for me.';
    const user = [says(320, 'tell me'), coughs(3000, 900)];
    const { history, spoken, codes } = await play(1200, { user, config: { filler } }, 20_000);
    expect(codes).toEqual(['empty_turn']);
    const heard = history()
      .filter((line) => line.startsWith('assistant'))
      .map((line) => line.slice(11));
    expect(heard.at(-1)).toContain(ANSWER);
    expect(spoken().join('|')).toContain(ANSWER);
    expect(heard.join(' ')).not.toContain('find it');
  });
});

describe('the filler of a function', () => {
  function functionsOf(clock: VirtualClock, ms: readonly number[]): Record<string, ReturnType<typeof defineFunction>> {
    return Object.fromEntries(
      ms.map((afterMs, n) => [
        `look${n}`,
        defineFunction({
          description: 'looks',
          parameters: z.object({}),
          filler: n === 0 ? 'Let me look for a moment.' : 'And I check the kitchen.',
          execute: () => new Promise((done) => void clock.schedule(() => done('two'), afterMs)),
        }),
      ]),
    );
  }

  async function playCalls(ms: readonly number[], config = {}): Promise<TestSession> {
    const clock = new VirtualClock();
    const made = createTestSession({
      clock,
      user: [says(320, 'tell me')],
      llm: [...ms.map((_, n) => ({ calls: [{ name: `look${n}` }] })), 'There are two.'],
      config: { max_nested_function_calls: 2, ...config },
      agent: { functions: functionsOf(clock, ms) },
    });
    await clock.run(12_000);
    return made;
  }

  it('gives way to the answer', async () => {
    const { history, spoken } = await playCalls([200]);
    expect(spoken()).toEqual(['Let me look There are two.']);
    expect(history()).toEqual(['user: tell me', 'assistant: ', 'tool: two', 'assistant: Let me look There are two.']);
  });

  it('is followed by that of a further function, and the answer takes the place of what is left of both', async () => {
    expect((await playCalls([200, 200])).spoken()).toEqual(['Let me look There are two.']);
    expect((await playCalls([200, 1800])).spoken()).toEqual([
      'Let me look for a moment. And I check the There are two.',
    ]);
  });
});
