import {
  catchError,
  concat,
  concatMap,
  defer,
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
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import type { SentenceEvent } from './bySentence.ts';
import { asAntiphonError } from '../../core/errors.ts';
import type { AudioDecoderSource } from '../audio/decoder.ts';
import { pcm16 } from '../audio/pcm.ts';
import { createRateConverter } from '../audio/rateConverter.ts';
import { mustSound, withoutControls } from '../../core/speakable.ts';
import { errorOf } from '../fault.ts';
import type { HttpEvent } from '../http.ts';
import { splitToFit, type TextLimit } from './textLimit.ts';

/** A TTS that sends one request of its own kind for each sentence. */
export interface HttpTtsSource {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for the usage. Absent: none. */
  readonly model?: string | undefined;
  /** The rate of its audio, in Hz. Audio that says another rate is resampled. */
  readonly sampleRate: number;
  /** BCP-47 tag of the voice. */
  readonly language: string;
  /** The size of one request; a longer sentence is split. */
  readonly limit: TextLimit;
  /** Sends the request for a text, as `requestWithRetry` does. Unsubscribing aborts it. */
  readonly send: (text: string) => Observable<HttpEvent>;
  /** Extracts the bytes of audio from a response. Default: its body, unless that is JSON or other text. */
  readonly extractAudio?: OperatorFunction<HttpEvent, Uint8Array> | undefined;
  /** Subscribed to for each answer. Default: `pcm16`. */
  readonly decoder?: AudioDecoderSource | undefined;
  /** Decodes a response at `sampleRate`, in place of `extractAudio` and `decoder`. */
  readonly decode?: OperatorFunction<HttpEvent, Int16Array> | undefined;
}

/**
 * Creates the synthesizer of one sentence for `bySentence`: emits the audio as it comes. A response without audio is an error,
 * unless the text has no letter and no digit. Fails with an AntiphonError; unsubscribing aborts the request and frees the
 * decoder.
 */
export function createSentenceSynthesizer(source: HttpTtsSource): (sentence: string) => Observable<SentenceEvent> {
  const { name, limit } = source;
  return (sentence) =>
    from(splitToFit(withoutControls(sentence).trim(), limit)).pipe(
      concatMap((text) => synthesizeText(text, source)),
      catchError((error: unknown) => throwError(() => asAntiphonError(error, 'provider_failed', { provider: name }))),
    );
}

function synthesizeText(text: string, source: HttpTtsSource): Observable<SentenceEvent> {
  const { name, sampleRate, send, decode } = source;
  return (decode === undefined ? sendAndDecode(text, source) : send(text).pipe(decode)).pipe(
    filter((samples) => samples.length > 0),
    map((samples): SentenceEvent => ({ kind: 'audio', frame: { samples, sampleRate } })),
    mustSound(text)
      ? throwIfEmpty(() => errorOf(name, { kind: 'retry', message: 'brought no audio although the call succeeded' }))
      : identity,
  );
}

function sendAndDecode(
  text: string,
  { sampleRate, send, extractAudio = extractAudioBody, decoder: loading = pcm16 }: HttpTtsSource,
): Observable<Int16Array> {
  return loading.pipe(
    // The decoder does not complete: the end of the response ends it.
    switchMap((decoder) => {
      const converter = createRateConverter(sampleRate);
      const decode = (bytes: Uint8Array): Int16Array =>
        converter.push({ samples: decoder.push(bytes), sampleRate: decoder.sampleRate });
      const rest = defer(() => of(converter.end(), null));
      return concat(send(text).pipe(extractAudio, map(decode)), rest);
    }),
    takeWhile((samples) => samples !== null),
  );
}

/** Emits the bytes of a response's body, as they come. */
export function extractBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(concatMap((event) => (event.kind === 'bytes' ? of(event.bytes) : [])));
}

/** Emits the same, and fails for a response in text. */
function extractAudioBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(
    tap((event) => {
      const type = event.kind === 'head' ? (event.headers['content-type'] ?? '') : '';
      if (isTextContent(type)) throw new Error(`answered with ${type} in place of audio`);
    }),
    extractBody,
  );
}

/** Checks whether a content type is that of text. */
export function isTextContent(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?json)/iu.test(type);
}
