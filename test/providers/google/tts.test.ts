import { generateKeyPairSync } from 'node:crypto';
import { asyncScheduler, catchError, from, lastValueFrom, of, timer, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { GoogleTtsSettings } from '../../../providers/google/settings.ts';
import { googleTts, verifyGoogleTts } from '../../../providers/google/tts.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { HttpRequest } from '../../../src/wire/http.ts';
import { parseObject } from '../../../src/wire/json.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { createRequestDouble, type ReplyBehaviour } from '../../../src/testing/wire/requestDouble.ts';
import { validateToken, createAccount, SCOPE, SELF_SIGNED } from '../../fakes/google/account.ts';

const account = createAccount();
const { credentials } = account;
const EXCHANGED = { ...credentials, type: 'other', token_uri: 'https://oauth2.example/token' };

const answer = (...samples: number[]): ReplyBehaviour => ({ body: [json(...samples)] });
const GRANTED: ReplyBehaviour = { body: ['{"access_token":"ya29.a","expires_in":3599,"token_type":"Bearer"}'] };
const UNAUTHORISED: ReplyBehaviour = { status: 401, body: ['{"error":{"code":401,"message":"Invalid credentials."}}'] };

describe('TTS of Google', () => {
  test('has the rate and the language of its settings', () => {
    const { name, sampleRate, accepts, language } = googleTts({ credentials, sample_rate: 16_000, language: 'de-DE' });
    expect({ name, sampleRate, accepts, language }).toEqual({
      name: 'google',
      sampleRate: 16_000,
      accepts: 'sentences',
      language: 'de-DE',
    });
  });

  test('requests a sentence, and emits its audio, then its mark', async () => {
    const { events, requests } = await speak({ credentials }, answer(1, -2));
    expect(events).toEqual([audio(1, -2), { kind: 'mark', chars: 12 }]);
    expect(requests).toMatchObject([
      {
        url: 'https://texttospeech.googleapis.com/v1/text:synthesize',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: expect.stringContaining('{"input":{"text":"Hello there."},'),
      },
    ]);
  });

  test('speaks to another address', async () => {
    const { requests } = await speak({ credentials, base_url: 'http://127.0.0.1:8080/google/' }, answer(1));
    expect(requests[0]?.url).toBe('http://127.0.0.1:8080/google/v1/text:synthesize');
  });

  test('cuts a sentence of more than 5000 bytes at a space', async () => {
    const { requests } = await speak({ credentials }, answer(1), [`${'é'.repeat(2000)} ${'ö'.repeat(2000)}.`]);
    expect(requests.map(({ body }) => parseObject(body as string)?.['input'])).toEqual([
      { text: `${'é'.repeat(2000)} ` },
      { text: `${'ö'.repeat(2000)}.` },
    ]);
  });

  test.each([
    ['in single bytes', 1],
    ['in pieces of 5 bytes', 5],
  ])('reads an answer that comes %s', async (_name, length) => {
    const text = json(1, -2, 300, 4);
    const body = text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
    const { events } = await speak({ credentials }, { body });
    expect(samplesIn(events)).toEqual([1, -2, 300, 4]);
  });

  test('begins to speak before the answer is whole', () =>
    marbles(({ expectObservable }) => {
      const text = json(1, 2, 3, 4, 5, 6);
      const body = [text.slice(0, 29), { atMs: 50, bytes: text.slice(29) }];
      const { openRequest } = createRequestDouble({ server: { body, endsAtMs: 60 } });
      const voice = googleTts({ credentials }, { openRequest, scheduler: asyncScheduler });
      const letters = { a: audio(1, 2, 3), b: audio(4, 5, 6), m: { kind: 'mark', chars: 6 } as const };
      expectObservable(voice.synthesize(of('Hello.'))).toBe('a 49ms b 9ms (m|)', letters);
    }));

  test.each([
    ['an empty file', '{"audioContent":""}'],
    ['another field', '{"audio":"AAAA"}'],
    ['no JSON', 'not json'],
    ['nothing', ''],
  ])('fails where the answer holds %s', async (_name, body) => {
    await expect(speak({ credentials }, { body: [body] })).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'google: returned no audio although the call succeeded',
    });
  });
});

