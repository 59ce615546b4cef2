import {
  catchError,
  concat,
  connect,
  defer,
  EMPTY,
  endWith,
  ignoreElements,
  merge,
  Observable,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
  type SchedulerLike,
} from 'rxjs';
import type { SentenceEvent } from './bySentence.ts';
import type { SpokenWord } from './dialect.ts';
import { SynthesisOutput } from './synthesisOutput.ts';

/** Maximum time for which a part whose audio is complete waits for the times of its words, in ms. */
const WORDS_MS = 1000;

/** A timed word, with its offset if other text, such as a tag, separates it from the word before. */
export interface PlacedWord extends SpokenWord {
  /** Offset in the text of the part. */
  readonly from?: number | undefined;
}

/** A part of a sentence, small enough for one request. */
export interface SentencePart {
  /** Offset in the sentence before which the part does not begin. */
  readonly from: number;
  readonly audio: Observable<Int16Array>;
  /**
   * The times of its words, in ms from its first sample. The sentence subscribes to them when the first samples arrive.
   */
  readonly words: Observable<readonly PlacedWord[]>;
}

export interface TimedSentenceOptions {
  /** Rate of the audio, in Hz. */
  readonly sampleRate: number;
  readonly scheduler: SchedulerLike;
}

/**
 * Speaks a sentence part by part, and times its words with separate requests. Emits each word once its audio has
 * arrived. Reports a request for times that fails, and abandons one that takes more than 1 s longer than the audio; the
 * words of that part then have no times. Fails if the audio does.
 */
export function speakTimedSentence(
  sentence: string,
  parts: readonly SentencePart[],
  { sampleRate, scheduler }: TimedSentenceOptions,
): Observable<SentenceEvent> {
  return new Observable((subscriber) => {
    const output = new SynthesisOutput({
      sampleRate,
      text: { length: sentence.length, slice: (from, to) => sentence.slice(from, to), isComplete: true },
      emit: (event) => {
        if (event.kind !== 'mark') subscriber.next(event);
      },
      scheduler,
    });
    const report = (error: unknown): Observable<never> => {
      subscriber.next({ kind: 'report', error });
      return EMPTY;
    };
    const speakPart = ({ from, audio, words }: SentencePart, index: number): Observable<never> =>
      defer(() => {
        output.begin(from);
        const played = audio.pipe(tap((samples) => output.sound(samples)));
        const timed = words.pipe(
          tap((spoken) => {
            for (const word of spoken) {
              if (word.from !== undefined) output.seek(from + word.from);
              output.words([word]);
            }
          }),
          catchError(report),
        );
        const complete = (): void => output.completeTo(parts[index + 1]?.from ?? sentence.length);
        return whileWordsFollow(played, timed, scheduler).pipe(tap({ complete }));
      });
    subscriber.add(() => output.stop());
    subscriber.add(
      concat(...parts.map(speakPart)).subscribe({
        error: (error: unknown) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    );
  });
}

/** Completes when the audio and the words have completed, or `WORDS_MS` after the audio. */
function whileWordsFollow(
  audio: Observable<Int16Array>,
  words: Observable<unknown>,
  scheduler: SchedulerLike,
): Observable<never> {
  return audio.pipe(
    connect((played) => {
      const late = played.pipe(
        ignoreElements(),
        endWith(null),
        switchMap(() => timer(WORDS_MS, scheduler)),
      );
      const timed = played.pipe(
        take(1),
        switchMap(() => words),
        takeUntil(late),
      );
      return merge(played, timed).pipe(ignoreElements());
    }),
  );
}
