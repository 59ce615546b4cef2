import { describe, expect, test } from 'vitest';
import { callsShown, playSession } from '../support/playSession.ts';
import { COMMITTED, LONG, TELL_ME, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

const call = (name: string, args = {}) => ({ name, id: name, arguments: args });
const calls = (...names: string[]) => ({ calls: names.map((name) => call(name)) });

describe('functions of a reply that is cut', () => {
  test('P26 arguments that are still coming are never read', async () => {
    let made = 0;
    const { eventNames, history } = await playSession({
      user: [types(500, 'hang up'), types(1150, 'no')],
      llm: [{ text: 'So:', calls: [call('hang_up', { why: 'asked' })], tokenMs: 300 }, 'Fine.'],
      functions: { hang_up: () => void (made += 1) },
    });
    expect([made, eventNames.includes('function_calls_collected')]).toEqual([0, false]);
    expect(history()).toEqual(['user: hang up', 'user: no', 'assistant: Fine.']);
  });

  test('P27 a call of a reply that words have ended is not made', async () => {
    let made = 0;
    const { history } = await playSession({
      user: [TELL_ME, says(3200, 'wait')],
      llm: [{ text: LONG, ...calls('hang_up'), tokenMs: 200 }, 'Fine.'],
      functions: { hang_up: () => void (made += 1) },
    });
    expect(made).toBe(0);
    expect(history().at(-1)).toBe('assistant: Fine.');
  });

  test('P27 a call that is cut in the instant in which it is collected leaves nothing stuck', async () => {
    const cut = does(0, ({ session }) => {
      session.events$.subscribe(({ name }) => void (name === 'on_function_calls_collected' && session.interrupt()));
    });
    const { history, ledger } = await playSession({
      user: [cut, types(500, 'book it'), types(2000, 'well?')],
      llm: [calls('book'), 'Done.'],
      functions: { book: () => new Promise(() => {}) },
    });
    expect(history()).toEqual([
      'user: book it',
      'assistant: ',
      'tool: interrupted: may have been carried out',
      'user: well?',
      'assistant: Done.',
    ]);
    expect(ledger.open()).toEqual({ playout: 1, stt: 1, vad: 1 });
  });

  test('P27 what a cut call returns later is in no message', async () => {
    const { history } = await playSession({
      user: [types(500, 'look'), types(1000, 'never mind')],
      llm: [calls('look'), 'Fine.'],
      functions: { look: (clock) => clock.sleep(4000).then(() => 'late') },
    });
    expect(history().filter((line) => line.startsWith('tool'))).toEqual([
      'tool: interrupted: may have been carried out',
    ]);
  });

  test('P27 a function that throws has its result', async () => {
    const broken = (): never => {
      throw new Error('out of order');
    };
    const { history, codes } = await playSession({ llm: [calls('broken'), 'Sorry.'], functions: { broken } });
    expect(history().map((line) => line.split(':')[0])).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(codes).toEqual(['function_failed']);
  });

  test('P25 the agent is silent at once; a function that must not be cut runs to its end', async () => {
    const { events, history } = await playSession({
      user: [TELL_ME, types(3000, 'wait')],
      llm: [{ text: 'One moment please, I am looking it up for you.', ...calls('book') }, 'Yes?'],
      uninterruptible: { book: (clock) => clock.sleep(4000).then(() => 'booked') },
    });
    expect(events).toContainEqual(at(3000, 'agent_stopped_speaking'));
    expect(events).toContainEqual(at(COMMITTED + 4000, 'user_message_added', 'wait'));
    expect(history()).toContain('tool: booked');
  });

  test('P25 a slow model is cancelled while such a function runs', async () => {
    const open: unknown[] = [];
    await playSession({
      user: [TELL_ME, says(2560, 'wait'), does(3500, ({ ledger }) => void open.push(ledger.open()))],
      llm: [calls('book'), { text: 'Booked.', firstTokenMs: 9000 }, 'Yes?'],
      uninterruptible: { book: (clock) => clock.sleep(500) },
    });
    expect(open).toEqual([{ playout: 1, stt: 1, vad: 1 }]);
  });

  test('L27 a result that came before the cut is kept, and nothing is done twice', async () => {
    let made = 0;
    const played = await playSession({
      user: [TELL_ME, says(3200, 'wait')],
      llm: [{ text: LONG, ...calls('book') }, 'Booked.', 'Yes?'],
      functions: { book: () => `booking ${(made += 1)}` },
    });
    expect(made).toBe(1);
    expect(callsShown(played)).toEqual(['asks book', 'book: booking 1']);
  });

  test.each([
    [1600, ['a: interrupted: may have been carried out', 'b: interrupted: may have been carried out']],
    [2999, ['a: interrupted: may have been carried out', 'b: interrupted: may have been carried out']],
    [3001, ['a: seen', 'b: interrupted: may have been carried out']],
  ])('L27 every call has one result, in its order: cut at %i ms', async (ms, results) => {
    const played = await playSession({
      user: [TELL_ME, types(ms, 'wait')],
      llm: [{ text: 'One moment please.', ...calls('a', 'b') }, 'So.'],
      functions: { a: (clock) => clock.sleep(3000 - COMMITTED).then(() => 'seen'), b: (clock) => clock.sleep(9000) },
    });
    expect(callsShown(played)).toEqual(['asks a', 'asks b', ...results]);
  });

  test('L27 calls that may not be made any more are answered all the same', async () => {
    const { history, codes } = await playSession({
      llm: [calls('look'), calls('look')],
      functions: { look: () => 'seen' },
      config: { max_nested_function_calls: 1 },
    });
    expect(history().filter((line) => line.startsWith('tool'))).toHaveLength(2);
    expect(codes).toContain('function_rounds_exceeded');
  });

  test('L28 the next turn waits for what cannot be cut, and sees it: it is not asked for again', async () => {
    let made = 0;
    const played = await playSession({
      user: [TELL_ME, says(3200, 'and for two')],
      llm: [{ text: LONG, ...calls('book') }, 'Booked.'],
      uninterruptible: { book: (clock) => clock.sleep(8000).then(() => `booking ${(made += 1)}`) },
    });
    expect(played.when('user_message_added')[1]).toBe(COMMITTED + 8000);
    expect(callsShown(played)).toEqual(['asks book', 'book: booking 1']);
    expect([made, played.llm.inputs.length]).toEqual([1, 2]);
  });
});

describe('functions while the user speaks', () => {
  test('P28 a result asks the model nothing while the user is speaking', async () => {
    const asked: number[] = [];
    const { when } = await playSession({
      user: [TELL_ME, says(1920, '', 1600), does(4145, ({ llm }) => void asked.push(llm.inputs.length))],
      llm: [calls('look'), 'Seven.'],
      functions: { look: (clock) => clock.sleep(1000) },
    });
    expect(asked).toEqual([1]);
    expect(when('function_calls_executed')).toEqual([COMMITTED + 1000]);
    expect(when('agent_started_speaking')).toEqual([1920 + 1600 + 576 + 50]);
  });

  test('P28 several results are one further question', async () => {
    const { llm, eventNames } = await playSession({
      llm: [calls('a', 'b', 'c'), 'Done.'],
      functions: { a: () => 'at once', b: (clock) => clock.sleep(500), c: (clock) => clock.sleep(2000) },
    });
    expect(llm.inputs).toHaveLength(2);
    expect(eventNames.filter((event) => event === 'function_calls_executed')).toHaveLength(1);
  });

  test('L26 the model is asked once, at the commit: nothing is made on suspicion', async () => {
    const asked: number[] = [];
    const ask = (ms: number) => does(ms, ({ llm }) => void asked.push(llm.inputs.length));
    const committed = 320 + 1600 + 576 + 50;
    const { when } = await playSession({
      user: [says(320, 'one two three four', 1600), ask(committed - 1), ask(committed + 1)],
      llm: ['Yes.'],
    });
    expect(when('user_message_added')).toEqual([committed]);
    expect(asked).toEqual([0, 1]);
  });
});
