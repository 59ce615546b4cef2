import {
  catchError,
  concatAll,
  defer,
  map,
  merge,
  NEVER,
  of,
  switchMap,
  take,
  tap,
  throwError,
  timeout,
  timer,
  toArray,
  type Observable,
} from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, SttEvent } from '../../core/ports.ts';
import type { TranscriptDetails } from '../../core/speech.ts';
import { detailsOf } from '../../core/detailsOf.ts';
import { errorOf } from '../fault.ts';
import type { HttpEvent, HttpRequest } from '../http.ts';
import { requestWithRetry } from '../requestWithRetry.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../wireDeps.ts';
import { collectUtterances, type Utterance } from './collectUtterances.ts';
import { CHECK_MS, checkKey, isRefusedKey, withKeyCheck, type Checked } from './keyCheck.ts';
import { mapInOrder } from './mapInOrder.ts';

/** A recogniser over plain HTTP that sends one request per utterance. */
export interface HttpSttWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for usage reports. Absent: the provider names no model. */
  readonly model?: string | undefined;
  /** Required sample rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** Minimum duration in ms. A shorter utterance counts as empty and is not sent. */
  readonly minMs: number;
  /**
   * Timeout for an answer, in ms. After half of it the utterance is sent again, and the first answer counts. Without an
   * answer, it fails.
   */
  readonly answerMs: number;
  /**
   * A request sent when a session starts, so that a refused key (401) is reported at once. Absent: the first utterance
   * reveals it.
   */
  readonly keyCheck?: HttpRequest | undefined;
  /** Creates the transcription request for 16-bit mono samples at the wire's rate. */
  readonly request: (samples: Int16Array) => HttpRequest;
  /** Parses the text in a response body. Null, which is an error, if it contains none. */
  readonly parseText: (body: string) => string | null;
  /** Parses the details in a response body. Absent: none. */
  readonly parseDetails?: ((body: string) => Omit<TranscriptDetails, 'words'>) | undefined;
}

/** Grace period before the operator's own deadline, in ms: the failure reported here has more details. */
const GRACE_MS = 500;
/** Number of concurrent requests per session. Further utterances wait. */
const MAX_CONCURRENT = 4;

/**
 * Creates a recogniser over HTTP, with one request per utterance when a segment is flushed or ends. It emits no
 * interims. The requests overlap; the answers come in the order of the utterances. A failed request settles its
 * utterance as `failed`, and the next is still sent, unless the key was refused, which is checked when a session
 * starts. Unsubscribing aborts the requests.
 *
 *     speech    (saf)--(ae)-------       start, audio, flush, end
 *     result    -----------(F1F2)-       the first answer took longer than the second
 *
 * @example
 * ```ts
 * import { asText, bytesOfSamples, createHttpStt, parseObject } from 'antiphon/providers';
 *
 * const headers = { authorization: `Bearer ${process.env['PARROT_KEY']}` };
 * export const parrot = createHttpStt({
 *   name: 'parrot',
 *   sampleRate: 16_000,
 *   minMs: 100,
 *   answerMs: 2000,
 *   request: (samples) => ({ url: 'https://parrot.example', method: 'POST', headers, body: bytesOfSamples(samples) }),
 *   parseText: (body) => asText(parseObject(body)?.['text']),
 * });
 * ```
 */
export function createHttpStt(wire: HttpSttWire, options: AdapterOptions = {}): SpeechToText {
  const { name, model, sampleRate, answerMs } = wire;
  const deps = withWholeResponses(createWireDeps(options));
  return {
    name,
    model,
    sampleRate,
    finalTimeoutMs: answerMs + CHECK_MS + GRACE_MS,
    interims: false,
    transcribe: (speech) =>
      defer(() => {
        let refusal: AntiphonError | null = null;
        const transcribe = (input: Checked): Observable<SttEvent> => {
          if ('kind' in input) return of(input);
          return refusal === null ? transcribeUtterance(wire, input, deps) : failed(input, refusal);
        };
        const check = checkKey(wire, deps).pipe(tap((found) => (refusal = found)));
        return withKeyCheck(check, speech.pipe(collectUtterances())).pipe(
          mapInOrder(MAX_CONCURRENT, transcribe),
          tap((event) => {
            if (event.kind === 'failed' && isRefusedKey(event.error)) refusal = event.error;
          }),
        );
      }),
  };
}

/** Buffers whole responses, so that a response whose body breaks off is retried like one that never began. */
function withWholeResponses(deps: WireDeps): WireDeps {
  const openRequest: WireDeps['openRequest'] = (request) => deps.openRequest(request).pipe(toArray(), concatAll());
  return { ...deps, openRequest };
}

function transcribeUtterance(wire: HttpSttWire, utterance: Utterance, deps: WireDeps): Observable<SttEvent> {
  const { segment, samples } = utterance;
  const { name, sampleRate, minMs, answerMs } = wire;
  if (msOfSamples(samples.length, sampleRate) < minMs) return of({ kind: 'empty', segment });
  const late = (): AntiphonError =>
    new AntiphonError('stt_timeout', `${name} did not answer within ${answerMs / 1000} s`, { provider: name, segment });
  const request = defer(() => requestWithRetry(wire.request(samples), { name }, deps)).pipe(toArray(), map(decodeBody));
  return merge(request, sendAgain(request, answerMs / 2, deps)).pipe(
    take(1),
    timeout({ first: answerMs, scheduler: deps.scheduler, with: () => throwError(late) }),
    map((body): SttEvent => {
      const text = wire.parseText(body)?.trim();
      if (text === undefined) throw errorOf(name, { kind: 'retry', message: 'the answer holds no text' }, { segment });
      return text === ''
        ? { kind: 'empty', segment }
        : { kind: 'final', segment, text, ...detailsOf(wire.parseDetails?.(body) ?? {}) };
    }),
    catchError((error: unknown) => failed(utterance, error)),
  );
}

/** Repeats an unanswered request, because its connection may be dead. Ignores failures of the repetition. */
function sendAgain(request: Observable<string>, afterMs: number, { scheduler }: WireDeps): Observable<string> {
  return timer(afterMs, scheduler).pipe(
    switchMap(() => request),
    catchError(() => NEVER),
  );
}

function failed({ segment }: Utterance, error: unknown): Observable<SttEvent> {
  return of({ kind: 'failed', segment, error });
}

function decodeBody(events: readonly HttpEvent[]): string {
  const parts = events.flatMap((event) => (event.kind === 'bytes' ? [event.bytes] : []));
  return new TextDecoder().decode(Buffer.concat(parts));
}
