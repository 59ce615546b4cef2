import { delay, from, mergeMap, of, type Observable, type SchedulerLike } from 'rxjs';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';

/** A spoken word and its end, in ms of the audio. */
export interface KnownWord {
  readonly text: string;
  readonly endMs: number;
}

export interface KnownWordsOptions {
  readonly words: readonly KnownWord[];
  readonly scheduler: SchedulerLike;
  nowMs(): number;
  /** Time from the end of a segment to its final, in ms. */
  readonly delayMs: number;
}

/** Spreads words over the voiced windows of their audio, in proportion to their length. */
export function spreadWords(
  texts: readonly string[],
  scores: readonly number[],
  windowMs: number,
): readonly KnownWord[] {
  const voiced = scores.flatMap((score, n) => (score >= VOICED ? [(n + 1) * windowMs] : []));
  const total = texts.join('').length;
  let chars = 0;
  return texts.map((text) => {
    chars += text.length;
    const at = Math.max(0, Math.ceil((chars / total) * voiced.length) - 1);
    return { text, endMs: voiced[at] ?? 0 };
  });
}

/** The probability from which a window counts as voiced. */
const VOICED = 0.5;

/**
 * Creates a recogniser that knows the words of its audio. Each segment contains the words that have ended by its end.
 */
export function createKnownWords({ words, scheduler, nowMs, delayMs }: KnownWordsOptions): SpeechToText {
  return {
    name: 'known-words',
    sampleRate: 16_000,
    finalTimeoutMs: 1000,
    interims: true,
    transcribe: (speech) => {
      let given = 0;
      let interim = 0;
      const listen = (input: SttInput): Observable<SttEvent> => {
        const { kind, segment } = input;
        const until = words.findLastIndex(({ endMs }) => endMs <= nowMs()) + 1;
        const text = words
          .slice(given, until)
          .map((word) => word.text)
          .join(' ');
        if (kind === 'audio') {
          if (until <= Math.max(interim, given)) return from([]);
          interim = until;
          return of({ kind: 'interim', segment, text });
        }
        if (kind === 'start') return from([]);
        given = Math.max(given, until);
        const answer: SttEvent = text === '' ? { kind: 'empty', segment } : { kind: 'final', segment, text };
        return of(answer).pipe(delay(delayMs, scheduler));
      };
      return speech.pipe(mergeMap(listen));
    },
  };
}
