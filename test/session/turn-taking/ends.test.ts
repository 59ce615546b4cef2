import { describe, expect, it } from 'vitest';
import { createAnsweringSession } from '../../support/playSession.ts';
import { createFunction, createTestSession, type TestSession } from '../../support/testSession.ts';
import { LONG, question } from '../../support/userActions.ts';
import { at } from '../../support/timedEvent.ts';

describe('the end of a session', () => {
  const reasonOf = ({ session }: TestSession): { reason: string } => {
    const end = { reason: 'none' };
    void session.ended.then(({ reason }) => (end.reason = reason));
    return end;
  };

  it('tells what was heard, without an interruption, and closes everything', async () => {
    const made = createAnsweringSession();
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end({ after: 'now' }), 3000);
    await made.clock.run(4000);
    expect(made.events.slice(4)).toEqual([
      at(3000, 'agent_stopped_speaking'),
      at(3000, 'agent_message_added', 'We opened in nineteen'),
    ]);
    expect([end.reason, made.ledger.open(), made.clock.pending]).toEqual(['agent_ended', {}, 0]);
  });

  it('settles open calls, stops the user, and keeps their words', async () => {
    const made = createAnsweringSession({
      voice: [question, { atMs: 1920, forMs: 3000 }],
      says: ['tell me', 'something else'],
      llm: [{ calls: [{ name: 'wait' }], text: 'One moment please, I am looking.' }],
      agent: { functions: { wait: createFunction(() => made.clock.sleep(60_000)) } },
      config: { allow_interruptions: false },
    });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end({ after: 'now' }), 3000);
    await made.clock.run(4000);
    expect(made.events.slice(6)).toEqual([
      at(3000, 'agent_stopped_speaking'),
      at(3000, 'agent_message_added', 'One moment please, I am'),
      at(3000, 'function_calls_executed'),
      at(3000, 'user_stopped_speaking'),
      at(3000, 'user_message_added', 'something else'),
    ]);
    expect([end.reason, made.ledger.open()]).toEqual(['agent_ended', {}]);
  });

  it.each([
    [999, ['user: tell me goodbye', 999]],
    [1000, ['user: tell me goodbye', 1000]],
    [1001, ['user: tell me', 1000]],
  ])('waits for the last words of the user, which take %i ms: %j', async (delayMs, expected) => {
    const made = createTestSession({
      voice: [{ atMs: 320, forMs: 640 }],
      says: [{ text: ['tell me', 'goodbye'], delayMs }],
    });
    let endedMs = 0;
    void made.session.ended.then(() => (endedMs = made.clock.now()));
    made.clock.schedule(() => made.session.close('ended_by_client'), 1000);
    await made.clock.run(4000);
    expect([made.history().join(), endedMs - 1000]).toEqual(expected);
    expect(made.ledger.open()).toEqual({});
  });

  it.each<[string, (made: TestSession) => void]>([
    ['if it was to end now', ({ session }) => session.end({ after: 'now' })],
    ['if the server has no time left', ({ session }) => session.close('draining')],
    ['if it was ended again', ({ session }) => (session.close('ended_by_client'), session.end({ after: 'now' }))],
  ])('waits for no words %s', async (_, end) => {
    const made = createTestSession({ voice: [{ atMs: 320, forMs: 640 }], says: [{ text: 'tell me', delayMs: 500 }] });
    let endedMs = 0;
    void made.session.ended.then(() => (endedMs = made.clock.now()));
    made.clock.schedule(() => end(made), 1000);
    await made.clock.run(4000);
    expect([endedMs, made.history()]).toEqual([1000, ['user: tell me']]);
  });

  it('comes after what is being said, when asked so', async () => {
    const made = createAnsweringSession({ llm: ['Goodbye.'] });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end(), 1700);
    await made.clock.run(5000);
    expect(made.events.at(-1)).toEqual(at(2066, 'agent_message_added', 'Goodbye.'));
    expect(end.reason).toBe('agent_ended');
  });

  it('comes also when what is being said is interrupted', async () => {
    const made = createAnsweringSession({ llm: [LONG] });
    const end = reasonOf(made);
    made.clock.schedule(() => made.session.end(), 1700);
    made.clock.schedule(() => made.io.user.text.next('wait'), 3000);
    await made.clock.run(5000);
    expect(made.events.slice(-2)).toEqual([
      at(3000, 'agent_message_added', 'We opened in nineteen'),
      at(3000, 'user_message_added', 'wait'),
    ]);
    expect(end.reason).toBe('agent_ended');
  });

  it('begins nothing more', async () => {
    const { clock, session, io, events } = createAnsweringSession({ voice: [] });
    session.close('disconnected');
    clock.schedule(() => io.user.text.next('hello'), 100);
    await clock.run(1000);
    expect(events).toEqual([]);
  });
});

describe('what the owner says', () => {
  it('is a reply of its own, recorded like any other', async () => {
    const { clock, session, events } = createTestSession({});
    clock.schedule(() => session.say('Dinner is served.'), 500);
    await clock.run(3000);
    expect(events).toEqual([
      at(500, 'agent_started_speaking'),
      at(1520, 'agent_stopped_speaking'),
      at(1520, 'agent_message_added', 'Dinner is served.'),
    ]);
  });

  it('within a reply under way is part of it', async () => {
    const { clock, session, history } = createAnsweringSession({ llm: [{ text: 'Here it is.', firstTokenMs: 500 }] });
    clock.schedule(() => session.say('One moment.'), 1700);
    await clock.run(6000);
    expect(history().at(-1)).toBe('assistant: One moment. Here it is.');
  });

  it('waits for the reply that is being played', async () => {
    const { clock, session, history } = createAnsweringSession({ llm: ['Here it is.'] });
    clock.schedule(() => session.say('Enjoy.'), 1700);
    await clock.run(6000);
    expect(history().slice(-2)).toEqual(['assistant: Here it is.', 'assistant: Enjoy.']);
  });
});

describe('the nine events', () => {
  it('carry frozen snapshots, and the live session data', async () => {
    const session_data = { seen: 0 };
    const inputs: { readonly message?: unknown; readonly session_data: unknown }[] = [];
    const made = createAnsweringSession({ llm: ['Hi.'], config: { session_data } });
    made.session.events$.subscribe(({ input }) => inputs.push(input));
    await made.clock.run(4000);
    expect(inputs.every((input) => input.session_data === session_data && Object.isFrozen(input))).toBe(true);
    expect(inputs[2]?.message).toEqual({ content: 'tell me', role: 'user', name: null, tool_call_id: null });
    expect(Object.isFrozen(inputs[2]?.message)).toBe(true);
  });

  it('are numbered without a gap', async () => {
    const seqs: number[] = [];
    const made = createAnsweringSession({ llm: ['Hi.'] });
    made.session.events$.subscribe(({ seq }) => seqs.push(seq));
    await made.clock.run(4000);
    expect(seqs).toEqual(seqs.map((_, at) => at));
  });

  it('reach the handler that stands on the agent when they fire', async () => {
    const told: string[] = [];
    const agent = { on_user_started_speaking: () => told.push('first') };
    const made = createAnsweringSession({ llm: ['Hi.'], agent });
    await made.clock.run(4000);
    expect(told).toEqual(['first']);
  });
});
