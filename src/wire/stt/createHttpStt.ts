import {
  catchError,
  concatAll,
  concatMap,
  defer,
  EMPTY,
  ignoreElements,
  endWith,
  map,
  merge,
  mergeMap,
  of,
  reduce,
  retry,
  tap,
  throwError,
  timeout,
  toArray,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { concatSamples, msOfSamples } from '../../core/audio.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import type { TranscriptDetails } from '../../core/speech.ts';
import { detailsOf } from '../../core/detailsOf.ts';
import { errorOf } from '../fault.ts';
import type { HttpEvent, HttpRequest } from '../http.ts';
import { requestWithRetry } from '../requestWithRetry.ts';
import { createWireDeps, type WireDeps, type AdapterOptions } from '../wireDeps.ts';

/** A recogniser over plain HTTP: one request for each utterance. */
export interface HttpSttWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** A shorter utterance is empty, and not sent, in ms. */
  readonly minMs: number;
  /** The time for an answer, in ms; the utterance is then sent again, once. */
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
/** An utterance that is not answered is sent again once. */
const SENDS = 2;
/** The longest delay of the first utterance by the key check, in ms. */
const CHECK_MS = 2000;
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
  const { name, sampleRate, answerMs } = wire;
  const deps = withWholeResponses(createWireDeps(options));
  return {
    name,
    sampleRate,
    finalTimeoutMs: SENDS * answerMs + CHECK_MS + GRACE_MS,
    interims: false,
    transcribe: (speech) =>
      defer(() => {
        let refusal: AntiphonError | null = null;
        const ask = (input: Checked): Observable<SttEvent> => {
          if ('kind' in input) return of(input);
          return refusal === null ? transcribeUtterance(wire, input, deps) : failed(input, refusal);
        };
        const check = checkKey(wire, deps).pipe(tap((found) => (refusal = found)));
        return withKeyCheck(check, speech.pipe(collectUtterances())).pipe(
          eagerly(MAX_CONCURRENT, ask),
          tap((event) => {
            if (event.kind === 'failed' && isRefusedKey(event.error)) refusal = event.error;
          }),
        );
      }),
  };
}

/** Emits the error if the key is refused, else null: any other result of the check says nothing about the key. */
function checkKey({ name, keyCheck }: HttpSttWire, deps: WireDeps): Observable<AntiphonError | null> {
  if (keyCheck === undefined) return of(null);
  return requestWithRetry(keyCheck, { name, attempts: 1 }, deps).pipe(
    ignoreElements(),
    endWith(null),
    timeout({ first: CHECK_MS, scheduler: deps.scheduler, with: () => of(null) }),
    catchError((error: unknown) => of(isRefusedKey(error) && !NARROW_KEY.test(error.message) ? error : null)),
  );
}

/** The refusal of a key that may transcribe, but not list models. */
const NARROW_KEY = /^[^:]*: HTTP 403|scope|permission/iu;

type Checked = Utterance | Extract<SttEvent, { readonly kind: 'report' }>;

/** Holds the utterances back until the check is over; a refusal comes first. */
function withKeyCheck(check: Observable<AntiphonError | null>, spoken: Observable<Utterance>): Observable<Checked> {
  return defer(() => {
    let held: Utterance[] | null = [];
    const found = check.pipe(
      concatMap((error): readonly Checked[] => {
        const waiting = held ?? [];
        held = null;
        return error === null ? waiting : [{ kind: 'report', error }, ...waiting];
      }),
    );
    const utterance = spoken.pipe(
      concatMap((one): readonly Checked[] => {
        if (held === null) return [one];
        held.push(one);
        return [];
      }),
    );
    return merge(found, utterance);
  });
}

/** Buffers whole responses: one whose body breaks off is retried like one that never began. */
function withWholeResponses(deps: WireDeps): WireDeps {
  const openRequest: WireDeps['openRequest'] = (request) => deps.openRequest(request).pipe(toArray(), concatAll());
  return { ...deps, openRequest };
}

interface Utterance {
  readonly segment: number;
  readonly samples: Int16Array;
}

function collectUtterances(): OperatorFunction<SttInput, Utterance> {
  return (speech) =>
    defer(() => {
      let parts: Int16Array[] = [];
      return speech.pipe(
        concatMap((input): Observable<Utterance> => {
          if (input.kind === 'audio') {
            parts.push(input.frame.samples);
            return EMPTY;
          }
          const samples = concatSamples(parts);
          parts = [];
          return input.kind === 'start' ? EMPTY : of({ segment: input.segment, samples });
        }),
      );
    });
}

function transcribeUtterance(wire: HttpSttWire, utterance: Utterance, deps: WireDeps): Observable<SttEvent> {
  const { segment, samples } = utterance;
  const { name, sampleRate, minMs, answerMs } = wire;
  if (msOfSamples(samples.length, sampleRate) < minMs) return of({ kind: 'empty', segment });
  const late = (): AntiphonError =>
    new AntiphonError('stt_timeout', `${name} did not answer within ${answerMs / 1000} s`, { provider: name, segment });
  return requestWithRetry(wire.request(samples), { name }, deps).pipe(
    bodyText(),
    timeout({ first: answerMs, scheduler: deps.scheduler, with: () => throwError(late) }),
    retry({ count: SENDS - 1, delay: (error) => (isLate(error) ? of(null) : throwError(() => error)) }),
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

function failed({ segment }: Utterance, error: unknown): Observable<SttEvent> {
  return of({ kind: 'failed', segment, error });
}

function isLate(error: unknown): boolean {
  return error instanceof AntiphonError && error.code === 'stt_timeout';
}

function isRefusedKey(error: unknown): error is AntiphonError {
  return error instanceof AntiphonError && (error.details.status === 401 || error.details.status === 403);
}

function bodyText(): OperatorFunction<HttpEvent, string> {
  return (events) =>
    defer(() => {
      const decoder = new TextDecoder();
      return events.pipe(
        reduce(
          (text, event) => (event.kind === 'bytes' ? text + decoder.decode(event.bytes, { stream: true }) : text),
          '',
        ),
      );
    });
}

/** `concatMap` whose projections, of one value each, run up to `concurrent` at a time. */
function eagerly<T, R>(concurrent: number, project: (value: T) => Observable<R>): OperatorFunction<T, R> {
  return (source) =>
    defer(() => {
      const early = new Map<number, R>();
      let next = 0;
      const due = function* (place: number, result: R): Generator<R> {
        early.set(place, result);
        for (let first = early.get(next); first !== undefined; first = early.get(next)) {
          early.delete(next);
          next += 1;
          yield first;
        }
      };
      return source.pipe(
        mergeMap((value, place) => project(value).pipe(map((result) => ({ place, result }))), concurrent),
        concatMap(({ place, result }) => due(place, result)),
      );
    });
}
