import { concat, NEVER, take } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { playSession } from '../support/playSession.ts';
import { TELL_ME, continues, coughs, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

/** The last voiced sample of `TELL_ME`, and the end of its segment. */
const LAST_VOICED = 960;
const END = 1536;

describe('when the turn ends', () => {
  test.each([
    [0, 1660],
    [100, 1660],
    [124, 1660],
    [125, 1661],
  ])('P1 the work of hearing (%i ms) runs beside the delay, not behind it: %i ms', async (delayMs, committed) => {
    const { when } = await playSession({ stt: { delayMs }, config: { min_endpointing_delay: 0.7 }, llm: ['Hi.'] });
    expect(when('user_message_added')).toEqual([committed]);
  });

  test.each([
    ['the end of the segment', 0, 0.5, END],
    ['the recogniser', 200, 0.5, END + 200],
    ['the delay', 200, 2, LAST_VOICED + 2000],
  ])('P2 the last of what a turn waits for releases it in that instant: %s', async (_, delayMs, delay, committed) => {
    const { when } = await playSession({ stt: { delayMs }, config: { min_endpointing_delay: delay }, llm: ['Hi.'] });
    expect(when('user_message_added')).toEqual([committed]);
    expect(when('agent_started_speaking')).toEqual([committed]);
  });

  test('P3 a final in a short pause does not shorten the wait for the words after it', async () => {
    const { events } = await playSession({
      user: [says(320, { text: ['tell me', 'about it'], delayMs: 400 }), continues(1120, 640)],
      llm: ['Hi.'],
    });
    expect(events.slice(1, 3)).toEqual([
      at(2336, 'user_stopped_speaking'),
      at(2736, 'user_message_added', 'tell me about it'),
    ]);
  });

  test('P4 a final that comes late ends no other turn and is not glued to it', async () => {
    const late = { text: 'early', answer: 'none' as const, late: { text: 'early words', afterMs: 1600 } };
    const { events, codes } = await playSession({ user: [says(320, late), says(2816, 'the next')], llm: ['', 'Hi.'] });
    expect(events.filter(({ event }) => event === 'user_message_added')).toEqual([
      at(END + 1000, 'user_message_added', 'early'),
      at(2816 + 640 + 576 + 50, 'user_message_added', 'the next'),
    ]);
    expect(codes).toContain('late_transcript');
  });

  test('P5 no final ends a turn while the user goes on speaking, also after a turn was just committed', async () => {
    const { events } = await playSession({
      user: [says(320, ['one two', 'three four', 'five'].join(' '), 3200), types(1000, 'hello')],
      stt: { msPerWord: 600 },
      llm: [{ text: 'Hm.', firstTokenMs: 500 }, 'Hi.'],
    });
    expect(events.slice(0, 4)).toEqual([
      at(384, 'user_started_speaking'),
      at(1000, 'user_message_added', 'hello'),
      at(4096, 'user_stopped_speaking'),
      at(4146, 'user_message_added', 'one two three four five'),
    ]);
  });

  test('P5 finals in the middle of an utterance are parts of it', async () => {
    const texts = ['one two', 'three four', 'five'];
    const { events } = await playSession({ user: [says(320, { text: texts }, 3200)], llm: ['Hi.'] });
    expect(events.slice(1, 3)).toEqual([
      at(4096, 'user_stopped_speaking'),
      at(4146, 'user_message_added', 'one two three four five'),
    ]);
  });

  test.each([
    [8000, 32, []],
    [8000, 64, ['user: yes', 'assistant: Hi.']],
    [16_000, 32, []],
    [16_000, 64, ['user: yes', 'assistant: Hi.']],
    [16_000, 96, ['user: yes', 'assistant: Hi.']],
  ] as const)('P6 at %i Hz a "yes" of %i ms', async (sampleRate, forMs, expected) => {
    const options = { ports: { vad: createVadDouble({ sampleRate }) } };
    const { history } = await playSession({ user: [says(320, 'yes', forMs)], llm: ['Hi.'], options });
    expect(history()).toEqual(expected);
  });

  test('P7 speech without words ends, is told apart, and asks the model nothing', async () => {
    const { eventNames, codes, llm } = await playSession({ user: [coughs(320)] });
    expect(eventNames).toEqual(['user_started_speaking', 'user_stopped_speaking']);
    expect(codes).toEqual(['empty_turn']);
    expect(llm.inputs).toEqual([]);
  });

  test('P8 a recogniser that stays silent costs no words, and they are told once', async () => {
    const silent = { text: 'hello there', answer: 'none' as const, late: { text: 'hello there', afterMs: 1500 } };
    const { history, codes } = await playSession({ user: [says(320, silent)], llm: ['Hi.'] });
    expect(history()).toEqual(['user: hello there', 'assistant: Hi.']);
    expect(codes).toEqual(['stt_timeout', 'late_transcript']);
  });

  test('P9 nothing times out while the user speaks', async () => {
    const words = Array.from({ length: 20 }, (_, n) => `w${n}`).join(' ');
    const { when, codes } = await playSession({
      user: [says(320, { text: words, answer: 'none' }, 6400)],
      llm: ['Hi.'],
    });
    const end = 320 + 6400 + 576;
    expect([when('user_stopped_speaking'), when('user_message_added')]).toEqual([[end], [end + 1000]]);
    expect(codes).toEqual(['stt_timeout']);
  });

  test.each([
    ['without words', '', 5000, true],
    ['with a word every 300 ms', Array(40).fill('so').join(' '), 5000, false],
  ])('P9 words keep a turn alive that would be taken for noise: %s', async (_, text, forMs, noise) => {
    const { codes } = await playSession({ user: [says(320, text, forMs)], llm: ['Hi.'] });
    expect(codes.includes('noise')).toBe(noise);
  });

  test('P10 a final in the very instant of the end is not waited for again', async () => {
    const { events } = await playSession({ stt: { delayMs: 0 }, llm: ['Hi.'] });
    expect(events.slice(1, 3)).toEqual([at(END, 'user_stopped_speaking'), at(END, 'user_message_added', 'tell me')]);
  });

  test('P11 muted in the middle of a word, the user has ended', async () => {
    const { events } = await playSession({
      user: [TELL_ME, does(700, ({ io }) => io.user.muted.next(true))],
      llm: ['Hi.'],
    });
    expect(events[1]).toEqual(at(700, 'user_stopped_speaking'));
    expect(events[2]).toMatchObject({ event: 'user_message_added', text: expect.stringMatching(/^tell/u) });
  });

  test('P11 a microphone that stops in the middle of a word ends the speech 1 s later', async () => {
    const { events } = await playSession({
      llm: ['Hi.'],
      prepare: (io) => Object.assign(io, { audioIn: concat(io.audioIn.pipe(take(25)), NEVER) }),
    });
    const lastFrame = 25 * 32;
    expect(events[1]).toEqual(at(lastFrame + 1000, 'user_stopped_speaking'));
    expect(events[2]).toMatchObject({ event: 'user_message_added', text: expect.stringMatching(/^tell/u) });
  });

  test('P12 a jump of the wall clock changes nothing', async () => {
    const jump = (ms: number) => does(1200, () => void vi.spyOn(Date, 'now').mockReturnValue(ms));
    const user = [TELL_ME, says(3200, 'wait please')];
    const played = await Promise.all(
      [[], [jump(0)], [jump(4e12)]].map((cues) =>
        playSession({ user: [...user, ...cues], llm: ['One two three.', 'Hi.'] }),
      ),
    );
    const [straight, back, forward] = played.map(({ events }) => events);
    expect(straight).toHaveLength(12);
    expect([back, forward]).toEqual([straight, straight]);
  });

  test('P13 a delay that is called off and set again in one instant is not lost', async () => {
    const config = { min_endpointing_delay: 0.64 };
    const { when, history } = await playSession({
      user: [TELL_ME, says(1536, 'about it')],
      config,
      llm: ['Hi.'],
    });
    expect(when('user_started_speaking')[1]).toBe(LAST_VOICED + 640);
    expect(when('user_message_added')).toEqual([1536 + 640 + 640]);
    expect(history()[0]).toBe('user: tell me about it');
  });

  test('P14 typed text is final as it comes', async () => {
    const { events } = await playSession({ user: [types(700, 'hello')], llm: ['Hi.'] });
    expect(events.slice(0, 2)).toEqual([at(700, 'user_message_added', 'hello'), at(700, 'agent_started_speaking')]);
  });
});

describe('when the turn ends, second part', () => {
  test('L1 a commit that was called off leaves no second, empty turn', async () => {
    const { history, llm } = await playSession({
      user: [TELL_ME, coughs(1536)],
      config: { min_endpointing_delay: 1 },
      llm: ['Hi.'],
    });
    expect(history()).toEqual(['user: tell me', 'assistant: Hi.']);
    expect(llm.inputs).toHaveLength(1);
  });

  test('L2 a turn of several bursts is one turn, and its wait is counted from its last word', async () => {
    const metrics: unknown[] = [];
    const { when } = await playSession({
      user: [
        does(0, ({ session }) => void session.edges.metrics.subscribe((metric) => metrics.push(metric))),
        says(320, 'one'),
        says(1600, 'two'),
        says(2880, 'three'),
      ],
      config: { min_endpointing_delay: 0.8 },
      llm: [{ text: 'Hi.', firstTokenMs: 100 }],
    });
    expect(when('user_started_speaking')).toEqual([384, 1664, 2944]);
    expect(when('user_message_added')).toEqual([3520 + 800]);
    expect(metrics).toMatchObject([{ totalMs: 900, parts: { silence: 576, endpointing: 224, handler: 100 } }]);
  });

  test('L3 a recogniser that thinks the user has ended does not deafen the agent', async () => {
    const { when } = await playSession({
      user: [TELL_ME, says(3200, { text: ['wait', 'please'], msPerWord: 100 }, 1280)],
      llm: ['One two three four five six seven eight nine ten.', 'Yes?'],
    });
    expect(when('agent_interrupted')).toEqual([3200 + 512]);
    expect(when('user_message_added')[1]).toBe(3200 + 1280 + 576 + 50);
  });

  test('L4 an empty answer settles at once: nobody waits for its timeout', async () => {
    const { when } = await playSession({
      user: [TELL_ME, coughs(1536)],
      config: { min_endpointing_delay: 0.8 },
      llm: ['Hi.'],
    });
    expect(when('user_message_added')).toEqual([1536 + 640 + 576 + 50]);
  });

  test.each([
    ['by silence', [TELL_ME], LAST_VOICED + 700],
    ['by mute', [TELL_ME, does(1000, ({ io }) => io.user.muted.next(true))], LAST_VOICED + 700],
  ])('L6 the delay is counted from the last voice, however the segment ends: %s', async (_, user, committed) => {
    const { when } = await playSession({ user, config: { min_endpointing_delay: 0.7 }, llm: ['Hi.'] });
    expect(when('user_message_added')).toEqual([committed]);
  });

  test('L8 a final that comes after its turn does not interrupt its answer, and is a turn when that was heard', async () => {
    const late = { text: 'tell me', late: { text: 'please', afterMs: 300 } };
    const { history, llm } = await playSession({
      user: [says(320, late)],
      llm: ['Well, yes.', 'Bye.'],
    });
    expect(history()).toEqual(['user: tell me', 'assistant: Well, yes.', 'user: please', 'assistant: Bye.']);
    expect(llm.inputs).toHaveLength(2);
  });
});
