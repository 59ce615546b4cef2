import { from, lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { azureStt } from '../../providers/azure/stt.ts';
import { azureTts } from '../../providers/azure/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { collectTranscripts } from '../../src/testing/contracts/stt/collectTranscripts.ts';
import { createSegments } from '../../src/testing/contracts/stt/segments.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createAzureSttFake } from '../fakes/azure/stt.ts';
import { createAzureTtsFake } from '../fakes/azure/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../fakes/kit/fake.ts';
import { keeps, sttAgainst, ttsAgainst } from './against.ts';

const AUTH = { auth_token: 'token-1', region: 'westeurope' };

/** A token of the resource: the service takes it for new connections for 10 minutes. */
function createToken(): { readonly value: string; readonly isExpired: () => boolean; expire(): void } {
  let isExpired = false;
  return { value: AUTH.auth_token, isExpired: () => isExpired, expire: () => void (isExpired = true) };
}

keeps(
  'Azure keeps the contract of SpeechToText with a token in place of the key',
  createSpeechToTextContract(
    sttAgainst(
      () => createAzureSttFake({ token: createToken() }),
      (base_url) => azureStt({ ...AUTH, base_url }),
    ),
  ),
);

keeps(
  'Azure keeps the contract of TextToSpeech with a token in place of the key',
  createTextToSpeechContract(
    ttsAgainst(
      () => createAzureTtsFake({ token: createToken() }),
      (base_url) => azureTts({ ...AUTH, base_url }),
    ),
  ),
);

describe('a token that is older than 10 minutes', () => {
  let server: FakeServer;

  const serve = async (vendor: FakeVendor): Promise<string> => {
    server = await startFake(vendor);
    return server.origin;
  };

  const speak = (tts: TextToSpeech): Promise<readonly TtsEvent[]> =>
    lastValueFrom(tts.synthesize(of('Hello.')).pipe(toArray()));

  afterEach(async () => {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  });

  test('goes on to speak over the connection that it opened', async () => {
    const token = createToken();
    const tts = azureTts({ ...AUTH, base_url: await serve(createAzureTtsFake({ token })) });
    const warm = tts.keepWarm?.().subscribe();
    await speak(tts);
    const { length } = server.requests;
    token.expire();
    expect((await speak(tts)).at(-1)).toEqual({ kind: 'mark', chars: 6 });
    expect(server.requests).toHaveLength(length);
    warm?.unsubscribe();
  });

  test('opens no other: the utterance is refused after one attempt, and says why', async () => {
    const token = createToken();
    token.expire();
    const tts = azureTts({ ...AUTH, base_url: await serve(createAzureTtsFake({ token })) });
    await expect(speak(tts)).rejects.toMatchObject({ code: 'provider_refused', details: { status: 401 } });
    expect(server.requests).toHaveLength(1);
  });

  test('hears nothing: the segment is refused after one attempt', async () => {
    const token = createToken();
    token.expire();
    const stt = azureStt({ ...AUTH, base_url: await serve(createAzureSttFake({ token })) });
    const { whole } = createSegments(stt, async (...text) => encodeText(...text));
    const { events } = await collectTranscripts(stt.transcribe(from(await whole(0))));
    expect(events.at(-1)).toMatchObject({
      kind: 'failed',
      error: { code: 'provider_refused', details: { status: 401 } },
    });
    expect(server.requests).toHaveLength(1);
  });
});
