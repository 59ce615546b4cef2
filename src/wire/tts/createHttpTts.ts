import { defer, Observable, tap, throwError, using, type Subscription } from 'rxjs';
import { bySentence } from './bySentence.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { TextToSpeech } from '../../core/ports.ts';
import type { HttpRequest } from '../http.ts';
import { createHttpPool, type HttpPool } from '../httpPool.ts';
import { requestWithRetry } from '../requestWithRetry.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../wireDeps.ts';
import { createSentenceSynthesizer, type HttpTtsSource } from './sentenceSynthesizer.ts';

/** A TTS over plain HTTP whose requests depend only on their text. */
export interface HttpTtsWire extends Omit<HttpTtsSource, 'send'> {
  /** Creates the request for the audio of a text. */
  readonly request: (text: string) => HttpRequest;
}

/**
 * Creates a TTS over HTTP with one request per sentence, one sentence ahead of playout. Words are not timed. A request
 * is retried until the first byte of its response; unsubscribing aborts it. A response without audio is an error. The
 * requests of an utterance share a connection. With `keepWarm`, all requests of a session do, and the connection is
 * open before the first text.
 *
 * @example
 * ```ts
 * import { createHttpTts, wav } from 'antiphon/providers';
 *
 * const headers = { authorization: `Bearer ${process.env['PARROT_KEY']}` };
 * export const parrot = createHttpTts({
 *   name: 'parrot',
 *   sampleRate: 24_000,
 *   language: 'en-US',
 *   limit: { max: 200, sizeOf: (text) => text.length },
 *   request: (text) => ({ url: 'https://parrot.example/v1/say', method: 'POST', headers, body: text }),
 *   decoder: wav,
 * });
 * ```
 */
export function createHttpTts(wire: HttpTtsWire, options: AdapterOptions = {}): TextToSpeech {
  const { name, request } = wire;
  const createSource = (deps: WireDeps): HttpTtsSource => ({
    ...wire,
    send: (text) => requestWithRetry(request(text), { name }, deps),
  });
  return createHttpTtsFrom(createSource, { ...options, addressOf: () => request('').url });
}

export interface HttpTtsOptions extends AdapterOptions {
  /** Returns a URL of the server, for connections opened ahead of need. */
  readonly addressOf: () => string;
}

/** Creates a TTS over HTTP whose `send` makes its own requests, through the given `deps`. */
export function createHttpTtsFrom(
  createSource: (deps: WireDeps) => HttpTtsSource,
  { addressOf, ...options }: HttpTtsOptions,
): TextToSpeech {
  const kept = options.openRequest === undefined ? createHttpPool() : null;
  const deps = createWireDeps(kept === null ? options : { ...options, openRequest: kept.openRequest });
  const wire = createSource(deps);
  const { name, model, sampleRate, language } = wire;
  const synthesize = bySentence(createSentenceSynthesizer(wire, deps.scheduler), deps);
  const tts = { name, model, sampleRate, accepts: 'sentences', language } as const;
  return kept === null ? { ...tts, synthesize } : { ...tts, ...withWarmConnections(synthesize, kept, addressOf) };
}

type Warmed = Required<Pick<TextToSpeech, 'synthesize' | 'keepWarm'>>;

/**
 * Keeps connections for an utterance, and while `keepWarm` is subscribed to. In that case, a refused key is not tried
 * again. Does not report a failure to connect ahead, since the request that needs the connection tries again.
 */
function withWarmConnections(synthesize: Warmed['synthesize'], kept: HttpPool, addressOf: () => string): Warmed {
  const subscriptions = new Set<Subscription>();
  let refusal: AntiphonError | null = null;
  const remember = (error: unknown): void => {
    if (subscriptions.size > 0 && isRefusedKey(error)) refusal = error;
  };
  return {
    synthesize: (text) =>
      defer(() => {
        if (refusal !== null) return throwError(() => refusal);
        return using(
          () => kept.keep(),
          () => synthesize(text),
        ).pipe(tap({ error: remember }));
      }),
    keepWarm: () =>
      new Observable(() => {
        const warm = kept.keepOpen(new URL(addressOf()).origin);
        subscriptions.add(warm);
        warm.add(() => {
          subscriptions.delete(warm);
          if (subscriptions.size === 0) refusal = null;
        });
        return warm;
      }),
  };
}

const REFUSED_KEY: ReadonlySet<number | undefined> = new Set([401, 403]);

function isRefusedKey(error: unknown): error is AntiphonError {
  return error instanceof AntiphonError && error.code === 'provider_refused' && REFUSED_KEY.has(error.details.status);
}
