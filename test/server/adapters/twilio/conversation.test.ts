import { describe, expect, it } from 'vitest';
import { phone } from './phone.ts';

const GREETING = 'Good evening, this is the table desk of the hotel. What can I do for you today?';

describe('a call over Twilio', () => {
  it('is greeted when its stream has started, and answered', async () => {
    const { clock, history } = phone([{ atMs: 7000, forMs: 640 }], {
      says: ['what time is it'],
      llm: ['It is seven.'],
      config: { first_message: GREETING },
    });
    await clock.run(14_000);
    expect(history()).toEqual([`assistant: ${GREETING}`, 'user: what time is it', 'assistant: It is seven.']);
  });

  it('is told nothing before its stream has started, and then all', async () => {
    const { clock, telephone, history } = phone([], { startsAtMs: 3000, config: { first_message: GREETING } });
    await clock.run(2999);
    expect([telephone.events, history()]).toEqual([[], []]);
    await clock.run(12_000);
    expect(telephone.playedMs()).toBe(GREETING.length * MS_PER_CHARACTER);
    expect(history()).toEqual([`assistant: ${GREETING}`]);
  });

  it('that is interrupted has the words that the caller heard, by the marks', async () => {
    const { clock, session, telephone, events, socket } = phone([{ atMs: 1500, forMs: 1200 }], {
      says: ['stop please'],
      llm: ['Yes.'],
      config: { first_message: GREETING },
    });
    const heard: unknown[] = [];
    let playedMs = 0;
    session.events$.subscribe(({ name, input }) => {
      if (name !== 'on_agent_interrupted') return;
      heard.push((input as { readonly heard: string }).heard);
      playedMs = telephone.playedMs();
    });
    await clock.run(3000);
    expect(heard).toEqual(['marked']);
    const [text = ''] = events.filter((event) => event.startsWith('agent_interrupted'));
    const words = text.slice('agent_interrupted: '.length).split(' ').length;
    const truth = GREETING.slice(0, Math.floor(playedMs / MS_PER_CHARACTER)).split(' ').length;
    expect(Math.abs(words - truth)).toBeLessThanOrEqual(1);
    expect(words).toBeGreaterThan(2);
    expect(telephone.events.filter((event) => event === 'clear')).toEqual(['clear']);
    expect(socket.closed).toBeNull();
  });

  it('takes the keys that the caller presses', async () => {
    const { clock, telephone, history } = phone([], { llm: ['Thank you.'] });
    await clock.run(100);
    for (const key of ['4', '2', '#']) telephone.press(key);
    await clock.run(3000);
    expect(history()).toEqual(['user: 42', 'assistant: Thank you.']);
  });

  it('ends with the call', async () => {
    const { clock, telephone, session, socket, ledger } = phone([]);
    await clock.run(100);
    telephone.hangUp();
    await clock.run(2000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect(socket.closed?.code).toBe(1000);
    expect(ledger.open()).toEqual({});
  });

  it('that is lost is not waited for', async () => {
    const { clock, session, socket } = phone([]);
    await clock.run(100);
    socket.emit('close', 1006);
    await clock.run(2000);
    expect((await session.ended).reason).toBe('disconnected');
  });
});

/** Of the double of TTS. */
const MS_PER_CHARACTER = 60;
