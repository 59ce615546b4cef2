import { expect, test } from 'vitest';
import { replay } from '../../../src/replay/replay.ts';
import { score } from '../../../src/testing/score.ts';
import { recorder } from '../../replay/record.ts';
import { concierge } from './concierge.ts';

test('a score is recorded like any session: its answer is measured, and it replays without a difference', async () => {
  const record = recorder();
  await score(
    concierge(),
    ({ user, agent }) => {
      user.says('1s', 'good evening', '600ms');
      agent.heard('Hello.');
    },
    { record },
  );
  const recording = record.recording();
  expect(recording.lines.filter((line) => 'out' in line && line.out === 'metrics')).toHaveLength(1);
  expect((await replay(recording)).difference).toBe(null);
});
