import { asyncScheduler, concat, from, map, mergeMap, Observable, of, Subject, takeWhile, tap } from 'rxjs';
import type { AntiphonError } from '../../../src/core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { createTtsFallback, type TtsFallbackOptions } from '../../../src/fallback/createTtsFallback.ts';
import { rememberProvider } from '../../../src/fallback/providerMemory.ts';
import { voiced } from '../../../src/testing/audio.ts';
import { marbles } from '../../../src/testing/marbles.ts';

/** One voice of a diagram. */
export interface VoiceLine {
  /** What it is sent. */
  readonly gets: string;
  /** What it emits in the same time, if it is asked: `a` 2 ms of audio, `t` the times of its words, 2 ms each, `m` the end of its first sentence, `e` of all, `#` breaks off. */
  readonly says: string;
  /** Latencies of its answers in earlier utterances, in ms. */
  readonly latencies?: readonly number[];
}

export interface TtsDiagram {
  /** The text of utterances: `x` "One two. ", `y` "Three.", `e` its end. */
  readonly text: string;
  readonly a: VoiceLine;
  readonly b: VoiceLine;
  /** `a` audio, `w` the end of "One", `m` of the first sentence, `r` another voice goes on, `e` complete, `#` failed. */
  readonly speech: string;
  /** @default the first audio is late after 6 ms, further audio after 3, and a voice that has failed stands behind for 10 ms */
  readonly options?: TtsFallbackOptions;
}

/** `z` is the rest of "One two. " behind its first word. */
const TEXTS = { x: 'One two. ', y: 'Three.', z: ' two. ', e: null } as const;
const SAYS = { a: 'a', t: 't', m: 'm', e: 'e' } as const;
const MARKS: Readonly<Record<number, string>> = { 3: 'w', 9: 'm' };
const LETTERS = { a: 'a', w: 'w', m: 'm', r: 'r', e: 'e' } as const;

/** Plays a diagram. */
export function playTts({ text, a, b, speech, options }: TtsDiagram): void {
  marbles(({ hot, expectObservable }) => {
    const ports = [a, b].map(({ says, gets, latencies = [] }, at) => {
      const got = new Subject<string | null>();
      expectObservable(got).toBe(gets, TEXTS);
      const port = createVoice('ab'.charAt(at), hot(says, SAYS), got);
      for (const ms of latencies) rememberProvider(port, asyncScheduler).addLatency(ms, true);
      return port;
    });
    const timing = { timeoutMs: 6, stallMs: 3, retryAfterMs: 10 };
    const tts = createTtsFallback(ports, { ...timing, scheduler: asyncScheduler, ...options });
    const spoken = utterancesOf(hot(text, TEXTS)).pipe(
      mergeMap((utterance) => concat(tts.synthesize(utterance).pipe(mergeMap(lettersOf)), of('e'))),
    );
    expectObservable(spoken).toBe(speech, LETTERS);
  });
}

function createVoice(name: string, says: Observable<string>, got: Subject<string | null>): TextToSpeech {
  return {
    name,
    sampleRate: 16_000,
    accepts: 'tokens',
    language: 'en',
    synthesize: (text) =>
      new Observable((out) => {
        let all = '';
        const noted = tap<string>((piece) => {
          all += piece;
          got.next(piece);
        });
        out.add(text.pipe(noted).subscribe({ complete: () => got.next(null) }));
        out.add(
          says
            .pipe(
              takeWhile((letter) => letter !== 'e'),
              map((letter) => toEvent(letter, all)),
            )
            .subscribe(out),
        );
      }),
  };
}

function toEvent(letter: string, text: string): TtsEvent {
  if (letter === 'a') return { kind: 'audio', frame: voiced(2) };
  if (letter === 'm') return { kind: 'mark', chars: text.indexOf('. ') + 2 };
  const words = [...text.matchAll(/\S+/gu)];
  const place = ({ 0: word, index }: RegExpExecArray, at: number) => ({
    from: index,
    to: index + word.length,
    startMs: 2 * at,
    endMs: 2 * at + 2,
  });
  return { kind: 'words', words: words.map(place) };
}

/** Emits the text of each utterance, from its first piece on. */
function utterancesOf(pieces: Observable<string | null>): Observable<Observable<string>> {
  return new Observable((out) => {
    let current: Subject<string> | null = null;
    return pieces.subscribe((piece) => {
      if (piece === null) {
        current?.complete();
        current = null;
        return;
      }
      if (current === null) {
        current = new Subject();
        out.next(current);
      }
      current.next(piece);
    });
  });
}

function lettersOf(event: TtsEvent): Observable<string> {
  if (event.kind === 'audio') return of('a');
  if (event.kind === 'mark') return of(MARKS[event.chars] ?? String(event.chars));
  if (event.kind !== 'report') return from([]);
  const { code } = event.error as AntiphonError;
  return of(code === 'provider_fallback' ? 'r' : code);
}
