import { expect, test } from 'vitest';
import { whatIf, type WhatIf } from '../../../src/replay/whatIf/whatIf.ts';
import { says } from '../../support/userActions.ts';
import { recordingOf } from './conversation.ts';

const waits = ({ turns }: WhatIf['after']): readonly (number | null)[] => turns.map(({ waitMs }) => waitMs);
const said = ({ after }: WhatIf): readonly string[] => after.turns.map(({ heard }) => heard);

const SLOW = { user: [says(320, 'tell me')], llm: ['It is red.'], llmBehaviour: { firstTokenMs: 3000 } };

test('filler and filler_delay: the user hears something sooner', async () => {
  const recording = await recordingOf(SLOW);
  const filled = await whatIf(recording, { filler: 'One moment.' });
  expect([waits(filled.before), waits(filled.after)]).toEqual([[3626], [2626]]);
  expect(waits((await whatIf(recording, { filler: 'One moment.', filler_delay: 0.5 })).after)).toEqual([1126]);
});

test('a filler that was said can be turned off', async () => {
  const recording = await recordingOf({ ...SLOW, config: { filler: 'One moment.', filler_delay: 1 } });
  expect(waits((await whatIf(recording, { filler: '' })).after)).toEqual([3626]);
  expect(said(await whatIf(recording, {}))).toEqual(['One moment. It is red.']);
});

test('eager_threshold: the answer is asked for before the final', async () => {
  const user = [says(320, 'my number is', 900)];
  const config = { turn_detection: { provider: 'text', max_delay: 3 }, preemptive_generation: true } as const;
  const stt = { delayMs: 2000 };
  const recording = await recordingOf({ user, llm: ['Thanks.'], llmBehaviour: { firstTokenMs: 2500 }, stt, config });
  const { before, after } = await whatIf(recording, { eager_threshold: 0.05 });
  const [waited = 0] = waits(before);
  expect(waits(after)[0]).toBeLessThan(waited ?? 0);
});

test('user_away_timeout and user_away_times: what was said to a user who is silent comes later, less often or never', async () => {
  const recording = await recordingOf({
    user: [says(320, 'tell me')],
    llm: ['It is red.'],
    config: { user_away_timeout: 2, user_away_times: 2 },
    agent: { on_user_away: ({ times }) => `Hello ${times}?` },
  });
  const spokenWith = async (changes: object): Promise<number> => {
    const { after } = await whatIf(recording, changes as Readonly<Record<string, unknown>>);
    return after.agent.length;
  };
  const [twice, once, never] = [
    await spokenWith({}),
    await spokenWith({ user_away_times: 1 }),
    await spokenWith({ user_away_timeout: 0 }),
  ];
  expect(twice).toBeGreaterThan(once);
  expect(once).toBeGreaterThan(never);
});
