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
} from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import { concatSamples, msOfSamples } from '../../core/audio.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import type { TranscriptDetails } from '../../core/speech.ts';
import { detailsOf } from '../../core/transcriptDetails.ts';
import { errorOf } from '../fault.ts';
import type { HttpEvent, HttpRequest } from '../http.ts';
import type { WireDeps, WireOptions } from '../wireDeps.ts';
import { requestWithRetry } from '../requestWithRetry.ts';
import { createWireDeps } from '../wireDeps.ts';

/** A recogniser over plain HTTP: how to ask for the text of one utterance. */
export interface HttpSttWire {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate its audio must have, in Hz. */
  readonly sampleRate: number;
  /** An utterance that is shorter is empty, and not sent, in ms. */
  readonly minMs: number;
  /** How long an answer is waited for, in ms; the utterance is then sent again, once. */
  readonly answerMs: number;
  /** Sent when a session starts: where its key is refused (401), that is reported at once. Absent: the first utterance shows. */
  readonly keyCheck?: HttpRequest | undefined;
  /** Asks for the text of 16-bit mono samples at the wire's rate. */
  readonly request: (samples: Int16Array) => HttpRequest;
  /** The text that the answer's body holds; null where it holds none, which is an error. */
  readonly parseText: (body: string) => string | null;
  /** What the answer's body says beside the text. Absent: nothing. */
  readonly parseDetails?: ((body: string) => Omit<TranscriptDetails, 'words'>) | undefined;
}

/** The operator's own deadline comes after ours, which knows more about what went wrong. */
const GRACE_MS = 500;
/** An utterance that is not answered is sent again once. */
const TELLINGS = 2;
/** How long the check of a key may hold back the first utterance, in ms. */
const CHECK_MS = 2000;
/** How many requests of one session are under way at most; further utterances wait. */
const MOST_AT_ONCE = 4;

/**
 * A recogniser that asks once per utterance, when a segment is flushed or ends. No interims. The requests overlap, the
 * answers come in the order of the utterances. One that fails settles its utterance as `failed`, and the next is asked for
 * all the same, but after a key was refused, which is checked when a session starts. Unsubscribing aborts what is under way.
 *
 *     speech    (saf)--(ae)-------       start, audio, flush, end
 *     result    -----------(F1F2)-       the first answer took longer than the second
 */
export function createHttpStt(wire: HttpSttWire, options: WireOptions = {}): SpeechToText {
  const { name, sampleRate, answerMs } = wire;
  const deps = takingWholes(createWireDeps(options));
  return {
    name,
    sampleRate,
    finalTimeoutMs: TELLINGS * answerMs + CHECK_MS + GRACE_MS,
    interims: false,
    transcribe: (speech) =>
      defer(() => {
        let refusal: AntiphonError | null = null;
        const ask = (said: Said): Observable<SttEvent> => {
          if ('kind' in said) return of(said);
          return refusal === null ? answer(wire, said, deps) : failed(said, refusal);
        };
        const check = refusedKey(wire, deps).pipe(tap((found) => (refusal = found)));
        return behind(check, speech.pipe(utterances())).pipe(
          eagerly(MOST_AT_ONCE, ask),
          tap((event) => {
            if (event.kind === 'failed' && isRefusedKey(event.error)) refusal = event.error;
          }),
        );
      }),
  };
}

/** Whether the key is refused; whatever else comes of the check says nothing of it. */
function refusedKey({ name, keyCheck }: HttpSttWire, deps: WireDeps): Observable<AntiphonError | null> {
  if (keyCheck === undefined) return of(null);
  return requestWithRetry(keyCheck, { name, attempts: 1 }, deps).pipe(
    ignoreElements(),
    endWith(null),
    timeout({ first: CHECK_MS, scheduler: deps.scheduler, with: () => of(null) }),
    catchError((error: unknown) => of(isRefusedKey(error) && !NARROW_KEY.test(error.message) ? error : null)),
  );
}

/** A key that may transcribe, and not ask for models. */
const NARROW_KEY = /^[^:]*: HTTP 403|scope|permission/iu;

type Said = Utterance | Extract<SttEvent, { readonly kind: 'report' }>;

/** The utterances, held back until the check is over, behind what it found. */
function behind(check: Observable<AntiphonError | null>, spoken: Observable<Utterance>): Observable<Said> {
  return defer(() => {
    let held: Utterance[] | null = [];
    const found = check.pipe(
      concatMap((error): readonly Said[] => {
        const waiting = held ?? [];
        held = null;
        return error === null ? waiting : [{ kind: 'report', error }, ...waiting];
      }),
    );
    const utterance = spoken.pipe(
      concatMap((one): readonly Said[] => {
        if (held === null) return [one];
        held.push(one);
        return [];
      }),
    );
    return merge(found, utterance);
  });
}

/** An answer is taken as a whole: where its body breaks off, it is asked for again like one that never began. */
function takingWholes(deps: WireDeps): WireDeps {
  const openRequest: WireDeps['openRequest'] = (request) => deps.openRequest(request).pipe(toArray(), concatAll());
  return { ...deps, openRequest };
}

interface Utterance {
  readonly segment: number;
  readonly samples: Int16Array;
}

function utterances(): OperatorFunction<SttInput, Utterance> {
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

function answer(wire: HttpSttWire, utterance: Utterance, deps: WireDeps): Observable<SttEvent> {
  const { segment, samples } = utterance;
  const { name, sampleRate, minMs, answerMs } = wire;
  if (msOfSamples(samples.length, sampleRate) < minMs) return of({ kind: 'empty', segment });
  const late = (): AntiphonError =>
    new AntiphonError('stt_timeout', `${name} did not answer within ${answerMs / 1000} s`, { provider: name, segment });
  return requestWithRetry(wire.request(samples), { name }, deps).pipe(
    bodyText(),
    timeout({ first: answerMs, scheduler: deps.scheduler, with: () => throwError(late) }),
    retry({ count: TELLINGS - 1, delay: (error) => (isLate(error) ? of(null) : throwError(() => error)) }),
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
