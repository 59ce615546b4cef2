import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import type { Changes } from '../../../src/replay/whatIf/settings.ts';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';
import { does, LONG, says, types } from '../../support/userActions.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

type Model = NonNullable<PlayedSessionOptions['speechModel']>;

/** Records a session whose speech model hears the user without a recogniser. */
function record(speechModel: Model, more: PlayedSessionOptions): Promise<Recording> {
  return recordingOf({ ...more, speechModel: { sampleRate: 16_000, ...speechModel } });
}

/** The user types, then pauses for 600 ms within a turn, then says another one. */
const PAUSING = await record(
  { replies: ['Good evening.', 'For how many?', 'You are welcome.'], words: ['book a table', 'thank you'] },
  {
    user: [types(320, 'hello'), says(6016, ''), says(6016 + 640 + 600, ''), says(12_000, '')],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
  },
);

/** The user asks, interrupts the answer with 640 ms of voice, and goes on later. */
const INTERRUPTING: PlayedSessionOptions = { user: [says(320, '', 960), says(4000, ''), says(12_000, '', 960)] };
const WORDS = { words: ['tell me', 'wait', 'thank you'] };
const INTERRUPTED = await record({ replies: [LONG, 'Yes?', 'Bye.'], ...WORDS }, INTERRUPTING);

async function stopOf(recording: Recording, changes: Changes): Promise<unknown> {
  return (await whatIf(recording, changes)).stop;
}

async function turnsOf(recording: Recording, changes: Changes): Promise<readonly unknown[]> {
  const { after } = await whatIf(recording, changes);
  return after.turns.map(({ recorded, committedMs, waitMs, heard }) => [recorded, committedMs, waitMs, heard]);
}

const providers = { stt: { provider: 'deepgram', api_key: 'none' }, tts: { provider: 'deepgram', api_key: 'none' } };
const { stt, tts } = providers as { readonly stt: { provider: 'deepgram'; api_key: string }; readonly tts: never };

describe('a what-if of a session with a speech model, with unchanged settings', () => {
  it.each<[string, Model, PlayedSessionOptions]>([
    [
      'questions',
      { replies: ['At eight.', 'Bye.'], words: ['when', 'bye'] },
      { user: [says(320, ''), says(6000, '')] },
    ],
    ['an interruption', { replies: [LONG, 'Yes?', 'Bye.'], ...WORDS }, INTERRUPTING],
    ['an interruption while the model answers', { replies: [LONG, 'Yes?', 'Bye.'], speed: 1, ...WORDS }, INTERRUPTING],
    [
      'functions',
      { replies: [{ text: 'One moment.', calls: [{ name: 'book', id: 'b' }] }, 'It is booked.'], words: ['book it'] },
      { user: [says(320, '')], functions: { book: (clock) => clock.sleep(300).then(() => 'booked') } },
    ],
    [
      'texts of the application',
      { replies: ['At eight.'], words: ['when'] },
      {
        user: [says(3000, ''), does(9000, ({ session }) => session.say('We close soon.'))],
        config: { first_message: 'Good evening.' },
      },
    ],
    ['words that fail', { replies: ['At eight.'], words: [null] }, { user: [says(320, '')] }],
    [
      'a recogniser beside the model',
      { replies: ['At eight.', 'Bye.'] },
      { user: [says(320, 'when'), says(6000, 'bye')], config: { stt } },
    ],
    [
      'a slow client',
      { replies: [LONG, 'Yes?', 'Bye.'], ...WORDS },
      { ...INTERRUPTING, transport: { latencyMs: 80, outputLatencyMs: 40 } },
    ],
    [
      'updates and messages of the application',
      { replies: ['At eight.', 'Bye.'], words: ['when', 'bye'] },
      {
        user: [
          says(320, ''),
          does(4000, ({ session }) => {
            session.update({ instructions: 'Be brief.' });
            session.addMessages([{ role: 'assistant', content: 'We sent you a letter.' }]);
          }),
          says(6000, ''),
        ],
      },
    ],
    [
      'an answer that resumes after a cough',
      { replies: [LONG, 'Bye.'] },
      { user: [says(320, 'tell me'), says(4000, ''), says(14_000, 'bye')], config: { stt }, untilMs: 20_000 },
    ],
    [
      'a turn that the user commits with a key',
      { replies: ['At eight.'], words: ['when'] },
      {
        user: [says(320, ''), does(1100, ({ io }) => io.user.turns.next('commit'))],
      },
    ],
    [
      'a voice that speaks what the model writes',
      { replies: ['At eight.', 'Bye.'], words: ['when', 'bye'], output: 'text' },
      { user: [says(320, ''), says(6000, '')], config: { tts } },
    ],
  ])('with %s, differs in nothing', async (_, model, piece) => {
    const recording = await record(model, piece);
    const { before, after, stop, rows, differingTurns } = await whatIf(recording, {});
    expect(stop).toBe(null);
    expect(after).toEqual(before);
    expect(differingTurns).toEqual([]);
    expect(rows.flatMap((row) => row.after.flatMap(({ caveats }) => caveats))).toEqual([]);
    expect(before.answers.map(({ kind }) => kind)).not.toContain('none');
    const spoken = recording.lines.flatMap((line) =>
      'out' in line && line.out === 'playout' && (line.v as { kind: string }).kind === 'stopped'
        ? [(line.v as { heard: string }).heard.trim()]
        : [],
    );
    expect(before.agent.map(({ text }) => text)).toEqual(spoken);
  });

  it('has the words of the user and the waits', async () => {
    const { rows } = await whatIf(PAUSING, {});
    expect(rows.map(({ text, after }) => [text, ...after.map(({ waitMs, heard }) => [waitMs, heard])])).toEqual([
      ['hello', [0, 'Good evening.']],
      ['book a table', [800, 'For how many?']],
      ['thank you', [800, 'You are welcome.']],
    ]);
  });
});

