import {
  catchError,
  concat,
  concatMap,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
  endWith,
  filter,
  map,
  merge,
  of,
  startWith,
  takeUntil,
  takeWhile,
  tap,
  throwError,
  window,
} from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { asAntiphonError } from '../../src/core/errors.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import { mapArrays } from '../../src/core/fromArrays.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import type { EndReason, SpeechEvent } from '../../src/core/turn.ts';
import { atRate } from './atRate.ts';
import type { Script } from './script.ts';
import { watchVoice } from './watchVoice.ts';
import type { Spoken } from './watchVoice.ts';

export interface UtteranceOptions {
  readonly tts: TextToSpeech;
  /** Cuts text into what the voice takes at a time. */
  readonly toPieces: OperatorFunction<string, string>;
  readonly turn: number;
  readonly utterance: string;
  /** Where in the script it begins. */
  readonly from: number;
  readonly latest: () => Script;
  readonly script: Observable<Script>;
  readonly cut: Observable<{ readonly utterance: string }>;
  /** The next reply begins. */
  readonly next: Observable<unknown>;
  readonly sampleRate?: number | undefined;
  readonly firstAudioTimeoutMs?: number | undefined;
  readonly audioTimeoutMs?: number | undefined;
  readonly report?: ((error: AntiphonError) => void) | undefined;
  readonly scheduler: SchedulerLike;
}

/** One utterance as a bracket: its text, its sound, and exactly one end. */
export function utter(options: UtteranceOptions): Observable<SpeechEvent> {
  const { turn, utterance, report = () => {}, tts } = options;
  return defer(() => {
    let reason: EndReason = 'complete';
    const fail = (error: unknown): Observable<never> => {
      reason = 'failed';
      report(asAntiphonError(error, 'provider_failed', { provider: tts.name, turn }));
      return EMPTY;
    };
    const ends = endings(options).pipe(tap((why) => (reason = why)));
    const begun = of<SpeechEvent>({ kind: 'started', turn, utterance });
    return concat(
      concat(begun, sound(options).pipe(catchError(fail))).pipe(takeUntil(ends)),
      defer(() => of<SpeechEvent>({ kind: 'ended', utterance, reason })),
    );
  });
}

function endings({ script, cut, next, utterance }: UtteranceOptions): Observable<EndReason> {
  return merge(
    cut.pipe(
      filter((other) => other.utterance === utterance),
      map((): EndReason => 'interrupted'),
    ),
    script.pipe(
      map(({ ended }) => ended),
      filter((ended) => ended === 'interrupted' || ended === 'superseded'),
    ),
    next.pipe(map((): EndReason => 'superseded')),
  );
}

function sound(options: UtteranceOptions): Observable<SpeechEvent> {
  const { tts, utterance, sampleRate = tts.sampleRate, scheduler } = options;
  const { firstAudioTimeoutMs = 5000, audioTimeoutMs = 3000 } = options;
  return pieces(options).pipe(
    connect((said) => {
      const text = said.pipe(filter((piece) => piece !== COMPLETE));
      const complete = said.pipe(
        filter((piece) => piece === COMPLETE),
        map(() => undefined),
      );
      return merge(
        text.pipe(
          map((piece): Spoken => ({ kind: 'text', utterance, text: piece })),
          endWith<Spoken>({ kind: 'said' }),
        ),
        tts.synthesize(text, complete).pipe(
          atRate(sampleRate),
          map((event: TtsEvent): SpeechEvent => ({ ...event, utterance })),
        ),
      );
    }),
    watchVoice({ firstMs: firstAudioTimeoutMs, eachMs: audioTimeoutMs, scheduler }),
  );
}

/** Between pieces: the text before it is complete. */
const COMPLETE = Symbol('complete');
type Piece = string | typeof COMPLETE;

/** Cuts the script for the voice, from where the utterance begins. Complete text is handed over at once; what a failed reply left unfinished is dropped. */
function pieces(options: UtteranceOptions): Observable<Piece> {
  return deltas(options).pipe(
    window(completions(options)),
    concatMap((run, n): Observable<Piece> => {
      const cut = run.pipe(options.toPieces);
      return n === 0 ? cut : concat(of(COMPLETE), cut);
    }),
    catchError(() => EMPTY),
  );
}

/** The text as it grows; fails when the reply did. */
function deltas({ script, latest, from }: UtteranceOptions): Observable<string> {
  return defer(() => {
    let given = from;
    let end: EndReason | null = null;
    const grown = script.pipe(
      startWith(latest()),
      takeWhile(({ ended }) => ended === null, true),
      mapArrays(({ text, ended }) => {
        const delta = text.slice(given);
        given = Math.max(given, text.length);
        end = ended;
        return delta === '' ? [] : [delta];
      }),
    );
    return concat(
      grown,
      defer(() => (end === 'failed' ? throwError(replyFailed) : EMPTY)),
    );
  });
}

/** Emits when text that has been handed in is complete. */
function completions({ script, latest, from }: UtteranceOptions): Observable<number> {
  return defer(() =>
    script.pipe(
      startWith(latest()),
      map(({ completeChars }) => completeChars),
      distinctUntilChanged(),
      filter((chars) => chars > from),
    ),
  );
}

function replyFailed(): Error {
  return new Error('the reply has failed');
}
