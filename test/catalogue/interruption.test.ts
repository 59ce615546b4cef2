import { EMPTY, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { playSession } from '../support/playSession.ts';
import { COMMITTED, LONG, TELL_ME, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

/** When voice that begins at 3200 ms has lasted for 16 windows. */
const CUT = 3200 + 512;

describe('what interrupts', () => {
  test('P15 words of several stretches, soon after each other, add up to the threshold', async () => {
    const user = [TELL_ME, says(3200, 'one'), says(4800, 'two three', 960)];
    const { when } = await playSession({ user, config: { interrupt_word_threshold: 3 }, llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual([4800 + 19 * 32]);
  });

  test('P15 L9 words below the threshold are answered when the agent has finished, once', async () => {
    const user = [TELL_ME, says(3200, 'one'), types(12_000, 'two'), types(15_000, 'three')];
    const config = { interrupt_word_threshold: 3 };
    const { history } = await playSession({ user, config, llm: [LONG, 'Yes.', 'Sure.'] });
    expect(history().filter((line) => line.startsWith('user'))).toEqual([
      'user: tell me',
      'user: one',
      'user: two',
      'user: three',
    ]);
  });

  test('P16 while the agent is silent one word is a turn, whatever the threshold', async () => {
    const { history } = await playSession({
      user: [says(320, 'yes')],
      config: { interrupt_word_threshold: 3 },
      llm: ['Good.'],
    });
    expect(history()).toEqual(['user: yes', 'assistant: Good.']);
  });

  test('P17 a recogniser that only says that it hears something brings no words', async () => {
    const hears = { text: 'wait please', interims: ['', ' ', '', ''], msPerWord: 100 };
    const user = [TELL_ME, says(3200, hears, 1280)];
    const { when } = await playSession({ user, config: { interrupt_word_threshold: 2 }, llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual([3200 + 1280 + 576 + 50]);
  });

  test('P18 an empty transcript never interrupts', async () => {
    const nothing = { text: '', interims: ['', ' ', '\n'], msPerWord: 100 };
    const config = { interrupt_word_threshold: 1 };
    const { eventNames } = await playSession({ user: [TELL_ME, says(3200, nothing, 1280)], config, llm: [LONG] });
    expect(eventNames).not.toContain('agent_interrupted');
  });

  test.each([
    [15, []],
    [16, [CUT]],
    [17, [CUT]],
  ])('P18 speech of %i windows, with words: interrupted at %j', async (windows, cuts) => {
    const { when } = await playSession({ user: [TELL_ME, says(3200, 'wait', windows * 32)], llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual(cuts);
  });

  test.each([
    [CUT - 1, []],
    [CUT + 1, [CUT]],
  ])('P30 a mute at %i ms is decided by its own time', async (ms, cuts) => {
    const user = [TELL_ME, says(3200, 'wait'), does(ms, ({ io }) => io.user.muted.next(true))];
    const { when } = await playSession({ user, llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual(cuts);
    expect(when('user_stopped_speaking')[1]).toBe(ms);
  });

  test('L18 there is no time at the beginning of a speech in which nobody can interrupt it', async () => {
    const { when } = await playSession({ user: [types(640, 'hello'), says(640, 'wait')], llm: [LONG, 'Yes?'] });
    expect(when('agent_interrupted')).toEqual([640 + 512]);
  });
});

describe('what an interruption stops', () => {
  test('P19 the model is cancelled, and nothing more goes to the voice', async () => {
    const open: unknown[] = [];
    const user = [TELL_ME, says(3200, 'wait'), does(CUT + 1, ({ ledger }) => void open.push(ledger.open()))];
    const { tts } = await playSession({ user, llm: [{ text: LONG, tokenMs: 250 }, 'Yes?'] });
    expect(open).toEqual([{ playout: 1, stt: 1, vad: 1 }]);
    expect(tts.utterances.map(({ text, ended }) => [text.trim(), ended])).toEqual([
      ['We opened in nineteen eighty.', 'cancelled'],
      ['Yes?', 'complete'],
    ]);
  });

  test('P20 audio that was asked for before is not heard after, nor in the next turn', async () => {
    const { io, spoken } = await playSession({
      user: [TELL_ME, says(3200, 'wait')],
      llm: [LONG, 'Yes?'],
      tts: { utterances: [{ speed: 1.1 }] },
    });
    expect(spoken()).toEqual([LONG.slice(0, Math.floor((CUT - COMMITTED) / 60)), 'Yes?']);
    expect(io.played().map(({ outcome }) => outcome)).toEqual(['cleared', 'finished']);
  });

  test('P20 audio that is still being made is not heard later', async () => {
    const { spoken } = await playSession({
      user: [types(500, 'hello'), types(900, 'wait')],
      llm: ['One two three.', 'Yes?'],
      tts: { utterances: [{ firstAudioMs: 1000 }] },
    });
    expect(spoken().filter(Boolean)).toEqual(['Yes?']);
  });

  test('P29 the client is told to throw away what it has, in the very instant', async () => {
    const { io } = await playSession({ user: [TELL_ME, says(3200, 'wait')], llm: [LONG, 'Yes?'] });
    const after = io.commands.filter(({ atMs }) => atMs >= CUT);
    expect(after[0]).toMatchObject({ atMs: CUT, command: { kind: 'clear' } });
    expect(after[1]).toMatchObject({ command: { kind: 'start' } });
    expect(io.played()[0]?.stoppedAtMs).toBe(CUT);
  });

  test('L14 a handler that does not react to its end harms no later turn', async () => {
    const answers = [hangs(), of(chunk('Fine.'), finish())];
    const user = [types(500, 'hello'), types(2000, 'still there?')];
    const { events } = await playSession({ user, agent: { llm_response_handler: () => answers.shift() ?? EMPTY } });
    expect(events.at(-1)).toEqual(at(2300, 'agent_message_added', 'Fine.'));
  });

  test('L15 interrupted before its first sample, the agent is heard again', async () => {
    const { events } = await playSession({
      user: [types(500, 'hello'), does(900, ({ session }) => session.interrupt()), types(2000, 'still there?')],
      llm: ['One.', 'Fine.'],
      tts: { utterances: [{ firstAudioMs: 3000 }] },
    });
    expect(events).toEqual([
      at(500, 'user_message_added', 'hello'),
      at(2000, 'user_message_added', 'still there?'),
      at(2000, 'agent_started_speaking'),
      at(2300, 'agent_stopped_speaking'),
      at(2300, 'agent_message_added', 'Fine.'),
    ]);
  });

  test('L16 interrupted in the instant of its commit, the turn hangs nothing', async () => {
    const interrupt = does(0, ({ session }) => {
      session.events$.subscribe(({ seq }) => void (seq === 0 && session.interrupt()));
    });
    const { events } = await playSession({
      user: [interrupt, types(500, 'hello'), types(2000, 'still there?')],
      llm: [LONG, 'Fine.'],
    });
    expect(events.at(-1)).toEqual(at(2300, 'agent_message_added', 'Fine.'));
  });

  test('L17 the owner’s interruption ends what is queued behind the speech, too', async () => {
    const says = does(0, ({ session }) => {
      session.say('One two three four.');
      session.say('Five six.');
    });
    const { history } = await playSession({ user: [says, does(500, ({ session }) => session.interrupt())] });
    expect(history()).toEqual(['assistant: One two']);
  });

  test('L17 an interruption when all is over is nothing', async () => {
    const user = [types(500, 'hello'), does(5000, ({ session }) => session.interrupt())];
    const { events, codes } = await playSession({ user, llm: ['Hi.'] });
    expect(events.at(-1)).toEqual(at(680, 'agent_message_added', 'Hi.'));
    expect(codes).toEqual([]);
  });
});

/** A stream that brings nothing and cannot be cancelled. */
function hangs(): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
}
