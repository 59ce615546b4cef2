import { expect, it } from 'vitest';
import { parseConfig } from '../../src/session/config/config.ts';
import { shortest } from './config/table.ts';
import { says } from '../support/userActions.ts';
import { createTestSession } from '../support/testSession.ts';

it('models of turns, answers and speech ahead, fillers and the call to a silent user are off by default', () => {
  const { turnDetection, preemptiveGeneration, preemptiveTts, eagerThreshold, filler, userAway } =
    parseConfig(shortest);
  expect({ turnDetection, preemptiveGeneration, preemptiveTts, eagerThreshold, filler, userAway }).toEqual({
    turnDetection: undefined,
    preemptiveGeneration: false,
    preemptiveTts: false,
    eagerThreshold: undefined,
    filler: undefined,
    userAway: undefined,
  });
});

it('a session without settings waits for silence, asks once, says the answer alone, and lets the user be silent', async () => {
  const asked: unknown[] = [];
  let isCalled = false;
  const made = createTestSession({
    user: [says(320, 'my number is')],
    llm: ['Go on.'],
    llmBehaviour: { firstTokenMs: 4000 },
    stt: { turns: { eagerMs: 100, endMs: 200 } },
    agent: {
      llm_response_handler: (input) => {
        asked.push([made.clock.now(), input.speculative]);
        return made.llm(input);
      },
      on_user_away: () => void (isCalled = true),
    },
  });
  await made.clock.run(60_000);
  expect(made.when('user_message_added')).toEqual([1586]);
  expect(asked).toEqual([[1586, undefined]]);
  expect(made.spoken()).toEqual(['Go on.']);
  expect(isCalled).toBe(false);
});
