import { mergeMap, type Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PlayoutCommand, PlayoutReport } from '../../../src/core/playout.ts';
import { createTestSession, type TestSessionOptions } from '../../support/testSession.ts';
import { at, timesOf, type TimedEvent } from '../../support/timedEvent.ts';

const question = { atMs: 320, forMs: 640 };
const LONG =
  'We opened in nineteen eighty. My grandmother cooked here for forty years. Today my sister runs the kitchen.';
/** The reply is audible from 1586 on; so many voiced windows begin at 3200 ms. */
const over = (
  windows: number,
  options: TestSessionOptions = {},
  second: NonNullable<TestSessionOptions['says']>[number] = 'wait please',
): TestSessionOptions => ({
  voice: [question, { atMs: 3200, forMs: windows * 32 }],
  says: ['tell me', second],
  llm: [LONG, 'Yes?', 'Hm?'],
  ...options,
});
const interruptedAt = (events: readonly TimedEvent[]): number | undefined => timesOf(events, 'agent_interrupted')[0];

describe('the user interrupts', () => {
  it('never with two short noises, also within one segment', async () => {
    const voice = [question, { atMs: 3200, forMs: 384 }, { atMs: 3200 + 384 + 288, forMs: 384 }];
    const { clock, events } = createTestSession(over(0, { voice }, ''));
    await clock.run(12_000);
    expect(events).toContainEqual(at(3264, 'user_started_speaking'));
    expect(interruptedAt(events)).toBeUndefined();
  });

  it('never where interruptions are not allowed', async () => {
    const { clock, events } = createTestSession(over(40, { config: { allow_interruptions: false } }));
    await clock.run(16_000);
    expect(interruptedAt(events)).toBeUndefined();
  });

  it.each([
    [1, 3712],
    [2, 3808],
    [3, 4128],
    [4, undefined],
  ])('with a threshold of %i words: at %s', async (interrupt_word_threshold, atMs) => {
    const { clock, events } = createTestSession(over(30, { config: { interrupt_word_threshold } }, 'one two three'));
    await clock.run(12_000);
    expect(interruptedAt(events)).toBe(atMs);
  });

  it('adds up the words and the voice of segments that follow each other', async () => {
    const voice = [question, { atMs: 3200, forMs: 640 }, { atMs: 4800, forMs: 640 }];
    const config = { interrupt_word_threshold: 3 };
    const { clock, events } = createTestSession({
      voice,
      says: ['tell me', 'one two', 'three four'],
      llm: [LONG, 'Yes?'],
      config,
    });
    await clock.run(12_000);
    expect(interruptedAt(events)).toBe(5120);
  });

  it('meets a word threshold with a final alone, where there are no interims', async () => {
    const { clock, events } = createTestSession(
      over(20, { config: { interrupt_word_threshold: 2 }, stt: { interims: false } }),
    );
    await clock.run(12_000);
    expect(interruptedAt(events)).toBe(3200 + 640 + 576 + 50);
  });

  it('hears the events of the cut in order, then the turn is answered', async () => {
    const { clock, events, io } = createTestSession(over(20));
    await clock.run(8000);
    expect(events.slice(4)).toEqual([
      at(3264, 'user_started_speaking'),
      at(3712, 'agent_interrupted', 'We opened in nineteen eighty. My'),
      at(3712, 'agent_stopped_speaking'),
      at(3712, 'agent_message_added', 'We opened in nineteen eighty. My'),
      at(4416, 'user_stopped_speaking'),
      at(4466, 'user_message_added', 'wait please'),
      at(4466, 'agent_started_speaking'),
      at(4706, 'agent_stopped_speaking'),
      at(4706, 'agent_message_added', 'Yes?'),
    ]);
    expect(io.commands.filter(({ atMs, command }) => atMs > 3712 && atMs < 4466 && command.kind === 'audio')).toEqual(
      [],
    );
  });

  it('waits for what the client played before it tells of the cut, and commits nothing before', async () => {
    const { clock, io, events } = createTestSession({ llm: [LONG, 'Yes?'], transport: { clearDelayMs: 200 } });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('wait'), 2000);
    await clock.run(3000);
    expect(events.slice(2, 6)).toEqual([
      at(2200, 'agent_interrupted', 'We opened in nineteen'),
      at(2200, 'agent_stopped_speaking'),
      at(2200, 'agent_message_added', 'We opened in nineteen'),
      at(2200, 'user_message_added', 'wait'),
    ]);
  });

  it('cuts nothing where all was heard and nothing is to come', async () => {
    const { clock, io, events } = createTestSession({
      llm: ['One two three.', 'Yes?'],
      transport: { reports: 'none' },
    });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('wait'), 1340);
    await clock.run(3000);
    expect(timesOf(events, 'agent_interrupted')).toEqual([]);
    expect(events).toContainEqual(at(1590, 'agent_message_added', 'One two three.'));
  });

  it('tells nothing of a speech of which nothing was played', async () => {
    const { clock, io, events } = createTestSession({
      llm: ['First.', 'One two three.', 'Yes?'],
      prepare: (client) => Object.assign(client, { playout: playsNothingThatIsCleared }),
    });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('more'), 2000);
    clock.schedule(() => io.user.text.next('wait'), 2050);
    await clock.run(4000);
    expect(events.slice(4, 7)).toEqual([
      at(2000, 'user_message_added', 'more'),
      at(2050, 'user_message_added', 'wait'),
      at(2070, 'agent_started_speaking'),
    ]);
  });

  it('has `agent_interrupted` without words and no message where no whole word was heard', async () => {
    const { clock, io, events } = createTestSession({ llm: ['Extraordinarily good.', 'Yes?'] });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => io.user.text.next('wait'), 700);
    await clock.run(3000);
    expect(events.slice(1, 5)).toEqual([
      at(500, 'agent_started_speaking'),
      at(700, 'agent_interrupted', ''),
      at(700, 'agent_stopped_speaking'),
      at(700, 'user_message_added', 'wait'),
    ]);
  });
});

