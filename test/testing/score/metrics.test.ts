import { expect, test } from 'vitest';
import type { MetricCondition } from '../../../src/testing/score/expect/metrics.ts';
import { score, type ScoreResult } from '../../../src/testing/score.ts';
import { concierge } from './concierge.ts';

function play(...conditions: readonly MetricCondition[]): Promise<ScoreResult> {
  return score(
    concierge(),
    ({ user, metrics }) => {
      user.types('1s', 'one');
      user.types('10s', 'two');
      for (const condition of conditions) metrics(condition);
    },
    {
      llm: [
        { text: 'One.', firstTokenMs: 300 },
        { text: 'Two.', firstTokenMs: 500 },
      ],
    },
  );
}

test('the waits for answers are expected, whole and in their parts', () =>
  play('wait.mean = 400ms', 'wait.p50 < 301ms', 'handler.max <= 500ms', 'handler.p95 > 0.4s', 'tts.max = 0ms'));

test.each<[MetricCondition, string]>([
  ['wait.p95 < 500ms', 'it is 500 ms, over 2 answers'],
  ['handler.min > 300ms', 'it is 300 ms, over 2 answers'],
  ['stt.mean >= 1ms', 'it is 0 ms, over 2 answers'],
])('%s does not hold, and is reported with its line', async (condition, message) => {
  await expect(play(condition)).rejects.toThrow(
    new RegExp(`- metrics\\('${condition}'\\): ${message}\n {2}at .*metrics\\.test\\.ts:`, 'u'),
  );
});

test('without an answer no figure holds', async () => {
  await expect(score(concierge(), ({ metrics }) => metrics('wait.max < 1s'))).rejects.toThrow('no answer was heard');
});

test.each(['wait', 'waiting.p95 < 1s', 'wait.p101 < 1s', 'wait.p95 ~ 1s', 'wait.p95 < soon'])(
  '%s is refused',
  async (condition) => {
    await expect(play(condition as MetricCondition)).rejects.toMatchObject({ code: 'usage_invalid' });
  },
);

test('a score resolves with events, messages and metrics', async () => {
  const { events, messages, metrics } = await play();
  expect(events[0]).toMatchObject({ name: 'on_user_message_added', at: 1000 });
  expect(messages.map(({ content }) => content)).toEqual(['one', 'One.', 'two', 'Two.']);
  expect(metrics.map(({ totalMs }) => totalMs)).toEqual([300, 500]);
});
