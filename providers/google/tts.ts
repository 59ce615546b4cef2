import { parseSettings } from '../../src/core/parseSettings.ts';
import { catchError, defer, pipe, switchMap, throwError, type Observable } from 'rxjs';
import { AntiphonError, type Issue } from '../../src/core/errors.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { requireMp3 } from '../../src/wire/audio/mp3.ts';
import { buildRequestUrl } from '../../src/wire/endpoint.ts';
import { withExtraHeaders, withExtraQuery } from '../../src/wire/extra.ts';
import type { HttpEvent, HttpRequest } from '../../src/wire/http.ts';
import type { WireDeps, AdapterOptions } from '../../src/wire/wireDeps.ts';
import { requestWithRetry } from '../../src/wire/requestWithRetry.ts';
import { createHttpTtsFrom } from '../../src/wire/tts/createHttpTts.ts';
import type { HttpTtsSource } from '../../src/wire/tts/sentenceSynthesizer.ts';
import { decodeDetected } from '../../src/wire/tts/decodeDetected.ts';
import { decodeAudioContent } from './audioContent.ts';
import { findCredentialIssues } from './credentials.ts';
import { googleTtsSchema, MAX_SPEAKING_RATE, type FilledGoogleTts, type GoogleTtsSettings } from './settings.ts';
import { createSynthesizeRequest } from './synthesizeRequest.ts';
import { createAccessTokens } from './accessTokens.ts';

const NAME = 'google';
const ORIGIN = 'https://texttospeech.googleapis.com';
const MAX_BYTES = 5000;
const MAX_GEMINI_BYTES = 4000;

/**
 * Creates Google Cloud TTS: one `POST /v1/text:synthesize` for each sentence, one sentence ahead, without word timings.
 * Reads the credentials at the first utterance; `verifyGoogleTts` checks them earlier.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { googleTts } from 'antiphon/providers';
 *
 * const credentials = JSON.parse(process.env['GOOGLE_CREDENTIALS'] ?? '{}'); // of a service account
 * export const voice = speak({ tts: googleTts({ credentials, language: 'en-GB', gender: 'female' }) });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function googleTts(settings: GoogleTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('googleTts', 'google', googleTtsSchema(), settings);
  const { sample_rate: sampleRate, language, model, encoding } = filled;
  const createSource = (deps: WireDeps): HttpTtsSource => ({
    name: NAME,
    model,
    sampleRate,
    language,
    limit: {
      max: model === undefined ? MAX_BYTES : MAX_GEMINI_BYTES,
      sizeOf: (text) => Buffer.byteLength(text),
    },
    send: createSender(filled, deps),
    decode: pipe(decodeAudioContent, decodeDetected(encoding === 'mp3' ? 'audio/mpeg' : '', sampleRate)),
  });
  return createHttpTtsFrom(createSource, { ...options, addressOf: () => createUrl(filled) });
}

/**
 * Finds faults in the credentials. Issues never contain their values.
 *
 * @throws (rejects with) AntiphonError `provider_unavailable` for mp3 if its decoder is not installed
 */
export async function verifyGoogleTts({ credentials, encoding }: GoogleTtsSettings): Promise<readonly Issue[]> {
  if (encoding === 'mp3') requireMp3('google');
  return findCredentialIssues(credentials);
}

/** Finds the settings that the service ignores, with the values that it honours instead. */
export function findUnsupportedGoogleTts({ gender, voice_name, speaking_rate }: FilledGoogleTts): readonly Issue[] {
  const isGenderIgnored = voice_name !== '' && gender !== '' && gender !== 'neutral';
  return [
    ...(isGenderIgnored
      ? [{ path: 'gender', expected: `the gender of ${voice_name}`, got: JSON.stringify(gender) }]
      : []),
    ...(speaking_rate > MAX_SPEAKING_RATE
      ? [{ path: 'speaking_rate', expected: `at most ${MAX_SPEAKING_RATE} and sends that`, got: `${speaking_rate}` }]
      : []),
  ];
}

/** Creates the sender of a text. Renews a refused cached token once, since it may have been revoked. */
function createSender(settings: FilledGoogleTts, deps: WireDeps): (text: string) => Observable<HttpEvent> {
  const tokens = createAccessTokens(settings.credentials, NAME, deps);
  return (text) =>
    defer(() => {
      const send = (token: string): Observable<HttpEvent> =>
        requestWithRetry(createRequest(text, settings, token), { name: NAME }, deps);
      const sendWithNewToken = defer(() => tokens.renew().pipe(switchMap(send)));
      const cached = tokens.cached();
      if (cached === null) return sendWithNewToken;
      return send(cached).pipe(
        catchError((error: unknown) => (isUnauthorised(error) ? sendWithNewToken : throwError(() => error))),
      );
    });
}

function createRequest(text: string, settings: FilledGoogleTts, token: string): HttpRequest {
  const { extra } = settings;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    url: createUrl(settings),
    method: 'POST',
    headers: withExtraHeaders(headers, extra),
    body: JSON.stringify(createSynthesizeRequest(text, settings)),
  };
}

function createUrl({ base_url: baseUrl, extra }: FilledGoogleTts): string {
  return buildRequestUrl({ origin: ORIGIN, baseUrl, path: '/v1/text:synthesize', query: withExtraQuery([], extra) });
}

function isUnauthorised(error: unknown): boolean {
  return error instanceof AntiphonError && error.details.status === 401;
}
