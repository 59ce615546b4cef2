import { expect, test } from 'vitest';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { LONG, says, types } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from './conversation.ts';

/** The user takes the floor while the agent speaks, and then is silent for some time. */
const OVERHEARD: PlayedSessionOptions = {
  user: [says(320, 'tell me'), says(3008, 'stop', 608), says(12_000, 'thank you')],
  llm: [LONG, 'Yes?', 'You are welcome.'],
  llmBehaviour: { firstTokenMs: 100 },
  untilMs: 20_000,
};

test('a turn that would only be answered with a much later one is left unanswered', async () => {
  const { before, after, figures, rows } = await whatIf(await recordingOf(OVERHEARD), { backchannels: ['stop'] });
  expect(before.answers.map(({ kind }) => kind)).toEqual(['heard', 'heard', 'heard']);
  expect(after.answers.map(({ kind }) => kind)).toEqual(['heard', 'none', 'heard']);
  expect(rows.map(({ joined }) => joined)).toEqual([null, 2, null]);
  expect([figures.before.unanswered, figures.after.unanswered]).toEqual([0, 1]);
});

test('waits are compared over the turns that are answered both times', async () => {
  const slow = { text: 'stop', answer: 'none' } as const;
  const user = [says(320, 'tell me'), says(3008, slow, 608), says(12_000, 'thank you')];
  const { before, figures } = await whatIf(await recordingOf({ ...OVERHEARD, user }), { backchannels: ['stop'] });
  const [first, stop, last] = before.turns.map(({ waitMs }) => waitMs);
  expect(stop).toBeGreaterThan(Math.max(first ?? 0, last ?? 0));
  expect(figures.before.waitMs?.p90).toBe(Math.max(first ?? 0, last ?? 0));
  expect(figures.after.waitMs).toEqual(figures.before.waitMs);
});

test('a pause within what the user says leaves nobody unanswered: both parts have one answer', async () => {
  const recording = await recordingOf({
    user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table')],
    llm: ['For how many?', 'At what time?'],
    config: { vad: QUICK_VAD, min_endpointing_delay: 0.2 },
  });
  const { after, figures } = await whatIf(recording, { min_endpointing_delay: 0.8 });
  expect(after.answers).toEqual([{ kind: 'with the next' }, { kind: 'heard', waitMs: 800 }]);
  expect(figures.after.unanswered).toBe(0);
});

test('typed lines are answered, each by its own answer', async () => {
  const recording = await recordingOf({ user: [types(320, 'hello'), types(6000, 'and then?')], llm: ['Hi.', 'Then.'] });
  const { before } = await whatIf(recording, {});
  expect(before.answers.map(({ kind }) => kind)).toEqual(['heard', 'heard']);
});

test('words that would not have been heard are left unanswered', async () => {
  const recording = await recordingOf({
    user: [
      says(320, 'tell me'),
      { ...says(4000, 'softly'), voice: { atMs: 4000, forMs: 640, probability: 0.6 } } as never,
    ],
    llm: ['Once.', 'Twice.'],
  });
  const { after } = await whatIf(recording, { 'vad.activation_threshold': 0.8 });
  expect(after.answers.map(({ kind }) => kind)).toEqual(['heard', 'none']);
});

test('a reply that still plays when the user hangs up is unfinished, not interrupted', async () => {
  const recording = await recordingOf({ ...OVERHEARD, untilMs: 6000, llm: [`${LONG} ${LONG}`, 'Yes?'] });
  const { before, after } = await whatIf(recording, { allow_interruptions: false });
  expect(before.turns[0]?.reply).toBe('interrupted');
  expect(after.turns[0]).toMatchObject({ reply: null, heard: expect.stringContaining('We opened') });
  expect(after.interruptions).toEqual([]);
});
