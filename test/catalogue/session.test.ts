import { describe, expect, test } from 'vitest';
import { vad } from '../../operators/vad.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { microphone } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { createAnsweringSession, playSession } from '../support/playSession.ts';
import { createFunction } from '../support/testSession.ts';
import { COMMITTED, LONG, TELL_ME, does, says, types } from '../support/userActions.ts';
import { at } from '../support/timedEvent.ts';

describe('the end of a session', () => {
  test('L5 loses no words: what was not committed is a last message', async () => {
    const user = [TELL_ME, says(3200, 'wait please', 1600), does(4000, ({ session }) => session.close('disconnected'))];
    const { events, history } = await playSession({ user, config: { allow_interruptions: false }, llm: [LONG] });
    expect(events.slice(5)).toEqual([
      at(4000, 'agent_stopped_speaking'),
      at(4000, 'agent_message_added', 'We opened in nineteen eighty. My'),
      at(4000, 'user_stopped_speaking'),
      at(4050, 'user_message_added', 'wait please'),
    ]);
    expect(history()).toHaveLength(3);
  });

  test('L5 words that are settled and wait are not lost either', async () => {
    const user = [TELL_ME, does(2000, ({ session }) => session.close('disconnected'))];
    const { history } = await playSession({ user, config: { min_endpointing_delay: 5 } });
    expect(history()).toEqual(['user: tell me']);
  });

  test('P25 an end that waits for the last word survives an interruption', async () => {
    const user = [TELL_ME, does(2000, ({ session }) => session.end()), says(3200, 'wait')];
    const { history, session, ledger } = await playSession({ user, llm: [LONG] });
    await expect(session.ended).resolves.toMatchObject({ reason: 'agent_ended' });
    expect(history()[1]).toBe('assistant: We opened in nineteen eighty. My');
    expect(ledger.open()).toEqual({});
  });

  const PHASES = [
    ['before anything', 0],
    ['in a word', 700],
    ['in the silence after it', 1200],
    ['in the instant of the commit', COMMITTED],
    ['while the model thinks', COMMITTED + 300],
    ['while the voice is made', COMMITTED + 700],
    ['while the agent speaks', COMMITTED + 2000],
    ['over the user’s interruption', 6100],
    ['while a function runs', 9000],
    ['when all is quiet', 29_000],
  ] as const;

  test.each(PHASES)('L29 comes at any time, and leaves nothing behind: %s', async (_, ms) => {
    const { session, ledger, clock } = await playSession({
      user: [TELL_ME, says(5600, 'and you', 1280), does(ms, ({ session: own }) => own.close('disconnected'))],
      llm: [{ text: LONG, firstTokenMs: 500 }, { calls: [{ name: 'look' }] }, 'Done.'],
      functions: { look: (own) => own.sleep(5000) },
      tts: { firstAudioMs: 500, speed: 2 },
    });
    await expect(session.ended).resolves.toMatchObject({ reason: 'disconnected' });
    expect([ledger.open(), clock.pending]).toEqual([{}, 0]);
  });

  test('L29 a client that has gone before the first message is not spoken to', async () => {
    const made = createAnsweringSession({
      config: { first_message: 'Good evening.' },
      prepare: (io) => io.user.connected.next(false),
    });
    made.clock.schedule(() => made.session.close('disconnected'), 100);
    await made.clock.run(2000);
    expect(made.events).toEqual([]);
    expect([made.ledger.open(), made.clock.pending]).toEqual([{}, 0]);
  });

  test('L29 a handler that ends the session from inside an event hangs nothing', async () => {
    const made = createAnsweringSession({
      agent: {
        on_agent_started_speaking: () => made.session.end({ after: 'now' }),
        functions: { look: createFunction(() => '') },
      },
    });
    await made.clock.run(5000);
    expect([made.ledger.open(), made.clock.pending]).toEqual([{}, 0]);
  });
});

describe('a long session', () => {
  test('L30 holds no more after fifty turns than after one', async () => {
    const held = async (turns: number): Promise<unknown> => {
      const user = Array.from({ length: turns }, (_, n) => types(500 + n * 1000, `turn ${n}`));
      const { clock, ledger, history } = await playSession({ user, llm: user.map(() => 'Yes.'), untilMs: 60_000 });
      expect(history()).toHaveLength(turns * 2);
      return [clock.pending, ledger.open()];
    };
    expect(await held(50)).toEqual(await held(1));
  });
});

describe('voice activity', () => {
  const spoken = [
    { atMs: 320, forMs: 3200 },
    { atMs: 6400, forMs: 3200 },
  ];

  function heard(maxBufferedSpeechMs: number): VadEvent[] {
    const clock = new VirtualClock();
    const events: VadEvent[] = [];
    microphone(spoken, { scheduler: clock, forMs: 12_000 })
      .pipe(vad({ model: createVadDouble({ scheduler: clock }), maxBufferedSpeechMs, scheduler: clock }))
      .subscribe((event) => events.push(event));
    clock.flush();
    return events;
  }

  test('L31 the buffer of one stretch of speech is full for that one only', () => {
    const handedOut = [0, 1].map((segment) =>
      heard(2000)
        .filter((event) => event.segment === segment)
        .flatMap((event) => ('audio' in event ? event.audio : []))
        .reduce((total, { samples }) => total + samples.length / 16, 0),
    );
    const aWindow = 32;
    for (const ms of handedOut) expect(Math.abs(ms - 2000)).toBeLessThan(aWindow);
  });

  test('L31 the length of speech does not count the silence after it', () => {
    const ends = heard(60_000).filter(({ kind }) => kind === 'ended');
    expect(ends).toMatchObject([
      { voicedMs: 3200, lastVoicedMs: 3520, atMs: 4096 },
      { voicedMs: 3200, lastVoicedMs: 9600 },
    ]);
  });
});
