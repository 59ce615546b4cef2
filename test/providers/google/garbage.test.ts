import { lastValueFrom, of, tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { googleTts } from '../../../providers/google/tts.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';
import { createAccount } from '../../fakes/google/account.ts';

const { credentials } = createAccount();

describe('garbage that is answered 200', () => {
  test.each([
    ['a page', '<!doctype html><html><body>Sign in to the Wi-Fi</body></html>'],
    ['JSON of another kind', '{"audioConfig":{"audioEncoding":"LINEAR16"}}'],
    ['JSON without audio', '{"audioContent":null}'],
    ['a page in place of the audio', '{"audioContent":"<html>"}'],
  ])('is an error, not noise: %s', async (_name, body) => {
    const { openRequest } = createRequestDouble({ server: { headers: { 'content-type': 'text/html' }, body: [body] } });
    const events: TtsEvent[] = [];
    const utterance = googleTts({ credentials }, { openRequest }).synthesize(of('Hello.'));
    const spoken = lastValueFrom(utterance.pipe(tap((event) => events.push(event))));
    await expect(spoken).rejects.toMatchObject({ code: 'provider_failed', details: { provider: 'google' } });
    expect(events).toEqual([]);
  });
});