describe('a turn that a speech model would receive at another time', () => {
  it('earlier stops the run there: it would have cut off the user', async () => {
    const { stop, after, rows } = await whatIf(PAUSING, { min_endpointing_delay: 0.2 });
    expect(stop).toEqual({ atMs: 6856, kind: 'commit', recordedMs: 8704 });
    expect(after.turns.map(({ committedMs, waitMs, cutOff }) => [committedMs, waitMs, cutOff])).toEqual([
      [320, 0, false],
      [6856, null, true],
    ]);
    expect(rows.map(({ turn, after: played }) => [turn, ...played.map(({ caveats }) => caveats)])).toEqual([
      [0, []],
      [1, ['stopped']],
    ]);
  });

  it('later stops the run there', async () => {
    expect(await stopOf(PAUSING, { min_endpointing_delay: 1.2 })).toEqual({
      atMs: 9104,
      kind: 'commit',
      recordedMs: 8704,
    });
  });

  it.each([0.2, 1.2])('leaves everything before as it was, with a delay of %s s', async (min_endpointing_delay) => {
    const { before, after, figures } = await whatIf(PAUSING, { min_endpointing_delay });
    expect(after.turns[0]).toEqual(before.turns[0]);
    expect(after.agent).toEqual(before.agent.slice(0, 1));
    expect(after.answers).toEqual(before.answers.slice(0, 1));
    expect(figures.after).toEqual(figures.before);
    expect(figures.after.turns).toBe(1);
  });
});

describe('an interruption that a speech model would not notice', () => {
  const PATIENT = { interrupt_time_threshold: 0.8 };

  it('lets the answer go on to its end, up to the next turn', async () => {
    const { stop, rows, figures } = await whatIf(INTERRUPTED, PATIENT);
    expect(stop).toEqual({ atMs: 13_536, kind: 'commit', recordedMs: 13_536 });
    expect(rows.map(({ text, after, joined }) => [text, joined, ...after.map(({ heard }) => heard)])).toEqual([
      ['tell me', null, LONG],
      ['wait', null],
      ['thank you', null, ''],
    ]);
    expect([figures.before.interruptions, figures.after.interruptions]).toEqual([1, 0]);
    expect([figures.before.unanswered, figures.after.unanswered]).toEqual([0, 1]);
  });

  it('stops the run where the recorded answer was cancelled before all of it was generated', async () => {
    const recording = await record({ replies: [LONG, 'Yes?', 'Bye.'], speed: 1, ...WORDS }, INTERRUPTING);
    expect(await stopOf(recording, PATIENT)).toEqual({ atMs: 4512, kind: 'go on', recordedMs: null });
    expect(await turnsOf(recording, PATIENT)).toEqual([[0, 1856, 576, 'We opened in nineteen eighty. My']]);
  });
});

describe('an interruption that comes earlier than a speech model has noticed it', () => {
  it('stops the run there', async () => {
    expect(await stopOf(INTERRUPTED, { interrupt_time_threshold: 0.3 })).toEqual({
      atMs: 4320,
      kind: 'truncate',
      recordedMs: 4512,
    });
  });
});

describe('a noise that would be part of the turn that a speech model receives', () => {
  it('stops the run at the turn that contains it, although that is committed at the same time', async () => {
    const recording = await record(
      { replies: ['At eight.'], words: ['when'] },
      { user: [says(320, '', 300), says(1400, '')], config: { min_endpointing_delay: 2 } },
    );
    expect(await stopOf(recording, { interrupt_time_threshold: 0.2 })).toEqual({
      atMs: 4048,
      kind: 'commit',
      recordedMs: null,
    });
    expect(recording.lines.find((line) => 'out' in line && line.out === 'userTurn')?.t).toBe(4048);
  });
});

describe('a text of the application that a speech model would say otherwise', () => {
  it('stops the run where the model is asked to say it', async () => {
    const recording = await record(
      { replies: ['At eight.'], words: ['when'] },
      { user: [says(3000, '')], config: { first_message: 'Good evening.' } },
    );
    expect(await stopOf(recording, { first_message: 'Hello.' })).toEqual({ atMs: 0, kind: 'say', recordedMs: 0 });
  });
});

describe('a changed setting that changes nothing for a speech model', () => {
  it('runs to the end of the call', async () => {
    const { stop, before, after } = await whatIf(INTERRUPTED, { user_away_timeout: 60 });
    expect(stop).toBe(null);
    expect(after).toEqual(before);
    expect(after.turns.map(({ heard }) => heard).at(-1)).toBe('Bye.');
  });

  it('may be a delay, if a recogniser finds the words later than that', async () => {
    const recording = await record(
      { replies: ['At eight.', 'Bye.'] },
      { user: [says(320, 'when'), says(6000, 'bye')], config: { stt } },
    );
    expect(await stopOf(recording, { min_endpointing_delay: 0.3 })).toBe(null);
  });
});

describe('the model itself', () => {
  it('cannot be changed in a recording', async () => {
    await expect(whatIf(PAUSING, { 'model.voice': 'cedar' })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: 'model.voice cannot be changed in a recording: it shaped the answers that were recorded',
    });
  });
});
