import {
  asyncScheduler,
  catchError,
  defer,
  EMPTY,
  endWith,
  filter,
  identity,
  ignoreElements,
  merge,
  mergeMap,
  NEVER,
  takeUntil,
  tap,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
} from 'rxjs';
import { asAntiphonError, type AntiphonError } from '../src/core/errors.ts';
import type { TextToSpeech } from '../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../src/core/turn.ts';
import { fastConnect } from '../src/stream/fastConnect.ts';
import { FastSubject } from '../src/stream/fastSubject.ts';
import { createOperatorSubscriber } from '../src/stream/operatorSubscriber.ts';
import { sentences } from './sentences.ts';
import { emptyReplyText, addToReplyText, type ReplyText } from './speak/replyText.ts';
import { createFindResumeOffset, type FindResumeOffset } from './speak/resumeOffset.ts';
import { speakUtterance, type UtteranceOptions } from './speak/speakUtterance.ts';

export interface SpeakOptions {
  readonly tts: TextToSpeech;
  /** Rate of the emitted audio, in Hz. @default the provider's */
  readonly sampleRate?: number | undefined;
  /** Cuts an utterance at once and cancels its synthesis. */
  readonly cut?: Observable<{ readonly utterance: string }> | undefined;
  /** Speaks the rest of a reply, as a further utterance, after its first `heardChars` characters were heard. */
  readonly resume?: Observable<{ readonly turn: number; readonly heardChars: number }> | undefined;
  /** Time without text after which a reply is spoken up to its last whole word, in ms. @default 1000 */
  readonly stallMs?: number | undefined;
  /** Longest wait for the first audio after the first text, in ms. @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** Longest wait for more audio after the audio so far would have been played, in ms. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /** Gets errors and warnings of the provider. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Speaks replies: sends text to the TTS provider in sentences, or as it arrives if the provider accepts that, and emits audio
 * at `sampleRate`. Each utterance is a bracket `started … ended`, cut by `cut`, by the reply's own end, or by the next reply.
 * Rounds of a reply are joined by a space. A resumed reply repeats the beginning of the clause that was cut. The provider is
 * kept warm while replies may follow. Completes when its inputs have completed and everything is spoken. Unsubscribing
 * cancels the synthesis.
 *
 * ```text
 * reply   s-t----e-----        s started, t "Hi.", e complete
 * tts            --a|          the audio of "Hi."
 * speech  --s----t-a(e)        s started, t text sent, a audio, e complete
 * ```
 */
export function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent> {
  const { tts, stallMs, scheduler } = options;
  // Created once: creating the segmenter of a language takes longer than cutting a reply.
  const toPieces = tts.accepts === 'sentences' ? sentences({ language: tts.language, stallMs, scheduler }) : identity;
  const findResumeOffset = createFindResumeOffset(tts.language);
  return fastConnect((events) => {
    const speech = events.pipe(
      filter(({ kind }) => kind === 'started'),
      mergeMap(({ turn }) => speakReply(turn, events, { ...options, toPieces, findResumeOffset })),
    );
    return merge(keepWarm(options).pipe(takeUntil(events.pipe(ignoreElements(), endWith(null)))), speech);
  });
}

/** The options of `speak`, with what its replies share. */
interface ReplyOptions extends SpeakOptions, Pick<UtteranceOptions, 'toPieces'> {
  readonly findResumeOffset: FindResumeOffset;
}

interface ResumeRequest {
  readonly turn: number;
  readonly heardChars: number;
}

/** Keeps the provider warm. A failure is reported, and the provider is used without. */
function keepWarm({ tts, report = () => {} }: SpeakOptions): Observable<never> {
  const failed = (error: unknown): Observable<never> => {
    report(asAntiphonError(error, 'provider_failed', { provider: tts.name, failure: false }));
    return EMPTY;
  };
  return defer(() => tts.keepWarm?.() ?? EMPTY).pipe(tap(report), ignoreElements(), catchError(failed));
}

/**
 * Speaks one reply. Its text may grow until the next reply begins; a running utterance ends by itself.
 *
 * It is one operator, as what it does delays the first audio.
 */
function speakReply(turn: number, events: Observable<TurnEvent>, options: ReplyOptions): Observable<SpeechEvent> {
  const { scheduler = asyncScheduler, cut = NEVER, resume = EMPTY, findResumeOffset } = options;
  return new Observable((subscriber) => {
    const replyText = new FastSubject<ReplyText>();
    let current = emptyReplyText;
    let utterances = 0;
    let hasBegun = false;
    /** The sources of utterances, and the utterances, that have not completed. */
    let open = 2;
    const latest = (): ReplyText => current;
    const closeOne = (): void => {
      open -= 1;
      if (open === 0) subscriber.complete();
    };
    const speakAfter = (heardChars: number): void => {
      open += 1;
      const utterance = `u${turn}.${utterances++}`;
      const from = findResumeOffset(current, heardChars);
      const repeatedChars = heardChars - from;
      const given = { ...options, cut, scheduler, turn, utterance, from, repeatedChars, latest, replyText };
      const next = (event: SpeechEvent): void => subscriber.next(event);
      speakUtterance(given).subscribe(createOperatorSubscriber(subscriber, { next, complete: closeOne }));
    };
    const resuming = createOperatorSubscriber<ResumeRequest>(subscriber, {
      next: (request) => request.turn === turn && speakAfter(request.heardChars),
      complete: closeOne,
    });
    const reading = createOperatorSubscriber<TurnEvent>(subscriber, {
      next: (event) => {
        const before = current;
        current = addToReplyText(before, event, turn);
        if (current !== before) replyText.next(current);
        if (current.superseded) return endText();
        if (hasBegun || !current.hasWords) return;
        hasBegun = true;
        speakAfter(0);
      },
      complete: () => {
        replyText.complete();
        closeOne();
      },
    });
    const endText = (): void => {
      reading.unsubscribe();
      replyText.complete();
      if (!resuming.closed) {
        resuming.unsubscribe();
        closeOne();
      }
      closeOne();
    };
    events.subscribe(reading);
    resume.subscribe(resuming);
  });
}
