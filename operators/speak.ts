import {
  asyncScheduler,
  catchError,
  connect,
  defer,
  EMPTY,
  endWith,
  filter,
  identity,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  scan,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { asAntiphonError } from '../src/core/errors.ts';
import type { AntiphonError } from '../src/core/errors.ts';
import type { TextToSpeech } from '../src/core/ports.ts';
import type { SpeechEvent, TurnEvent } from '../src/core/turn.ts';
import { sentences } from './sentences.ts';
import { blank, write } from './speak/script.ts';
import type { Script } from './speak/script.ts';
import { utter } from './speak/utterance.ts';
import type { UtteranceOptions } from './speak/utterance.ts';

export interface SpeakOptions {
  readonly tts: TextToSpeech;
  /** The rate the audio must have, in Hz. @default that of the voice */
  readonly sampleRate?: number | undefined;
  /** Cuts an utterance at once: its voice is cancelled. */
  readonly cut?: Observable<{ readonly utterance: string }> | undefined;
  /** Speaks the text of a reply from an offset on, as a further utterance. */
  readonly takeUp?: Observable<{ readonly turn: number; readonly from: number }> | undefined;
  /** A reply that stalls is spoken up to its last whole word after this time. @default 1000 */
  readonly stallMs?: number | undefined;
  /** @default 5000 */
  readonly firstAudioTimeoutMs?: number | undefined;
  /** How long the voice may be silent when what it brought has been played. @default 3000 */
  readonly audioTimeoutMs?: number | undefined;
  /** Told when the voice fails, and what it warns of. */
  readonly report?: ((error: AntiphonError) => void) | undefined;
  /** @default asyncScheduler */
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Speaks replies: text goes to the voice in sentences, or as it comes where the voice takes that; audio comes out at
 * `sampleRate`. Each utterance is a bracket `started … ended`, cut by `cut`, by the reply's own end, or by the next reply.
 * Rounds of a reply are joined by a space. The voice is kept warm while there may be replies. Ends when its inputs have and
 * all is spoken. Unsubscribing cancels the voice.
 *
 * ```text
 * reply   s-t----e-----        s started, t "Hi.", e complete
 * voice          --a|          what it makes of "Hi."
 * speech  --s----t-a(e)        s started, t text handed over, a audio, e complete
 * ```
 */
export function speak(options: SpeakOptions): OperatorFunction<TurnEvent, SpeechEvent> {
  const { takeUp = EMPTY, tts, stallMs, scheduler } = options;
  // Made once: to set up what cuts a language takes longer than to cut a reply.
  const toPieces = tts.accepts === 'sentences' ? sentences({ language: tts.language, stallMs, scheduler }) : identity;
  return connect((events) => {
    const speech = events.pipe(
      filter(({ kind }) => kind === 'started'),
      mergeMap(({ turn }) => {
        const next = events.pipe(filter((event) => event.kind === 'started' && event.turn !== turn));
        const own = events.pipe(
          filter((event) => event.turn === turn),
          scan(write, blank),
        );
        const again = takeUp.pipe(filter((asked) => asked.turn === turn));
        return own.pipe(connect((script) => speakReply(turn, script, again, next, { ...options, toPieces })));
      }),
    );
    return merge(keptWarm(options).pipe(takeUntil(events.pipe(ignoreElements(), endWith(null)))), speech);
  });
}

/** A voice that cannot be kept warm speaks all the same. */
function keptWarm({ tts, report = () => {} }: SpeakOptions): Observable<never> {
  const failed = (error: unknown): Observable<never> => {
    report(asAntiphonError(error, 'provider_failed', { provider: tts.name, failure: false }));
    return EMPTY;
  };
  return defer(() => tts.keepWarm?.() ?? EMPTY).pipe(tap(report), ignoreElements(), catchError(failed));
}

/** What is being spoken when the next reply begins ends by itself: the script is not cut under it. */
function speakReply(
  turn: number,
  script: Observable<Script>,
  takeUp: Observable<{ readonly from: number }>,
  next: Observable<unknown>,
  options: SpeakOptions & Pick<UtteranceOptions, 'toPieces'>,
): Observable<SpeechEvent> {
  const { scheduler = asyncScheduler, cut = NEVER } = options;
  let latest = blank;
  let utterances = 0;
  const begin = (from: number): Observable<SpeechEvent> =>
    utter({
      ...options,
      cut,
      scheduler,
      turn,
      utterance: `u${turn}.${utterances++}`,
      from,
      latest: () => latest,
      script,
      next,
    });
  const keep = script.pipe(
    tap((now) => (latest = now)),
    takeUntil(next),
    ignoreElements(),
  );
  const first = script.pipe(
    filter(({ hasWords }) => hasWords),
    take(1),
    map(() => ({ from: 0 })),
  );
  const beginnings = merge(first, takeUp).pipe(takeUntil(next));
  return merge(keep, beginnings.pipe(mergeMap(({ from }) => begin(from))));
}
