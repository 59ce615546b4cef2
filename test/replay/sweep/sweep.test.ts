import { expect, test, vi } from 'vitest';
import { selectEfficient, type Cell } from '../../../src/replay/sweep/cells.ts';
import { combineAxes, steps } from '../../../src/replay/sweep/grid.ts';
import { sweep, type RecordingSource } from '../../../src/replay/sweep/sweep.ts';
import type { Recording } from '../../../src/record/format.ts';
import type { Summary } from '../../../src/replay/whatIf/summary.ts';
import { LONG, continues, says } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from '../whatIf/conversation.ts';

/** The user pauses for 600 ms in the first of two turns. */
const pausing = await recordingOf({
  user: [says(320, 'I would like'), says(320 + 640 + 600, 'to book a table'), says(9024, 'thank you')],
  llm: ['For how many?', 'You are welcome.'],
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});
const fluent = await recordingOf({
  user: [says(320, 'I would like to book'), continues(960, 640)],
  llm: ['For how many?'],
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});

/** The user takes the floor while the agent speaks, waits longest for the answer to that, and says no more for some time. */
const impatient = await recordingOf({
  user: [says(320, 'tell me'), says(3008, { text: 'stop', answer: 'none' }, 608), says(12_000, 'thank you')],
  llm: [LONG, 'Yes?', 'You are welcome.'],
  llmBehaviour: { firstTokenMs: 100 },
  untilMs: 20_000,
});

const WRONG = { ...pausing.head.config, interrupt_time_threshold: 'x' as never };

function from(...recordings: readonly Recording[]): readonly RecordingSource[] {
  return recordings.map((recording, n) => ({ name: `${n}.jsonl`, read: () => recording }));
}

const figuresOf = ({ changes, summary }: Cell): readonly unknown[] => [
  changes['min_endpointing_delay'],
  Math.round(summary.waitMs?.mean ?? 0),
  summary.cutOff,
];

test('shorter delays wait less and cut off more; all recordings count', async () => {
  const { cells } = await sweep(from(pausing, fluent), [
    { name: 'min_endpointing_delay', values: [0.2, 0.4, 0.8, 1.2] },
  ]);
  expect(cells.map(figuresOf)).toEqual([
    [0.2, 200, 1],
    [0.4, 400, 1],
    [0.8, 800, 0],
    [1.2, 1200, 0],
  ]);
});

test('the recorded setting and the efficient ones are known', async () => {
  const { cells } = await sweep(from(pausing, fluent), [
    { name: 'min_endpointing_delay', values: [0.2, 0.4, 0.8, 1.2] },
  ]);
  expect(cells.map(({ isRecorded }) => isRecorded)).toEqual([false, false, true, false]);
  expect(cells.map(({ isEfficient }) => isEfficient)).toEqual([true, false, true, false]);
});

test('recorded settings beside the grid have a cell of their own', async () => {
  const { cells } = await sweep(from(fluent), [{ name: 'min_endpointing_delay', values: [0.2, 0.4] }]);
  expect(cells.at(-1)).toMatchObject({ changes: {}, isRecorded: true, summary: { turns: 1, cutOff: 0 } });
});

test('it reports its progress', async () => {
  const done: string[] = [];
  const axes = [{ name: 'min_endpointing_delay', values: [0.4, 0.8] }];
  await sweep(from(pausing, fluent), axes, { progress: (runs, all) => done.push(`${runs}/${all}`) });
  expect(done).toEqual(['1/4', '2/4', '3/4', '4/4']);
});

test.each([
  ['cannot be run', () => ({ ...pausing, lines: [{ t: 5, out: 'functionResults', v: {} } as never] })],
  ['has a config that is none', () => ({ ...pausing, head: { ...pausing.head, config: WRONG } })],
  ['cannot be read', () => Promise.reject(new Error('line 3'))],
])('a recording that %s is reported by its name, and the others count', async (_, read) => {
  const failed: string[] = [];
  const axes = [{ name: 'min_endpointing_delay', values: [0.8] }];
  const sources = [{ name: 'broken.jsonl', read }, ...from(fluent)];
  const { ran, cells } = await sweep(sources, axes, { failed: (name) => failed.push(name) });
  expect([failed, ran]).toEqual([['broken.jsonl'], ['0.jsonl']]);
  expect(cells.map(({ summary }) => summary.turns)).toEqual([1]);
});

test('recordings are read one at a time', async () => {
  const steps: string[] = [];
  const read = (name: string): RecordingSource => ({ name, read: () => (steps.push(name), fluent) });
  const axes = [{ name: 'min_endpointing_delay', values: [0.8] }];
  await sweep([read('a'), read('b')], axes, { progress: (done) => steps.push(`${done} run`) });
  expect(steps).toEqual(['a', '1 run', 'b', '2 run']);
});

test('a setting that leaves users unanswered is not efficient, and does not look quicker', async () => {
  const { cells } = await sweep(from(impatient), [{ name: 'backchannels', values: ['default', ['stop']] }]);
  expect(cells.map(({ summary }) => [summary.unanswered, summary.waitMs?.mean])).toEqual([
    [0, cells[0]?.summary.waitMs?.mean],
    [1, cells[0]?.summary.waitMs?.mean],
  ]);
  expect(cells.map(({ isEfficient, leavesMoreUnanswered }) => [isEfficient, leavesMoreUnanswered])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('a setting that cannot be varied is refused before anything runs', async () => {
  const source = { name: 'a.jsonl', read: vi.fn<RecordingSource['read']>(() => fluent) };
  await expect(sweep([source], [{ name: 'stt.model', values: ['a'] }])).rejects.toMatchObject({
    code: 'usage_invalid',
  });
  expect(source.read).not.toHaveBeenCalled();
});

test('a grid has every combination', () => {
  const axes = [
    { name: 'a', values: [1, 2] },
    { name: 'b', values: [true, false] },
  ];
  expect(combineAxes(axes)).toEqual([
    { a: 1, b: true },
    { a: 1, b: false },
    { a: 2, b: true },
    { a: 2, b: false },
  ]);
});

test('steps go from end to end', () => {
  expect(steps(0.1, 0.8, 8)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
  expect(steps(0.2, 0.8, 1)).toEqual([0.2]);
});

test('of equals none is beaten; who was never answered is not efficient', () => {
  const summary = (mean: number | null, cutOff: number, unanswered = 0): Summary => ({
    turns: 3,
    unanswered,
    waitMs: mean === null ? null : { mean, median: mean, p90: mean },
    cutOff,
    interruptions: 0,
    falseInterruptions: 0,
    failed: 0,
  });
  const all = [summary(500, 2), summary(500, 2), summary(500, 3), summary(700, 0), summary(800, 0), summary(null, 0)];
  expect([...selectEfficient(all)]).toEqual([0, 1, 3]);
  expect([...selectEfficient([summary(500, 0, 2), summary(600, 0, 1), summary(600, 0, 2)])]).toEqual([0, 1]);
});

test('the settings of rules about the words are varied, also where the recording had none', async () => {
  const dictated = await recordingOf({
    user: [says(320, 'my number is five five five', 1280), says(2816, 'one two three four', 1280)],
    llm: ['Go on.', 'Thank you.'],
  });
  const { cells } = await sweep(from(dictated), [{ name: 'turn_detection.max_delay', values: [1, 3] }]);
  expect(cells.map(({ changes, summary }) => [changes['turn_detection.max_delay'], summary.cutOff])).toEqual([
    [1, 1],
    [3, 0],
    [undefined, 1],
  ]);
});