describe('an interruption without words', () => {
  it('does not leave the agent dumb: it takes up what was not heard', async () => {
    const { clock, events, history } = createTestSession(over(20, {}, ''));
    await clock.run(16_000);
    expect(events.slice(5, 10)).toEqual([
      at(3712, 'agent_interrupted', 'We opened in nineteen eighty. My'),
      at(3712, 'agent_stopped_speaking'),
      at(3712, 'agent_message_added', 'We opened in nineteen eighty. My'),
      at(4416, 'user_stopped_speaking'),
      at(4466, 'agent_started_speaking'),
    ]);
    expect(
      history()
        .slice(1)
        .map((line) => line.slice(11))
        .join(' '),
    ).toBe(LONG);
  });

  it('ends the reply where taking up is not wanted', async () => {
    const { clock, history } = createTestSession(over(20, { config: { resume_after_false_interruption: false } }, ''));
    await clock.run(16_000);
    expect(history()).toEqual(['user: tell me', 'assistant: We opened in nineteen eighty. My']);
  });

  it('is ended by words, also of a later segment, without a further event', async () => {
    const voice = [question, { atMs: 3200, forMs: 640 }, { atMs: 4448, forMs: 640 }];
    const { clock, events } = createTestSession({
      voice,
      says: ['tell me', '', 'wait please'],
      llm: [LONG, 'Yes?'],
      stt: { delayMs: 300 },
    });
    await clock.run(9000);
    expect(timesOf(events, 'agent_interrupted')).toHaveLength(1);
    expect(events).toContainEqual(at(5964, 'user_message_added', 'wait please'));
  });

  it('happens twice to a reply, then only words interrupt it', async () => {
    const bark = (atMs: number) => ({ atMs, forMs: 640 });
    const voice = [question, bark(3200), bark(5600), bark(8000), bark(10_400)];
    const { clock, events } = createTestSession({
      voice,
      says: ['tell me', '', '', '', 'stop it'],
      llm: [`${LONG} ${LONG}`, 'Yes?'],
    });
    await clock.run(20_000);
    expect(timesOf(events, 'agent_interrupted')).toEqual([3712, 6112, 10_912]);
  });
});

describe('the owner interrupts', () => {
  const ask = { llm: [LONG, 'Yes?'] };

  it('and nothing is taken up; what was overheard waits', async () => {
    const { clock, session, io, history } = createTestSession({ ...over(8, {}, 'never'), ...ask });
    clock.schedule(() => session.interrupt(), 4500);
    clock.schedule(() => io.user.text.next('go on'), 6000);
    await clock.run(9000);
    expect(history()).toEqual([
      'user: tell me',
      'assistant: We opened in nineteen eighty. My grandmother',
      'user: never go on',
      'assistant: Yes?',
    ]);
  });

  it('and is refused where interruptions are not allowed', async () => {
    const { clock, session, io, errors, events } = createTestSession({
      ...ask,
      config: { allow_interruptions: false },
    });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => session.interrupt(), 1000);
    await clock.run(2000);
    expect(errors.map(({ code }) => code)).toEqual(['interrupt_refused']);
    expect(timesOf(events, 'agent_stopped_speaking')).toEqual([]);
  });

  it('and a reply that is not audible yet is superseded', async () => {
    const { clock, session, io, events } = createTestSession({ ...ask, llmBehaviour: { firstTokenMs: 1000 } });
    clock.schedule(() => io.user.text.next('hello'), 500);
    clock.schedule(() => session.interrupt(), 1000);
    await clock.run(5000);
    expect(events).toEqual([at(500, 'user_message_added', 'hello')]);
  });
});

describe('speech below the thresholds is deferred', () => {
  it('is an ordinary segment of the next turn while it is still open', async () => {
    const stop = 1586 + 'One two three.'.length * 60;
    const voice = [question, { atMs: Math.floor((stop - 200) / 32) * 32, forMs: 960 }];
    const { clock, history } = createTestSession({
      voice,
      says: ['tell me', 'and then some'],
      llm: ['One two three.', 'Good.'],
      config: { allow_interruptions: false },
    });
    await clock.run(9000);
    expect(history()).toEqual([
      'user: tell me',
      'assistant: One two three.',
      'user: and then some',
      'assistant: Good.',
    ]);
  });
});

/** A client that reports, yet is slow to begin: what is cleared was not played. */
function playsNothingThatIsCleared(commands: Observable<PlayoutCommand>): Observable<PlayoutReport> {
  return commands.pipe(
    mergeMap((command): PlayoutReport[] => {
      const { utterance } = command;
      if (command.kind === 'clear') return [{ kind: 'cleared', utterance, playedSamples: 0 }];
      if (command.kind !== 'end') return [];
      const { samples: playedSamples } = command;
      return [
        { kind: 'position', utterance, playedSamples },
        { kind: 'finished', utterance, playedSamples },
      ];
    }),
  );
}
