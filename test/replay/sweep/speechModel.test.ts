import { expect, test } from 'vitest';
import { sweep } from '../../../src/replay/sweep/sweep.ts';
import { says } from '../../support/userActions.ts';
import { QUICK_VAD, recordingOf } from '../whatIf/conversation.ts';

const spoken = await recordingOf({
  user: [says(320, '')],
  speechModel: { sampleRate: 16_000, replies: ['At eight.'], words: ['when do you open'] },
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});
const written = await recordingOf({
  user: [says(320, 'when do you open')],
  llm: ['At eight.'],
  config: { vad: QUICK_VAD, min_endpointing_delay: 0.8 },
});
const SOURCES = [
  { name: 'spoken.jsonl', read: () => spoken },
  { name: 'written.jsonl', read: () => written },
];

test('a session with a speech model that a setting stops is left out with the reason, and the others count', async () => {
  const failed: unknown[] = [];
  const { ran, cells } = await sweep(SOURCES, [{ name: 'min_endpointing_delay', values: [0.8, 0.3] }], {
    failed: (name, error) => failed.push([name, (error as Error).message]),
  });
  expect(failed).toEqual([
    [
      'spoken.jsonl',
      'with min_endpointing_delay=0.3, the run stops at 1.26 s: a turn of the user is committed 0.50 s earlier than in the recording; what the speech model would have answered from there on is unknown',
    ],
  ]);
  expect(ran).toEqual(['written.jsonl']);
  expect(cells.map(({ summary }) => summary.turns)).toEqual([1, 1]);
});

test('a session with a speech model that no setting stops counts in full', async () => {
  const { ran, cells } = await sweep(SOURCES, [{ name: 'interrupt_time_threshold', values: [0.5, 0.4] }]);
  expect(ran).toEqual(['spoken.jsonl', 'written.jsonl']);
  expect(cells.map(({ summary }) => [summary.turns, summary.unanswered, summary.waitMs?.mean])).toEqual([
    [2, 0, 800],
    [2, 0, 800],
  ]);
});
