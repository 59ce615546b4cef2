import { catchError, defer, EMPTY, switchMap, throwError, type Observable } from 'rxjs';
import { AntiphonError, type Issue } from '../../src/core/errors.ts';
import { messageOf } from '../../src/core/messageOf.ts';
import { parseSettings } from '../../src/core/parseSettings.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { createWarning, errorOf } from '../../src/wire/fault.ts';
import type { HttpEvent } from '../../src/wire/http.ts';
import { requestWithRetry } from '../../src/wire/requestWithRetry.ts';
import { createHttpTtsFrom } from '../../src/wire/tts/createHttpTts.ts';
import type { HttpTtsSource } from '../../src/wire/tts/sentenceSynthesizer.ts';
import type { PlacedWord } from '../../src/wire/tts/timedSentence.ts';
import type { AdapterOptions, WireDeps } from '../../src/wire/wireDeps.ts';
import { NO_CREDENTIALS, selectCredentials } from './credentials.ts';
import { classifyPollyRefusal } from './faults.ts';
import { parseWordMarks } from './marks.ts';
import { createPollyRequest, createPollyUrl, type Wanted } from './request.ts';
import { hasWordTimes, pollyTtsSchema, type FilledPollyTts, type PollyTtsSettings } from './settings.ts';
import { requireAws4fetch, signRequest } from './signature.ts';

const NAME = 'polly';
/** The characters of one request. */
const MAX_CHARS = 3000;

/**
 * Creates Amazon Polly TTS: one `POST /v1/speech` for the audio of each sentence and one for the times of its words, one
 * sentence ahead. Needs the package `aws4fetch`, which signs the requests.
 *
 * @example
 * ```ts
 * import { speak } from 'antiphon/operators';
 * import { pollyTts } from 'antiphon/providers';
 *
 * // The keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 * export const voice = speak({ tts: pollyTts({ region: 'us-east-1', voice: 'Joanna' }) });
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown or invalid setting
 */
export function pollyTts(settings: PollyTtsSettings, options: AdapterOptions = {}): TextToSpeech {
  const filled = parseSettings('pollyTts', NAME, pollyTtsSchema(), settings);
  const { engine, sample_rate: sampleRate, language = 'en-US', word_times = hasWordTimes(engine) } = filled;
  const createSource = (deps: WireDeps): HttpTtsSource => {
    const send = createSender(filled, deps);
    return {
      name: NAME,
      model: engine,
      sampleRate,
      language,
      limit: { max: MAX_CHARS, sizeOf: (text) => text.length },
      send: (text) => send(text, 'audio'),
      timeWords: word_times && hasWordTimes(engine) ? createWordTimer(send) : undefined,
    };
  };
  return createHttpTtsFrom(createSource, { ...options, addressOf: () => createPollyUrl(filled) });
}

/**
 * Checks that there is an access key.
 *
 * @throws (rejects with) AntiphonError `provider_unavailable` if the package that signs requests is not installed
 */
export async function verifyPollyTts(settings: FilledPollyTts): Promise<readonly Issue[]> {
  requireAws4fetch();
  if (selectCredentials(settings) !== null) return [];
  return [{ path: 'access_key_id', expected: NO_CREDENTIALS, got: 'nothing' }];
}

/** Finds settings that the engine does not honour. */
export function findUnsupportedPollyTts({ engine, word_times }: FilledPollyTts): readonly Issue[] {
  if (word_times !== true || hasWordTimes(engine)) return [];
  return [{ path: 'word_times', expected: 'false or another engine', got: `true with ${engine}` }];
}

type Send = (text: string, wanted: Wanted) => Observable<HttpEvent>;

/** Creates the sender of a text. Each request has its own signature, which stays valid for its attempts. */
function createSender(settings: FilledPollyTts, deps: WireDeps): Send {
  const { region } = settings;
  return (text, wanted) =>
    defer(() => {
      const credentials = selectCredentials(settings);
      if (credentials === null)
        return throwError(() => errorOf(NAME, { kind: 'final', message: `expected ${NO_CREDENTIALS}` }));
      const { accessKeyId, secretAccessKey } = credentials;
      const secrets = [accessKeyId, secretAccessKey];
      const request = createPollyRequest(text, wanted, settings);
      return signRequest(request, { credentials, region, now: deps.wallClock() }).pipe(
        switchMap((signed) => requestWithRetry(signed, { name: NAME, secrets, faultOf: classifyPollyRefusal }, deps)),
      );
    });
}

/** Creates `timeWords`. Its errors are warnings. After a refusal, it requests no more times. */
function createWordTimer(send: Send): (text: string) => Observable<readonly PlacedWord[]> {
  let isRefused = false;
  return (text) =>
    defer(() => (isRefused ? EMPTY : send(text, 'words').pipe(parseWordMarks(text)))).pipe(
      catchError((error: unknown) => {
        isRefused ||= error instanceof AntiphonError && error.code === 'provider_refused';
        return throwError(() => createWarning(NAME, `words without times: ${messageOf(error)}`));
      }),
    );
}