describe('the token of a service account', () => {
  test('is signed by itself, without a request', async () => {
    const { requests } = await speak({ credentials }, answer(1), ['Hello.'], Date.now());
    expect(requests).toHaveLength(1);
    expect(validateToken(bearerOf(requests[0]), account, SELF_SIGNED)).toEqual([]);
  });

  test('is good for keys whose line ends are written as \\n', async () => {
    const private_key = `${credentials['private_key']}`.replaceAll('\n', String.raw`\n`);
    const { requests } = await speak(
      { credentials: { ...credentials, private_key } },
      answer(1),
      ['Hello.'],
      Date.now(),
    );
    expect(validateToken(bearerOf(requests[0]), account, SELF_SIGNED)).toEqual([]);
  });

  test('is kept until a minute before its end', () => {
    expect(tokensAt([0, 3_539_000, 3_540_000])).toEqual([0, 0, 1]);
  });

  test('that was kept and is refused is made anew, once', async () => {
    const { openRequest, requests } = createRequestDouble({ server: [answer(1), UNAUTHORISED, answer(2), answer(3)] });
    let clock = 0;
    const voice = googleTts({ credentials }, { openRequest, wallClock: () => (clock += 1000) });
    await speakToEnd(voice, 'One.');
    expect(samplesIn(await speakToEnd(voice, 'Two.'))).toEqual([2]);
    const tokens = requests.map(({ request }) => bearerOf(request));
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[1]);
  });

  test('that is new and is refused is an error', async () => {
    const { openRequest, requests } = createRequestDouble({ server: UNAUTHORISED });
    const voice = googleTts({ credentials }, { openRequest });
    await expect(speakToEnd(voice, 'One.')).rejects.toMatchObject({
      code: 'provider_refused',
      message: 'google: HTTP 401: Invalid credentials.',
      details: { provider: 'google', status: 401 },
    });
    expect(requests).toHaveLength(1);
  });
});

describe('the token of any other account', () => {
  test('is requested at its own address', async () => {
    const { requests } = await speak({ credentials: EXCHANGED }, [GRANTED, answer(1)], ['Hello.'], Date.now());
    const { grant_type, assertion } = Object.fromEntries(new URLSearchParams(requests[0]?.body as string));
    expect(requests[0]).toMatchObject({ url: EXCHANGED.token_uri, method: 'POST' });
    expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(validateToken(`${assertion}`, account, { scope: SCOPE, aud: EXCHANGED.token_uri })).toEqual([]);
    expect(bearerOf(requests[1])).toBe('ya29.a');
  });

  test('is kept until it expires', () =>
    marbles(({ flush }) => {
      const server = ({ url }: HttpRequest): ReplyBehaviour => (url === EXCHANGED.token_uri ? GRANTED : answer(1));
      const { openRequest, requests } = createRequestDouble({ server });
      const voice = googleTts({ credentials: EXCHANGED }, { openRequest, scheduler: asyncScheduler });
      for (const at of [0, 3_538_000, 3_540_000])
        timer(at, asyncScheduler).subscribe(() => voice.synthesize(of('Hi.')).subscribe());
      flush();
      const granted = requests.filter(({ request }) => request.url === EXCHANGED.token_uri);
      expect(granted.map(({ atMs }) => atMs)).toEqual([0, 3_540_000]);
    }));

  test('that is refused is an error', async () => {
    const refused: ReplyBehaviour = {
      status: 400,
      body: ['{"error":"invalid_grant","error_description":"Invalid JWT."}'],
    };
    await expect(speak({ credentials: EXCHANGED }, refused)).rejects.toMatchObject({
      code: 'provider_refused',
      message: 'google: HTTP 400: Invalid JWT.',
    });
  });

  test('that is refused is an error without what was signed for it', async () => {
    const { openRequest, requests } = createRequestDouble({
      server: ({ body }) => {
        const assertion = new URLSearchParams(body as string).get('assertion');
        const error_description = `Invalid JWT: ${assertion}`;
        return { status: 400, body: [JSON.stringify({ error: 'invalid_grant', error_description })] };
      },
    });
    await expect(speakToEnd(googleTts({ credentials: EXCHANGED }, { openRequest }), 'One.')).rejects.toMatchObject({
      message: 'google: HTTP 400: Invalid JWT: ***',
    });
    expect(requests).toHaveLength(1);
  });

  test('that the answer does not hold is an error', async () => {
    await expect(speak({ credentials: EXCHANGED }, { body: ['{}'] })).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'google: the answer holds no token',
    });
  });
});

