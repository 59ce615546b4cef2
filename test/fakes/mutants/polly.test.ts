import { catchError, EMPTY, ignoreElements, lastValueFrom, of, switchMap } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PollyTtsSettings } from '../../../providers/polly/settings.ts';
import { signRequest, type TextRequest } from '../../../providers/polly/signature.ts';
import { pollyTts } from '../../../providers/polly/tts.ts';
import { fetchRequest, type HttpRequest, type OpenRequest } from '../../../src/wire/http.ts';
import { ACCESS_KEY, createPollyFake } from '../polly.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createPollyFake());
});

afterEach(() => server.close());

const credentials = { accessKeyId: ACCESS_KEY.id, secretAccessKey: ACCESS_KEY.secret, sessionToken: null };

/** Returns the violations of a TTS whose requests are changed. */
async function faultsOf(openRequest: OpenRequest, settings: Partial<PollyTtsSettings> = {}): Promise<string> {
  const { id: access_key_id, secret: secret_access_key, region } = ACCESS_KEY;
  const key = { access_key_id, secret_access_key, region, base_url: server.origin };
  const events = pollyTts({ ...key, ...settings }, { openRequest }).synthesize(of('Hello there. ', 'You.'));
  const quiet = events.pipe(
    ignoreElements(),
    catchError(() => EMPTY),
  );
  await lastValueFrom(quiet, { defaultValue: undefined });
  return server.violations.join('\n');
}

/** Changes a signed request. */
function changed(change: (request: HttpRequest) => HttpRequest): OpenRequest {
  return (request) => fetchRequest(change(request));
}

function headers(change: Readonly<Record<string, string>>): OpenRequest {
  return changed((request) => ({ ...request, headers: { ...request.headers, ...change } }));
}

/** Changes the body of a request, and signs it again. */
function signed(change: object, region = ACCESS_KEY.region): OpenRequest {
  return (request) => {
    const body = JSON.stringify({ ...(JSON.parse(request.body as string) as object), ...change });
    const unsigned: TextRequest = { ...request, headers: { 'content-type': 'application/json' }, body };
    return signRequest(unsigned, { credentials, region, now: 0 }).pipe(switchMap(fetchRequest));
  };
}

describe('the fake of Polly catches an adapter that', () => {
  test.each<[what: string, openRequest: OpenRequest, fault: string]>([
    ['does not sign', headers({ authorization: 'Bearer key' }), 'no signature of version 4'],
    ['signs at another time', headers({ 'x-amz-date': '20200101T000000Z' }), 'the date 2020'],
    ['leaves a header of AWS unsigned', headers({ 'x-amz-meta': 'x' }), 'x-amz-meta is not signed'],
    [
      'signs another body',
      changed((request) => ({ ...request, body: `${request.body as string} ` })),
      'does not match',
    ],
    ['signs for another region', signed({}, 'eu-west-1'), 'signed for eu-west-1'],
    ['asks elsewhere', changed((request) => ({ ...request, url: `${request.url}s` })), 'POST /v1/speechs'],
    [
      'puts something into the address',
      changed((request) => ({ ...request, url: `${request.url}?a=b` })),
      'parameter a',
    ],
    ['sends no JSON', headers({ 'content-type': 'text/plain' }), 'the body is JSON'],
    ['asks for a rate that there is not', signed({ OutputFormat: 'pcm', SampleRate: '24000' }), 'SampleRate'],
    ['sends the rate as a number', signed({ SampleRate: 16_000 }), 'SampleRate'],
    ['invents an engine', signed({ Engine: 'fast' }), 'Engine'],
    ['invents a field', signed({ Speed: 2 }), 'Speed'],
    ['names no voice', signed({ VoiceId: '' }), 'VoiceId'],
    ['sends no text', signed({ Text: '' }), 'Text'],
    ['sends long text', signed({ Text: 'a'.repeat(3001) }), 'Text'],
    ['sends text as SSML', signed({ TextType: 'ssml' }), 'InvalidSsmlException'],
    ['wants marks of the generative engine', signed({ Engine: 'generative' }), 'speech marks of the generative engine'],
    ['names a region as a language', signed({ LanguageCode: 'en' }), 'LanguageCode'],
  ])('%s', async (_, openRequest, fault) => {
    expect(await faultsOf(openRequest)).toContain(fault);
  });

  test('uses another key', async () => {
    const other = { access_key_id: 'AKIAOTHER', secret_access_key: 'other' };
    expect(await faultsOf(fetchRequest, other)).toMatch(/another access key\n.*the signature does not match/u);
  });

  test.each(['neural', 'generative'] as const)('and nothing else: %s', async (engine) =>
    expect(await faultsOf(fetchRequest, { engine })).toBe(''),
  );
});
