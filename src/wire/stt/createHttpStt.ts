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

/** A recogniser over plain HTTP: one request for each utterance. */
export interface HttpSttWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for the usage. Absent: none. */
  readonly model?: string | undefined;
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** A shorter utterance is empty, and not sent, in ms. */
  readonly minMs: number;
  /** Time for an answer, in ms. The utterance is sent again after half of it, and the first answer counts. Without one, it fails. */
  readonly answerMs: number;
  /** Sent when a session starts: a key that is refused (401) is reported at once. Absent: the first utterance shows it. */
  readonly keyCheck?: HttpRequest | undefined;
  /** Creates the request for the text of 16-bit mono samples at the wire's rate. */
  readonly request: (samples: Int16Array) => HttpRequest;
  /** Parses the text in a response's body; null, which is an error, if there is none. */
  readonly parseText: (body: string) => string | null;
  /** Parses the details in a response's body. Absent: none. */
  readonly parseDetails?: ((body: string) => Omit<TranscriptDetails, 'words'>) | undefined;
}

/** The operator's own deadline comes after ours, which knows more about what went wrong. */
const GRACE_MS = 500;
/** The number of requests of one session that run at once; further utterances wait. */
const MAX_CONCURRENT = 4;

/**
 * Creates a recogniser over HTTP: one request per utterance, when a segment is flushed or ends. No interims. The requests
 * overlap; the answers come in the order of the utterances. A request that fails settles its utterance as `failed`, and the
 * next is sent all the same, unless the key was refused, which is checked when a session starts. Unsubscribing aborts.
 *
 *     speech    (saf)--(ae)-------       start, audio, flush, end
 *     result    -----------(F1F2)-       the first answer took longer than the second
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

/** Buffers whole responses: one whose body breaks off is retried like one that never began. */
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

/** Repeats an unanswered request, because its connection may be dead. Ignores a failure of the repetition. */
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
