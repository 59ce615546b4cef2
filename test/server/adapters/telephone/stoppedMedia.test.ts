import { describe, expect, it } from 'vitest';
import { LINES, phone } from './stoppedPhone.ts';

const QUESTION = { atMs: 1000, forMs: 1500 };
const ANSWERED = ['user: what time is it', 'assistant: It is seven.'];

describe.each(Object.keys(LINES))('a telephone over %s', (carrier) => {
  it('that stops in the middle of a word is answered', async () => {
    const { clock, history, ends } = phone(carrier, [QUESTION], { fromMs: 2000, untilMs: 60_000, missed: 'lost' });
    await clock.run(6000);
    expect([history(), ends]).toEqual([ANSWERED, ['silence']]);
  });

  it('that goes on after that has lost no time and gained none', async () => {
    const voice = [QUESTION, { atMs: 11_000, forMs: 1000 }];
    const { clock, history, heardMs } = phone(carrier, voice, { fromMs: 2000, untilMs: 9000, missed: 'lost' });
    await clock.run(15_000);
    expect(history()).toEqual([...ANSWERED, 'user: and now', 'assistant: It is eight.']);
    // Telnyx: five parts are waited for.
    expect(Math.abs(heardMs() - 15_000)).toBeLessThanOrEqual(100);
  });

  it.each([20, 60, 100, 250, 500])('that loses %i ms in the middle of a word has not ended it', async (lostMs) => {
    const fromMs = 1200 + lostMs;
    const stop = { fromMs, untilMs: fromMs + lostMs, missed: 'lost' } as const;
    const { clock, history, ends } = phone(carrier, [QUESTION], stop);
    await clock.run(4500);
    expect([history(), ends]).toEqual([ANSWERED, ['silence']]);
  });

  it('that stops for less than 750 ms, and then sends what it had, has not been silent', async () => {
    const { clock, history, heardMs } = phone(carrier, [QUESTION], { fromMs: 1600, untilMs: 2300, missed: 'late' });
    await clock.run(6000);
    expect(history()).toEqual(ANSWERED);
    expect(Math.abs(heardMs() - 6000)).toBeLessThanOrEqual(20);
  });

  it('has no timer when its call is over', async () => {
    const { clock, session, socket, ledger } = phone(carrier, [], { fromMs: 500, untilMs: 60_000, missed: 'lost' });
    await clock.run(3000);
    socket.emit('close', 1000);
    await clock.run(3000);
    expect((await session.ended).reason).toBe('ended_by_client');
    expect([clock.pending, ledger.open()]).toEqual([0, {}]);
  });
});
