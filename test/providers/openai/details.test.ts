import { expect, test } from 'vitest';
import { detailsIn } from '../../../providers/openai/details.ts';
import { openAiSttSchema } from '../../../providers/openai/settings.ts';
import { requestStt } from '../../../providers/openai/requestStt.ts';

test.each([
  ['nothing', { text: 'Hello.' }, {}],
  ['the language', { languages: [{ code: 'en' }, { code: 'fr' }] }, { language: 'en' }],
  ['no language', { languages: [] }, {}],
  ['no confidence where a token has no probability', { logprobs: [{ logprob: -0.1 }, { token: 'a' }] }, {}],
  ['no confidence of no tokens', { logprobs: [] }, {}],
])('%s', (_, answer, details) => expect(detailsIn(answer)).toStrictEqual(details));

test('the confidence is the geometric mean of the probabilities', () => {
  const logprobs = [{ logprob: Math.log(0.9) }, { logprob: Math.log(0.4) }];
  expect(detailsIn({ logprobs }).confidence).toBeCloseTo(0.6);
});

test('an answer over HTTP carries them, too', () => {
  const settings = openAiSttSchema.parse({ provider: 'openai', api_key: 'k', model: 'gpt-transcribe' });
  const { detailsIn: detailsOf } = requestStt(settings);
  expect(detailsOf?.('{"text":"Hallo","languages":[{"code":"de"}]}')).toEqual({ language: 'de' });
  expect(detailsOf?.('no JSON')).toEqual({});
});
