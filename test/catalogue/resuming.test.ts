import { filter } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { UserTurn } from '../../src/core/speech.ts';
import { playSession } from '../support/playSession.ts';
import type { TestSession } from '../support/testSession.ts';
import { COMMITTED, LONG, TELL_ME, coughs, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

const CUT = 3200 + 512;
/** The end of a sound of 640 ms that begins at 3200, settled. */
const SETTLED = 3200 + 640 + 576 + 50;
/** What was heard of `LONG` at the cut, what was not, and what is said again. */
const HEARD = 'We opened in nineteen eighty. My';
const REST = LONG.slice(HEARD.length).trim();
const AGAIN = 'My ';

describe('an interruption that brings no words', () => {
  test('P24 is answered by nothing new, and does not leave the agent dumb', async () => {
    const { events, llm } = await playSession({ user: [TELL_ME, coughs(3200)], llm: [LONG] });
    const again = SETTLED + (AGAIN + REST).length * 60;
    expect(events.slice(5)).toEqual([
      at(CUT, 'agent_interrupted', HEARD),
      at(CUT, 'agent_stopped_speaking'),
      at(CUT, 'agent_message_added', HEARD),
      at(SETTLED - 50, 'user_stopped_speaking'),
      at(SETTLED, 'agent_started_speaking'),
      at(again, 'agent_stopped_speaking'),
      at(again, 'agent_message_added', REST),
    ]);
    expect(llm.inputs).toHaveLength(1);
  });

  test('is followed by the clause that was cut, from its start', async () => {
    const { tts, history } = await playSession({ user: [TELL_ME, coughs(3200)], llm: [LONG] });
    expect(tts.utterances[1]?.text).toBe(AGAIN + REST);
    expect(history().slice(1)).toEqual([`assistant: ${HEARD}`, `assistant: ${REST}`]);
  });

  test('moves the end of the speech: a short remark before it goes in front of what the user says next', async () => {
    const play = (...noises: ReturnType<typeof coughs>[]) =>
      playSession({
        user: [TELL_ME, says(6100, 'eight', 96), ...noises, types(16_000, 'more')],
        stt: { msPerWord: 32 },
        llm: [LONG, 'Good.', 'Bye.'],
      });
    const userTurns = ({ history }: TestSession) => history().filter((line) => line.startsWith('user: '));
    expect(userTurns(await play())).toEqual(['user: tell me', 'user: eight', 'user: more']);
    expect(userTurns(await play(coughs(6880)))).toEqual(['user: tell me', 'user: eight more']);
  });

  test('and that comes while the agent repeats words adds none of them to the history', async () => {
    const { events, tts, history } = await playSession({
      user: [TELL_ME, coughs(3200), coughs(4480, 1024)],
      llm: [LONG],
    });
    const cuts = events.filter(({ event }) => event === 'agent_interrupted').map(({ text }) => text);
    expect(cuts).toEqual([HEARD, '']);
    expect(tts.utterances.slice(1).map(({ text }) => text)).toEqual([AGAIN + REST, AGAIN + REST]);
    expect(history().slice(1)).toEqual([`assistant: ${HEARD}`, `assistant: ${REST}`]);
  });

  test('P7 L13 of which the recogniser says nothing at all is over at its timeout', async () => {
    const user = [TELL_ME, says(3200, { text: '', answer: 'none' })];
    const { when } = await playSession({ user, llm: [LONG] });
    expect(when('agent_started_speaking')).toEqual([COMMITTED, SETTLED - 50 + 1000]);
  });

  test('L12 takes up the reply also where the recogniser fails', async () => {
    const user = [TELL_ME, says(3200, { text: '', answer: 'failed' })];
    const { history } = await playSession({ user, llm: [LONG] });
    expect(history().slice(1)).toEqual([`assistant: ${HEARD}`, `assistant: ${REST}`]);
  });

  test('L12 words end what was to be taken up: one reply is heard, not two', async () => {
    const { spoken } = await playSession({
      user: [TELL_ME, says(3200, { text: 'wait', delayMs: 600 })],
      llm: [LONG, 'Yes?'],
    });
    expect(spoken()).toHaveLength(2);
    expect(spoken()[1]).toBe('Yes?');
  });

  test('L12 words end it also where their turn is dropped by a splice', async () => {
    const splice = { userTurn: filter(({ text }: UserTurn) => text !== 'wait') };
    const { history } = await playSession({ user: [TELL_ME, says(3200, 'wait')], llm: [LONG], options: { splice } });
    expect(history()).toEqual(['user: tell me', `assistant: ${HEARD}`]);
  });

  test('L12 it is taken up only when all that was said is settled', async () => {
    const user = [TELL_ME, says(3200, { text: '', delayMs: 900 }), coughs(4448)];
    const { when } = await playSession({ user, llm: [LONG] });
    expect(when('agent_started_speaking')).toEqual([COMMITTED, 4448 + 640 + 576 + 50]);
  });

  test('L13 twice in one reply: it goes on each time, and ends', async () => {
    const { when, spoken, codes } = await playSession({ user: [TELL_ME, coughs(3200), coughs(6400)], llm: [LONG] });
    expect(when('agent_interrupted')).toHaveLength(2);
    expect(when('agent_started_speaking')).toHaveLength(3);
    expect(spoken().at(-1)).toMatch(/kitchen\.$/u);
    expect(codes.filter((code) => code !== 'empty_turn')).toEqual([]);
  });

  test('L13 a late final after it adds no second event', async () => {
    const late = { text: '', answer: 'empty' as const, late: { text: '', afterMs: 300 } };
    const { when } = await playSession({ user: [TELL_ME, says(3200, late)], llm: [LONG] });
    expect(when('agent_interrupted')).toEqual([CUT]);
    expect(when('agent_stopped_speaking')).toHaveLength(2);
  });

  test('L13 in a round with functions: what was under way goes on, and the next round is asked for', async () => {
    const { history } = await playSession({
      user: [TELL_ME, coughs(3200)],
      llm: [{ text: LONG, calls: [{ name: 'unknown' }] }, 'So it is.'],
    });
    expect(history().at(-1)).toBe(`assistant: ${REST} So it is.`);
  });

  test('L13 while a function runs: the rest of the round is spoken at once, as no more of it comes', async () => {
    const text = 'One moment please, I am looking for a free table in our';
    const { tts, when } = await playSession({
      user: [TELL_ME, coughs(3200)],
      llm: [{ text, calls: [{ name: 'look' }] }, 'So it is.'],
      functions: { look: (clock) => clock.sleep(10_000) },
    });
    expect(when('agent_started_speaking')).toEqual([COMMITTED, SETTLED]);
    expect(tts.utterances[1]?.text).toBe('I am looking for a free table in our So it is.');
  });

  test('L13 a function that ends while the speech is cut asks the model nothing before it goes on', async () => {
    const asked: number[] = [];
    const ask = (ms: number) => does(ms, ({ llm }) => void asked.push(llm.inputs.length));
    const goesOn = 3200 + 1600 + 576 + 50;
    const { when } = await playSession({
      user: [TELL_ME, coughs(3200, 1600), ask(goesOn - 1), ask(goesOn + 1)],
      llm: [{ text: LONG, calls: [{ name: 'look' }] }, 'So it is.'],
      functions: { look: (clock) => clock.sleep(2400) },
    });
    expect(when('function_calls_executed')).toEqual([COMMITTED + 2400]);
    expect(asked).toEqual([1, 2]);
  });

  test('L12 where the answer is held by more noise it is never two at once', async () => {
    const user = [TELL_ME, coughs(3200), coughs(4800, 320), coughs(6400, 320)];
    const { io } = await playSession({ user, llm: [LONG] });
    const played = io.played().filter(({ samples }) => samples.length > 0);
    const gaps = played.slice(1).map(({ startedAtMs = 0 }, n) => startedAtMs - (played[n]?.stoppedAtMs ?? 0));
    expect(gaps.every((gap) => gap >= 0)).toBe(true);
  });
});
