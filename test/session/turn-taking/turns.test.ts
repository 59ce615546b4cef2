import { describe, expect, it } from 'vitest';
import { createTestSession } from '../../support/testSession.ts';
import { at } from '../../support/timedEvent.ts';

/** 20 voiced windows; the last voiced sample is at 960 ms, the segment ends 18 windows later. */
const question = { atMs: 320, forMs: 640 };
const END = 1536;

describe('when it is the agent’s turn', () => {
  it('is reached also when the recogniser stays silent: the interim stands in after its timeout', async () => {
    const { clock, events, errors } = createTestSession({
      voice: [question],
      says: [{ text: 'hello there', answer: 'none' }],
      llm: ['Hi.'],
    });
    await clock.run(3000);
    expect(events).toContainEqual(at(END + 1000, 'user_message_added', 'hello there'));
    expect(errors.map(({ code }) => code)).toEqual(['stt_timeout']);
  });

  it('waits for speech that starts before the commit, and the words add up', async () => {
    const { clock, history } = createTestSession({
      voice: [question, { atMs: 1536, forMs: 640 }],
      says: ['tell me', 'about it'],
      config: { min_endpointing_delay: 1 },
      llm: ['Yes.'],
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: tell me about it', 'assistant: Yes.']);
  });

  it.each([0, 50])(
    'is cancelled by speech that starts at the very instant of the commit (STT %i ms)',
    async (delayMs) => {
      const delay = 0.64; // 960 + 640 = 1600: there the second segment is decided, at the end of its second window
      const voice = [question, { atMs: 1536, forMs: 640 }];
      const options = { voice, says: ['tell me', 'about it'], llm: ['Yes.', 'No.'], stt: { delayMs } };
      const cancelled = createTestSession({ ...options, config: { min_endpointing_delay: delay } });
      await cancelled.clock.run(5000);
      expect(cancelled.history()).toEqual(['user: tell me about it', 'assistant: Yes.']);
      const committed = createTestSession({ ...options, config: { min_endpointing_delay: delay - 0.001 } });
      await committed.clock.run(5000);
      expect(committed.history()[0]).toBe('user: tell me');
    },
  );

  it('does not come without words', async () => {
    const { clock, events, errors, llm } = createTestSession({ voice: [question], says: [''] });
    await clock.run(4000);
    expect(events).toEqual([at(384, 'user_started_speaking'), at(END, 'user_stopped_speaking')]);
    expect(errors.map(({ code }) => code)).toEqual(['empty_turn']);
    expect(llm.inputs).toEqual([]);
  });
});

describe('finals that come late', () => {
  const late = (text: string, afterMs: number) => ({ text, afterMs });

  it('replace their stand-in while the turn waits', async () => {
    const { clock, history } = createTestSession({
      voice: [question],
      says: [{ text: 'hello', answer: 'none', late: late('hello there', 1200) }],
      config: { min_endpointing_delay: 2 },
      llm: ['Hi.'],
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: hello there', 'assistant: Hi.']);
  });

  it('are dropped once their stand-in is committed', async () => {
    const { clock, history, errors } = createTestSession({
      voice: [question],
      says: [{ text: 'hello', answer: 'none', late: late('hello there', 1200) }],
      llm: ['Hi.'],
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: hello', 'assistant: Hi.']);
    expect(errors.map(({ code }) => code)).toEqual(['stt_timeout', 'late_transcript']);
  });

  it('are a turn of their own where theirs closed empty and nothing is under way', async () => {
    const { clock, events } = createTestSession({
      voice: [question],
      says: [{ text: '', answer: 'empty', late: late('hello', 400) }],
      llm: ['Hi.'],
    });
    await clock.run(5000);
    expect(events).toContainEqual(at(END + 450, 'user_message_added', 'hello'));
  });

  it('go in front of the turn that waits where theirs closed empty', async () => {
    const { clock, history } = createTestSession({
      voice: [question, { atMs: 1600, forMs: 640 }],
      says: [{ text: '', answer: 'empty', late: late('first', 1000) }, 'second'],
      llm: ['Hi.'],
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: first second', 'assistant: Hi.']);
  });

  it('make the reply start anew while it cannot be heard', async () => {
    const { clock, history } = createTestSession({
      voice: [question],
      says: [{ text: 'tell me', late: late('about it', 300) }],
      llm: [{ text: 'One.', firstTokenMs: 1000 }, 'Two.'],
    });
    await clock.run(5000);
    expect(history()).toEqual(['user: tell me', 'user: about it', 'assistant: Two.']);
  });

  it('are answered when their own answer was heard', async () => {
    const { clock, history } = createTestSession({
      voice: [question],
      says: [{ text: 'tell me', late: late('please', 300) }],
      llm: ['One two three four five.', 'Welcome.'],
    });
    await clock.run(9000);
    expect(history()).toEqual([
      'user: tell me',
      'assistant: One two three four five.',
      'user: please',
      'assistant: Welcome.',
    ]);
  });

  it('interrupt a reply to others, as words that come in time would', async () => {
    const { clock, io, events } = createTestSession({
      voice: [question],
      says: [{ text: '', answer: 'empty', late: late('hello', 2000) }],
      llm: ['One two three four five six seven eight nine ten.', 'Yes?'],
    });
    clock.schedule(() => io.user.text.next('typed'), 3000);
    await clock.run(8000);
    expect(events).toContainEqual(at(END + 2050, 'agent_interrupted', 'One two'));
    expect(events).toContainEqual(at(END + 2050, 'user_message_added', 'hello'));
  });
});

describe('typed text', () => {
  it('is committed without waiting for an endpoint', async () => {
    const { clock, io, events } = createTestSession({ llm: ['Hi.'] });
    clock.schedule(() => io.user.text.next('hello'), 700);
    await clock.run(2000);
    expect(events).toContainEqual(at(700, 'user_message_added', 'hello'));
  });

  it('takes along what is settled, in front of it', async () => {
    const { clock, io, history } = createTestSession({
      voice: [question],
      says: ['spoken'],
      llm: ['Hi.'],
      config: { min_endpointing_delay: 2 },
    });
    clock.schedule(() => io.user.text.next('typed'), 2000);
    await clock.run(4000);
    expect(history()).toEqual(['user: spoken typed', 'assistant: Hi.']);
  });

  it('does not wait for speech that goes on: that is the next turn', async () => {
    const { clock, io, history } = createTestSession({
      voice: [{ atMs: 320, forMs: 1600 }],
      says: ['spoken words'],
      llm: ['One.', 'Two.'],
    });
    clock.schedule(() => io.user.text.next('typed'), 1000);
    await clock.run(5000);
    expect(history()).toEqual(['user: typed', 'user: spoken words', 'assistant: Two.']);
  });

  it('interrupts the agent where interruptions are allowed', async () => {
    const { clock, io, events } = createTestSession({ llm: ['One two three four five.', 'Yes?'] });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('wait'), 1000);
    await clock.run(4000);
    expect(events).toEqual([
      at(500, 'user_message_added', 'hello'),
      at(500, 'agent_started_speaking'),
      at(1000, 'agent_interrupted', 'One two'),
      at(1000, 'agent_stopped_speaking'),
      at(1000, 'agent_message_added', 'One two'),
      at(1000, 'user_message_added', 'wait'),
      at(1000, 'agent_started_speaking'),
      at(1240, 'agent_stopped_speaking'),
      at(1240, 'agent_message_added', 'Yes?'),
    ]);
  });

  it('waits for the agent’s end where they are not', async () => {
    const { clock, io, events } = createTestSession({
      llm: ['One two three.', 'Yes?'],
      config: { allow_interruptions: false },
    });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('wait'), 1000);
    await clock.run(4000);
    expect(events.slice(2, 5)).toEqual([
      at(1340, 'agent_stopped_speaking'),
      at(1340, 'agent_message_added', 'One two three.'),
      at(1340, 'user_message_added', 'wait'),
    ]);
  });
});
