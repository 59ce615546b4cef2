import { describe, expect, it } from 'vitest';
import type { SessionUpdate } from '../../../src/session/sessionControl.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { create, type UpdatedSession } from './updatedSession.ts';

/** The time from the end of the user's second speech to its commit, with an update before it. */
async function waitOf(update: SessionUpdate | null, atMs = 3000): Promise<number> {
  const made = create({
    voice: [
      { atMs: 500, forMs: 600 },
      { atMs: 5000, forMs: 600 },
    ],
    says: ['one', 'two'],
  });
  if (update !== null) made.update(atMs, update);
  await made.clock.run(12_000);
  expect(made.errors).toEqual([]);
  return (made.when('user_message_added')[1] ?? 0) - 5600;
}

/** Speaks over an answer of 4 s for 0.7 s, with an update before that answer. */
async function interrupted(changes: object, updatedAtMs = 50, says = 'no, wait a moment'): Promise<UpdatedSession> {
  const made = create({
    llm: ['This is a very long answer of the agent to what was asked.', 'Two.'],
    voice: [{ atMs: 2000, forMs: 700 }],
    says: [says],
  });
  made.type(100, 'first');
  made.update(updatedAtMs, changes);
  await made.clock.run(12_000);
  expect(made.errors).toEqual([]);
  return made;
}

describe('a setting of the user’s turn', () => {
  it('changes how long a turn waits for its end', async () => {
    const before = await waitOf(null);
    expect(await waitOf({ min_endpointing_delay: 2 })).toBe(2000);
    expect(before).toBeLessThan(1000);
  });

  it('is the endpointing delay of the metrics, from then on', async () => {
    const made = create({
      voice: [
        { atMs: 500, forMs: 600 },
        { atMs: 9000, forMs: 600 },
      ],
      says: ['one', 'two'],
    });
    const waits: number[] = [];
    made.session.edges.metrics.subscribe(({ parts }) => waits.push(parts.silence + parts.vad + parts.endpointing));
    made.update(5000, { min_endpointing_delay: 2 });
    await made.clock.run(15_000);
    expect(waits[1]).toBe(2000);
    expect(waits[0]).toBeLessThan(700);
  });

  it('leaves the turn that waits as it is', async () => {
    expect(await waitOf({ min_endpointing_delay: 2 }, 5300)).toBe(await waitOf(null));
  });

  it.each([
    ['speaks', 5300, 3],
    ['speaks, a shorter one', 5300, 0.1],
    ['is silent before the end of the turn', 6500, 3],
    ['is silent before it, a shorter one', 6500, 0.1],
    ['is silent, and the words have not come', 6300, 3],
  ])('waits for the end of the turn while the user %s', async (_, atMs, min_endpointing_delay) => {
    const made = create({
      voice: [
        { atMs: 5000, forMs: 600 },
        { atMs: 12_000, forMs: 600 },
      ],
      says: ['one', 'two'],
      stt: { delayMs: atMs === 6300 ? 400 : 50 },
      config: { min_endpointing_delay: 1.5 },
    });
    made.update(atMs, { min_endpointing_delay });
    await made.clock.run(18_000);
    const [first = 0, second = 0] = made.when('user_message_added');
    expect(first).toBe(7100);
    // A segment ends, and its words come, 0.6 to 1 s after the voice.
    expect(second - 12_600).toBeGreaterThanOrEqual(Math.max(600, min_endpointing_delay * 1000));
    expect(second - 12_600).toBeLessThan(Math.max(1100, min_endpointing_delay * 1000 + 100));
  });

  it('waits for the end of a remark over the agent, which is answered behind it', async () => {
    const made = create({
      llm: ['This is a very long answer of the agent to what was asked, and more.', 'Two.'],
      voice: [{ atMs: 1000, forMs: 300 }],
      says: ['and tomorrow'],
      config: { min_endpointing_delay: 2 },
    });
    made.type(100, 'first');
    made.update(2200, { min_endpointing_delay: 0.2 });
    await made.clock.run(15_000);
    expect(made.when('agent_interrupted')).toEqual([]);
    expect(made.history().slice(2)).toEqual(['user: and tomorrow', 'assistant: Two.']);
  });

  it('changes the silence that ends a segment, and keeps the other settings of the VAD', async () => {
    expect(await waitOf({ vad: { provider: 'silero', min_silence_duration: 1 } })).toBeGreaterThan(1000);
  });

  it('is as the session began with null', async () => {
    const made = create({ voice: [{ atMs: 5000, forMs: 600 }], says: ['one'], config: { min_endpointing_delay: 1 } });
    made.update(100, { min_endpointing_delay: 3 });
    made.update(200, { min_endpointing_delay: null });
    await made.clock.run(12_000);
    expect(made.when('user_message_added')).toEqual([6600]);
  });

  it('has a turn model take the place of silence', async () => {
    const made = create({ voice: [{ atMs: 5000, forMs: 900 }], says: ['I would like to'] });
    made.update(100, { turn_detection: { provider: 'text', max_delay: 3 } });
    await made.clock.run(12_000);
    expect(made.when('user_message_added')[0]).toBeGreaterThan(8000);
  });

  it('asks after a user who is away', async () => {
    const asked: number[] = [];
    const made = create({ agent: { on_user_away: () => void asked.push(made.clock.now()) } });
    made.update(1000, { user_away_timeout: 2, user_away_times: 1 });
    made.update(8000, { user_away_timeout: 0 });
    made.type(9000, 'I am back');
    await made.clock.run(20_000);
    expect(asked).toEqual([3000]);
  });
});

