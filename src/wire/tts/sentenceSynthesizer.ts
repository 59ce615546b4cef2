import {
  asyncScheduler,
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
  type SchedulerLike,
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
import { speakTimedSentence, type PlacedWord, type SentencePart } from './timedSentence.ts';

/** A TTS that sends a request of its own kind for each sentence. */
export interface HttpTtsSource {
  /** Name of the provider, for errors. */
  readonly name: string;
  /** Name of its model, for usage reports. Absent: the provider names no model. */
  readonly model?: string | undefined;
  /** Sample rate of its audio, in Hz. Audio that specifies another rate is resampled. */
  readonly sampleRate: number;
  /** BCP-47 tag of the voice. */
  readonly language: string;
  /** Maximum size of one request. A longer sentence is split. */
  readonly limit: TextLimit;
  /** Sends the request for a text, like `requestWithRetry`. Unsubscribing aborts it. */
  readonly send: (text: string) => Observable<HttpEvent>;
  /** Extracts the bytes of audio from a response. Default: its body, unless that is JSON or other text. */
  readonly extractAudio?: OperatorFunction<HttpEvent, Uint8Array> | undefined;
  /** Creates a decoder for each response. Default: `pcm16`. */
  readonly decoder?: AudioDecoderSource | undefined;
  /** Decodes a response at `sampleRate`, instead of `extractAudio` and `decoder`. */
  readonly decode?: OperatorFunction<HttpEvent, Int16Array> | undefined;
  /**
   * Requests the times of the words of a text that `send` got, counted from the start of its audio. The synthesizer
   * subscribes when the audio arrives. If absent, words are not timed.
   */
  readonly timeWords?: ((text: string) => Observable<readonly PlacedWord[]>) | undefined;
}

/**
 * Creates the synthesizer of one sentence for `bySentence`. Emits the audio as it arrives. A response without audio is
 * an error, unless the text contains no letters or digits. Fails with an AntiphonError. Unsubscribing aborts the
 * request and frees the decoder.
 */
export function createSentenceSynthesizer(
  source: HttpTtsSource,
  scheduler: SchedulerLike = asyncScheduler,
): (sentence: string) => Observable<SentenceEvent> {
  const { name, limit, sampleRate, timeWords } = source;
  return (sentence) => {
    const texts = splitToFit(withoutControls(sentence).trim(), limit);
    const spoken =
      timeWords === undefined
        ? speakTexts(texts, source)
        : speakTimedSentence(sentence, createParts(texts, source, timeWords), { sampleRate, scheduler });
    return spoken.pipe(
      catchError((error: unknown) => throwError(() => asAntiphonError(error, 'provider_failed', { provider: name }))),
    );
  };
}

/** Creates the parts of a sentence in order. Each begins at or after the end of those before it. */
function createParts(
  texts: readonly string[],
  source: HttpTtsSource,
  timeWords: NonNullable<HttpTtsSource['timeWords']>,
): readonly SentencePart[] {
  let at = 0;
  return texts.map((text) => {
    const from = at;
    at += text.length;
    return { from, audio: synthesizeText(text, source), words: timeWords(text) };
  });
}

function speakTexts(texts: readonly string[], source: HttpTtsSource): Observable<SentenceEvent> {
  const { sampleRate } = source;
  return from(texts).pipe(
    concatMap((text) => synthesizeText(text, source)),
    map((samples) => ({ kind: 'audio', frame: { samples, sampleRate } })),
  );
}

function synthesizeText(text: string, source: HttpTtsSource): Observable<Int16Array> {
  const { name, send, decode } = source;
  return (decode === undefined ? sendAndDecode(text, source) : send(text).pipe(decode)).pipe(
    filter((samples) => samples.length > 0),
    mustSound(text)
      ? throwIfEmpty(() => errorOf(name, { kind: 'retry', message: 'returned no audio although the call succeeded' }))
      : identity,
  );
}

function sendAndDecode(
  text: string,
  { sampleRate, send, extractAudio = extractAudioBody, decoder: loading = pcm16 }: HttpTtsSource,
): Observable<Int16Array> {
  return loading.pipe(
    // The decoder does not complete by itself; the end of the response ends it.
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

/** Emits the bytes of a response's body as they arrive. */
export function extractBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(concatMap((event) => (event.kind === 'bytes' ? of(event.bytes) : [])));
}

/** Emits the bytes of a response's body, and fails for a text response. */
function extractAudioBody(answer: Observable<HttpEvent>): Observable<Uint8Array> {
  return answer.pipe(
    tap((event) => {
      const type = event.kind === 'head' ? (event.headers['content-type'] ?? '') : '';
      if (isTextContent(type)) throw new Error(`answered with ${type} instead of audio`);
    }),
    extractBody,
  );
}

/** Returns whether a content type denotes text. */
export function isTextContent(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.-]+\+)?json)/iu.test(type);
}
