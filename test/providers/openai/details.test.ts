import { expect, test } from 'vitest';
import { parseDetails } from '../../../providers/openai/details.ts';
import { openAiSttSchema } from '../../../providers/openai/settings.ts';
import { createTranscriptionsWire } from '../../../providers/openai/transcriptionsWire.ts';

test.each([
  ['nothing', { text: 'Hello.' }, {}],
  ['the language', { languages: [{ code: 'en' }, { code: 'fr' }] }, { language: 'en' }],
  ['no language', { languages: [] }, {}],
  ['no confidence where a token has no probability', { logprobs: [{ logprob: -0.1 }, { token: 'a' }] }, {}],
  ['no confidence of no tokens', { logprobs: [] }, {}],
])('%s', (_, answer, details) => expect(parseDetails(answer)).toStrictEqual(details));

test('the confidence is the geometric mean of the probabilities', () => {
  const logprobs = [{ logprob: Math.log(0.9) }, { logprob: Math.log(0.4) }];
  expect(parseDetails({ logprobs }).confidence).toBeCloseTo(0.6);
});

test('an answer over HTTP carries them, too', () => {
  const settings = openAiSttSchema().parse({ provider: 'openai', api_key: 'k', model: 'gpt-transcribe' });
  const { parseDetails: detailsOf } = createTranscriptionsWire(settings);
  expect(detailsOf?.('{"text":"Hallo","languages":[{"code":"de"}]}')).toEqual({ language: 'de' });
  expect(detailsOf?.('no JSON')).toEqual({});
});
