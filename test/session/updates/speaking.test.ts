import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { create, createVoice } from './updatedSession.ts';

describe('an update while the agent speaks', () => {
  const ANSWER = 'One two three four five six seven.';

  it('leaves the greeting as it is', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const config = { first_message: 'Good evening, who is speaking?', initial_messages: [] };
    const made = create({ clock, config, options: { ports: { tts: first } } });
    made.update(400, { instructions: 'Be long.', tts: second });
    made.type(5000, 'Ada');
    await clock.run(9000);
    expect(made.history()).toEqual([
      'system: Be long.',
      'assistant: Good evening, who is speaking?',
      'user: Ada',
      'assistant: One.',
    ]);
    expect(made.session.usage.tts.map(({ provider, characters }) => [provider, characters])).toEqual([
      ['first', config.first_message.length],
      ['second', 4],
    ]);
  });

  it('counts for the answer to the words that interrupt it', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({ clock, llm: [ANSWER, 'Two.'], options: { ports: { tts: first } } });
    made.type(100, 'first');
    made.update(700, { instructions: 'Be long.', tts: second });
    made.type(900, 'second');
    await clock.run(6000);
    const [, , cut, ...rest] = made.history();
    expect(ANSWER).toContain(cut?.slice('assistant: '.length));
    expect(cut).not.toBe(`assistant: ${ANSWER}`);
    expect(rest).toEqual(['user: second', 'assistant: Two.']);
    expect(made.asked.map(({ system }) => system)).toEqual([['Be brief.'], ['Be long.']]);
    expect(made.session.usage.tts.at(-1)).toMatchObject({ provider: 'second', characters: 4 });
  });
});

describe('an update of the voice', () => {
  it('lets the utterance under way finish, and speaks the next with the new voice', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({ clock, llm: ['One two three four five six.', 'Two.'], options: { ports: { tts: first } } });
    made.type(100, 'first');
    made.update(400, { tts: second });
    made.type(9000, 'second');
    await clock.run(12_000);
    made.session.end();
    await clock.run(15_000);
    expect(made.history().slice(1)).toEqual([
      'user: first',
      'assistant: One two three four five six.',
      'user: second',
      'assistant: Two.',
    ]);
    expect(made.session.usage.tts).toEqual([
      { provider: 'first', model: 'first-1', characters: 28, heardCharacters: 28 },
      { provider: 'second', model: 'second-1', characters: 4, heardCharacters: 4 },
    ]);
    expect(first.warm).toEqual(['open 0', 'closed 9000']);
    expect(second.warm[0]).toBe('open 400');
    expect(second.warm).toHaveLength(2);
  });

  it('to null returns to the one that the session began with', async () => {
    const clock = new VirtualClock();
    const [first, second] = [createVoice(clock, 'first'), createVoice(clock, 'second')];
    const made = create({ clock, options: { ports: { tts: first } } });
    made.update(50, { tts: second });
    made.type(100, 'first');
    made.update(3000, { tts: null });
    made.type(5000, 'second');
    await clock.run(9000);
    expect(made.errors).toEqual([]);
    expect(made.session.usage.tts).toMatchObject([
      { provider: 'first', characters: 4 },
      { provider: 'second', characters: 4 },
    ]);
    expect([first.warm, second.warm]).toEqual([
      ['open 0', 'closed 100', 'open 3000'],
      ['open 50', 'closed 5000'],
    ]);
  });

  it('closes a voice that another one replaces before it has spoken', async () => {
    const clock = new VirtualClock();
    const first = createVoice(clock, 'first');
    const second = createVoice(clock, 'second');
    const third = createVoice(clock, 'third');
    const made = create({ clock, options: { ports: { tts: first } } });
    made.update(100, { tts: second });
    made.update(200, { tts: third });
    await clock.run(300);
    expect([first.warm, second.warm, third.warm]).toEqual([['open 0'], ['open 100', 'closed 200'], ['open 200']]);
  });
});
