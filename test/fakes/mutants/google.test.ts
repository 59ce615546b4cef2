import { lastValueFrom, of } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GoogleTtsSettings } from '../../../providers/google/settings.ts';
import { googleTts } from '../../../providers/google/tts.ts';
import { fetchRequest, type HttpRequest } from '../../../src/wire/http.ts';
import { asObject, parseObject } from '../../../src/wire/json.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import { createGoogleTtsFake } from '../google.ts';
import { createAccount } from '../google/account.ts';
import { startFake } from '../kit/fake.ts';

type Fault = (request: HttpRequest) => HttpRequest;

const account = createAccount();
const stranger = createAccount();

/** Runs the adapter with other requests, settings or another time. */
async function faultsOf(
  fault: Fault,
  settings: Partial<GoogleTtsSettings> = {},
  options: AdapterOptions = {},
): Promise<readonly string[]> {
  const server = await startFake(createGoogleTtsFake({ account }));
  onTestFinished(() => server.close());
  const { credentials } = account;
  const openRequest = (request: HttpRequest) => fetchRequest(fault(request));
  const tts = googleTts({ credentials, base_url: server.origin, ...settings }, { openRequest, ...options });
  await lastValueFrom(tts.synthesize(of('Hello.'))).catch(() => {});
  return server.violations;
}

describe('the fake of text:synthesize catches an adapter that', () => {
  test.each<[name: string, fault: Fault, found: string]>([
    ['speaks to the beta', at((url) => url.replace('/v1/', '/v1beta1/')), '/v1beta1/text:synthesize'],
    ['puts a key into the address', at((url) => `${url}?key=k`), 'no such parameter: key=k'],
    ['sends no token', (request) => ({ ...request, headers: { 'content-type': 'application/json' } }), 'not signed'],
    ['changes what was signed', (request) => withToken(request, (token) => token.replace('.', '.e')), 'not signed'],
    ['names a gender as the spec does', inPart('voice', { ssmlGender: 'neutral' }), 'no such gender'],
    ['asks for the neutral gender', inPart('voice', { ssmlGender: 'NEUTRAL' }), 'not supported'],
    [
      'asks for a gender beside a name',
      inPart('voice', { ssmlGender: 'MALE', name: 'en-US-Wavenet-F' }),
      'a gender that the voice does not have',
    ],
    ['prompts a voice that takes none', inPart('input', { prompt: 'Warmly.' }), 'without a Gemini model'],
    ['names a model that is none', inPart('voice', { modelName: 'gpt', name: 'Kore' }), 'no such model'],
    ['sends a voice that has no name', inPart('voice', { name: '' }), 'a name that is none'],
    ['speaks faster than is allowed', inPart('audioConfig', { speakingRate: 3 }), 'speakingRate is not 0.25 to 2'],
    ['names an encoding as the spec does', inPart('audioConfig', { audioEncoding: 'wav' }), 'no such encoding'],
    ['sends effects that are none', inPart('audioConfig', { effectsProfileId: [''] }), 'no such effects profile'],
    ['sends a text whole that is too long', inPart('input', { text: 'é'.repeat(2501) }), 'longer than 5000 bytes'],
  ])('%s', async (_name, fault, found) => {
    expect(await faultsOf(fault)).toContainEqual(expect.stringContaining(found));
  });

  test('sets the pitch of a voice that does not take it', async () => {
    const fault = inPart('audioConfig', { pitch: 4 });
    const faults = await faultsOf(fault, { voice_name: 'en-US-Chirp3-HD-Charon' });
    expect(faults).toContainEqual(expect.stringContaining('does not support pitch'));
  });

  test('signs with the key of another account', async () => {
    const faults = await faultsOf(unchanged, { credentials: stranger.credentials });
    expect(faults).toContainEqual(expect.stringContaining('not signed'));
  });

  test('signs for another time', async () => {
    const faults = await faultsOf(unchanged, {}, { wallClock: () => 0 });
    expect(faults).toContainEqual(expect.stringContaining('not of now'));
  });

  test('does not say which key it signs with', async () => {
    const { private_key_id: _, ...credentials } = account.credentials;
    expect(await faultsOf(unchanged, { credentials })).toContainEqual(expect.stringContaining('header kid'));
  });

  test('has no fault to find with the adapter as it is', async () => {
    expect(await faultsOf(unchanged)).toEqual([]);
  });
});

function unchanged(request: HttpRequest): HttpRequest {
  return request;
}

function at(change: (url: string) => string): Fault {
  return (request) => ({ ...request, url: change(request.url) });
}

function withToken(request: HttpRequest, change: (token: string) => string): HttpRequest {
  const { authorization = '' } = request.headers;
  return { ...request, headers: { ...request.headers, authorization: change(authorization) } };
}

function inPart(part: string, change: object): Fault {
  return (request) => {
    const body = parseObject(request.body as string) ?? {};
    return { ...request, body: JSON.stringify({ ...body, [part]: { ...asObject(body[part]), ...change } }) };
  };
}