describe('credentials', () => {
  const rsa = `${credentials['private_key']}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ec = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('of a service account have no fault', async () => {
    expect(await verifyGoogleTts({ credentials })).toEqual([]);
    expect(await verifyGoogleTts({ credentials: { client_email: 'a@b', private_key: rsa } })).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string[]]>([
    [
      'nothing',
      {},
      [
        'credentials.client_email: the address of a service account, not nothing',
        'credentials.private_key: an RSA key in PEM, not nothing',
      ],
    ],
    [
      'no address',
      { ...credentials, client_email: '' },
      ['credentials.client_email: the address of a service account, not nothing'],
    ],
    [
      'a number as key',
      { ...credentials, private_key: 1 },
      ['credentials.private_key: an RSA key in PEM, not a number'],
    ],
    [
      'half a key',
      { ...credentials, private_key: rsa.slice(0, 400) },
      ['credentials.private_key: an RSA key in PEM, not another text'],
    ],
    [
      'a key of another kind',
      { ...credentials, private_key: ec },
      ['credentials.private_key: an RSA key in PEM, not another text'],
    ],
    [
      'no token address',
      { ...credentials, token_uri: 'oauth2' },
      ['credentials.token_uri: an http or https URL, not a string of 6 characters'],
    ],
  ])('that hold %s are a fault, found before a session', async (_name, faulty, faults) => {
    const issues = await verifyGoogleTts({ credentials: faulty });
    expect(issues.map(({ path, expected, got }) => `${path}: ${expected}, not ${got}`)).toEqual(faults);
    expect(JSON.stringify(issues)).not.toContain(rsa.slice(40, 60));
  });

  test('that hold nothing are an error of synthesis, too, and no request is sent', async () => {
    const { openRequest, requests } = createRequestDouble();
    const error = await lastValueFrom(
      googleTts({ credentials: {} }, { openRequest })
        .synthesize(of('Hi.'))
        .pipe(catchError((thrown: unknown) => of(thrown))),
    );
    expect(error).toBeInstanceOf(AntiphonError);
    expect(error).toMatchObject({ code: 'provider_refused', details: { provider: 'google' } });
    expect(requests).toEqual([]);
  });
});

/** Which of the tokens so far each sentence carried, where sentences are sent at these times, in ms. */
function tokensAt(times: readonly number[]): readonly number[] {
  return marbles(({ flush }) => {
    const { openRequest, requests } = createRequestDouble({ server: answer(1) });
    const options = { openRequest, scheduler: asyncScheduler, wallClock: () => asyncScheduler.now() };
    const voice = googleTts({ credentials }, options);
    for (const at of times) timer(at, asyncScheduler).subscribe(() => voice.synthesize(of('Hi.')).subscribe());
    flush();
    const tokens = requests.map(({ request }) => bearerOf(request));
    return tokens.map((token) => [...new Set(tokens)].indexOf(token));
  });
}

async function speak(
  settings: GoogleTtsSettings,
  server: ReplyBehaviour | readonly ReplyBehaviour[],
  text: readonly string[] = ['Hello there.'],
  now = 0,
) {
  const { openRequest, requests } = createRequestDouble({ server });
  const voice = googleTts(settings, { openRequest, wallClock: () => now, random: () => 0 });
  const events = await lastValueFrom(voice.synthesize(from(text)).pipe(toArray()));
  return { events, requests: requests.map(({ request }) => request) };
}

/** An answer as Google lays it out. */
function json(...samples: number[]): string {
  return JSON.stringify({ audioContent: Buffer.from(Int16Array.from(samples).buffer).toString('base64') }, null, 2);
}

function speakToEnd(voice: TextToSpeech, text: string): Promise<readonly TtsEvent[]> {
  return lastValueFrom(voice.synthesize(of(text)).pipe(toArray()));
}

function bearerOf(request: HttpRequest | undefined): string {
  return request?.headers['authorization']?.replace('Bearer ', '') ?? '';
}

function audio(...samples: number[]): TtsEvent {
  return { kind: 'audio', frame: { samples: Int16Array.from(samples), sampleRate: 24_000 } };
}

function samplesIn(events: readonly TtsEvent[]): readonly number[] {
  return events.flatMap((event) => (event.kind === 'audio' ? [...event.frame.samples] : []));
}
