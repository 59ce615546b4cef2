import { expect, it } from 'vitest';
import { playSession } from '../../support/playSession.ts';
import { does, LONG, says } from '../../support/userActions.ts';

const PRICES = {
  currency: 'USD',
  llm: {
    double: { prompt: '4', completion: '24', prompt_audio: '32', completion_audio: '64', per: 1_000_000 },
  },
} as const;

/** The tokens of each response of the double: 10 of text and 20 of audio in, 5 of text and 40 of audio out. */
const RESPONSE = { prompt_tokens: 30, completion_tokens: 45, total_tokens: 75 };
const SPEECH = { prompt_audio_tokens: 20, completion_audio_tokens: 40, cached_text_tokens: 0, cached_audio_tokens: 0 };

it('the usage has the audio that a speech model heard, and its tokens by kind, with their costs', async () => {
  const speechModel = { replies: ['At eight.'], words: ['when'] };
  const { session } = await playSession({ user: [says(320, '')], speechModel, options: { prices: PRICES } });
  const { stt, llm, cost } = session.usage;
  expect(stt).toEqual([{ provider: 'speech-model-double', model: 'double', seconds: 1.536 }]);
  expect(llm).toMatchObject([
    { model: 'double', calls: 1, unreportedCalls: 0, tokens: { ...RESPONSE, speech: SPEECH } },
  ]);
  // 10 x 4 + 20 x 32 + 5 x 24 + 40 x 64 millionths.
  expect(cost).toEqual({ currency: 'USD', amount: '0.00336', complete: true });
});

it('the tokens of an interrupted answer are wasted, and those of a text of the application count', async () => {
  const speechModel = { replies: [LONG, 'Yes?'], words: ['tell me', 'wait'] };
  const user = [says(320, ''), says(4000, '', 640), does(12_000, ({ session }) => session.say('Bye.'))];
  const { session } = await playSession({ user, speechModel });
  expect(session.usage.llm).toMatchObject([
    { calls: 3, unreportedCalls: 0, tokens: { total_tokens: 225 }, wasted: { interrupted: { total_tokens: 75 } } },
  ]);
});

it('the metric of a turn has the tokens of its answer', async () => {
  const usages: unknown[] = [];
  const follow = does(0, ({ session }) => session.edges.metrics.subscribe(({ usage }) => usages.push(usage)));
  await playSession({ user: [follow, says(320, '')], speechModel: { replies: ['At eight.'], words: ['when'] } });
  expect(usages).toEqual([{ ...RESPONSE, speech: SPEECH }]);
});
