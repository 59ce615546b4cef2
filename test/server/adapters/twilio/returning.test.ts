import { describe, expect, it } from 'vitest';
import { phone } from './phone.ts';

const GREETING = 'Good evening, this is the table desk of the hotel. What can I do for you today?';
const MS_PER_CHARACTER = 60;
const RESUME_MS = 20_000;

describe('a call whose WebSocket breaks', () => {
  it('goes on over the next one, with the words that the caller has not heard', async () => {
    const call = phone([], { config: { first_message: GREETING }, resumeMs: RESUME_MS });
    const { clock, telephone, socket, history, session } = call;
    await clock.run(2000);
    const playedMs = telephone.playedMs();
    socket.emit('close', 1006);
    await clock.run(3000);
    expect(history()).toEqual([]);
    const back = call.comeBack();
    await clock.run(12_000);
    expect(history()).toEqual([`assistant: ${GREETING}`]);
    const heardTwiceMs = playedMs + back.telephone.playedMs() - GREETING.length * MS_PER_CHARACTER;
    expect(heardTwiceMs).toBeGreaterThanOrEqual(0);
    expect(heardTwiceMs).toBeLessThanOrEqual(120);
    session.close('ended_by_api');
    await clock.run(12_500);
    expect(back.socket.closed?.code).toBe(1000);
  });

  it('ends when no other one comes', async () => {
    const { clock, socket, session, ledger } = phone([], { resumeMs: RESUME_MS });
    await clock.run(1000);
    socket.emit('close', 1006);
    await clock.run(1000 + RESUME_MS + 500);
    expect((await session.ended).reason).toBe('disconnected');
    expect(ledger.open()).toEqual({});
  });

  it('goes on over the next one before the loss of the first is known', async () => {
    const call = phone([], { config: { first_message: GREETING }, resumeMs: RESUME_MS });
    const { clock, socket, history } = call;
    await clock.run(2000);
    const back = call.comeBack();
    expect(socket.closed?.code).toBe(4409);
    await clock.run(12_000);
    expect(history()).toEqual([`assistant: ${GREETING}`]);
    expect(back.socket.closed).toBeNull();
  });

  it('ends with the call over the next one', async () => {
    const call = phone([], { resumeMs: RESUME_MS });
    const { clock, socket, session } = call;
    await clock.run(1000);
    socket.emit('close', 1006);
    const back = call.comeBack();
    await clock.run(2000);
    back.telephone.hangUp();
    await clock.run(3000);
    expect((await session.ended).reason).toBe('ended_by_client');
  });
});
