import {
  catchError,
  concatMap,
  endWith,
  filter,
  from,
  identity,
  map,
  of,
  switchMap,
  takeWhile,
  tap,
  throwError,
  throwIfEmpty,
} from 'rxjs';
import type { Observable, OperatorFunction } from 'rxjs';
import type { SentenceEvent } from '../../core/bySentence.ts';
import { asAntiphonError } from '../../core/errors.ts';
import type { AudioDecoderSource } from '../audio/decoder.ts';
import { mustSound, withoutControls } from '../../core/speakable.ts';
import { errorOf } from '../fault.ts';
import type { HttpEvent } from '../http.ts';
import { splitToFit } from './textLimit.ts';
import type { TextLimit } from './textLimit.ts';

/** A voice over plain HTTP: how to ask for the audio of a text. */
export interface HttpSpeechSource {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** The rate of its audio once decoded, in Hz. */
  readonly sampleRate: number;
  /** What it takes at a time; a longer sentence is asked for in parts. */
  readonly limit: TextLimit;
  /** The answer to a text, as `requesting` gives it. Unsubscribing aborts the request. */
  readonly send: (text: string) => Observable<HttpEvent>;
  /** The bytes of audio that are in an answer. Default: its body, unless that is JSON or other text. */
  readonly extractAudio?: OperatorFunction<HttpEvent, Uint8Array> | undefined;
  /** Subscribed to for each answer. */
  readonly decoder: AudioDecoderSource;
}

/**
 * What `bySentence` wants, out of a voice that is asked by one request for each sentence: the audio, as it comes. An answer
 * that holds no audio is an error, but where there was no letter and no digit to speak. Fails with an AntiphonError;
 * unsubscribing aborts the request and frees the decoder.
 */
export function createSentenceSynthesizer(voice: HttpSpeechSource): (sentence: string) => Observable<SentenceEvent> {
  const { name, limit } = voice;
  return (sentence) =>
    from(splitToFit(withoutControls(sentence).trim(), limit)).pipe(
      concatMap((text) => spoken(text, voice)),
      catchError((error: unknown) => throwError(() => asAntiphonError(error, 'provider_failed', { provider: name }))),
    );
}

function spoken(
  text: string,
  { name, sampleRate, send, extractAudio = audioBody, decoder }: HttpSpeechSource,
): Observable<SentenceEvent> {
  return decoder.pipe(
    // A decoder stays until it is left: it is, when the answer has ended.
    switchMap(({ push }) => send(text).pipe(extractAudio, map(push), endWith(null))),
    takeWhile((samples) => samples !== null),
    filter((samples) => samples.length > 0),
    map((samples): SentenceEvent => ({ kind: 'audio', frame: { samples, sampleRate } })),
    mustSound(text)
      ? throwIfEmpty(() => errorOf(name, { kind: 'retry', message: 'brought no audio although the call succeeded' }))
      : identity,
  );
}

/** The bytes of an answer's body, as they come. */
export function extractBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(concatMap((event) => (event.kind === 'bytes' ? of(event.bytes) : [])));
}

/** The same, where the body is audio: an answer in words is an error. */
function audioBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(
    tap((event) => {
      const type = event.kind === 'head' ? (event.headers['content-type'] ?? '') : '';
      if (isTextContent(type)) throw new Error(`answered with ${type} in place of audio`);
    }),
    extractBody,
  );
}

/** Whether a content type is that of text. */
export function isTextContent(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?json)/iu.test(type);
}