describe('a setting of the reply', () => {
  it('keeps the user from interrupting', async () => {
    expect((await interrupted({ allow_interruptions: false })).when('agent_interrupted')).toEqual([]);
    expect((await interrupted({})).when('agent_interrupted')).toHaveLength(1);
  });

  it('leaves the reply under way as it began', async () => {
    expect((await interrupted({ allow_interruptions: false }, 1500)).when('agent_interrupted')).toHaveLength(1);
  });

  it('changes what interrupts', async () => {
    expect((await interrupted({ interrupt_time_threshold: 3 })).when('agent_interrupted')).toEqual([]);
    expect((await interrupted({ interrupt_word_threshold: 30 })).when('agent_interrupted')).toEqual([]);
    expect((await interrupted({ backchannels: ['no', 'wait', 'a', 'moment'] })).when('agent_interrupted')).toEqual([]);
  });

  it('fills a wait', async () => {
    const made = create({ llm: [{ text: 'One.', firstTokenMs: 4000 }] });
    made.update(50, { filler: 'One moment.', filler_delay: 1 });
    made.type(100, 'first');
    await made.clock.run(12_000);
    expect(made.spoken()[0]).toContain('One moment.');
  });

  it('permits further rounds of functions', async () => {
    const call = { calls: [{ name: 'look', arguments: {} }] };
    const made = create({ llm: [call, call, call, 'Done.'], functions: { look: () => 'seen' } });
    made.update(50, { max_nested_function_calls: 3 });
    made.type(100, 'first');
    await made.clock.run(9000);
    expect(made.history().at(-1)).toBe('assistant: Done.');
  });
});

describe('the language of an update', () => {
  it('decides which phrases are backchannels', async () => {
    expect((await interrupted({ language: 'de' }, 50, 'genau')).when('agent_interrupted')).toEqual([]);
    expect((await interrupted({ language: 'fr' }, 50, 'genau')).when('agent_interrupted')).toHaveLength(1);
  });

  it.each([
    ['de', 0],
    ['fr', 1],
  ])('decides about them beside a recogniser of the application: %s', async (language, interruptions) => {
    const clock = new VirtualClock();
    const stt = createSttDouble({ says: () => 'genau', scheduler: clock });
    const llm = ['This is a very long answer of the agent to what was asked.', 'Two.'];
    const made = create({ clock, llm, voice: [{ atMs: 2000, forMs: 700 }] });
    made.type(100, 'first');
    made.update(50, { language, stt });
    await clock.run(12_000);
    expect(made.errors).toEqual([]);
    expect(made.when('agent_interrupted')).toHaveLength(interruptions);
  });
});
