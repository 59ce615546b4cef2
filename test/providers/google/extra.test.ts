import { lastValueFrom, of } from 'rxjs';
import { expect, test } from 'vitest';
import { googleTts } from '../../../providers/google/tts.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';
import { createAccount } from '../../fakes/google/account.ts';

const { credentials } = createAccount();

test('the query parameters and headers of extra are sent, but for those that the adapter sets itself', () => {
  const { openRequest, requests } = createRequestDouble();
  const extra = { query: { quotaUser: 'seven' }, headers: { 'x-goog-user-project': 'billed' } };
  googleTts({ credentials, extra }, { openRequest })
    .synthesize(of('Hello.'))
    .subscribe({ error: () => {} });
  expect(requests[0]?.request).toMatchObject({
    url: 'https://texttospeech.googleapis.com/v1/text:synthesize?quotaUser=seven',
    headers: { 'x-goog-user-project': 'billed', 'content-type': 'application/json' },
  });
  expect(() => googleTts({ credentials, extra: { headers: { Authorization: 'mine' } } })).toThrow('Authorization');
  expect(() => googleTts({ credentials, extra: { query: { alt: 'media' } } })).toThrow('alt');
});

test('a Gemini model gets 4000 bytes at a time', async () => {
  const audio = JSON.stringify({ audioContent: Buffer.from(Int16Array.of(1, 2).buffer).toString('base64') });
  const { openRequest, requests } = createRequestDouble({ server: { body: [audio] } });
  const voice = googleTts({ credentials, model: 'gemini-2.5-flash-tts', voice_name: 'Kore' }, { openRequest });
  await lastValueFrom(voice.synthesize(of(`${'x'.repeat(3000)} ${'y'.repeat(1500)}.`)));
  expect(requests).toHaveLength(2);
});

test('the headers of extra are in no error', async () => {
  const message = 'no access for gateway-secret-1';
  const { openRequest } = createRequestDouble({
    server: { status: 403, body: [JSON.stringify({ error: { message } })] },
  });
  const extra = { headers: { 'x-gateway': 'gateway-secret-1' } };
  const spoken = googleTts({ credentials, extra }, { openRequest }).synthesize(of('Hello.'));
  await expect(lastValueFrom(spoken)).rejects.toMatchObject({ message: 'google: HTTP 403: no access for ***' });
});
