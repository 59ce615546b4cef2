import {
  connect,
  EMPTY,
  endWith,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  scan,
  switchMap,
  takeUntil,
  takeWhile,
  throwError,
  timer,
} from 'rxjs';
import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';

export interface WatchVoiceOptions {
  /** For the first audio, from the first text on. */
  readonly firstMs: number;
  /** For any further, from when what came would have been played. */
  readonly eachMs: number;
  readonly scheduler: SchedulerLike;
}

/** An utterance as it is spoken; `said`: it has been given all of its text. */
export type Spoken = SpeechEvent | { readonly kind: 'said' };

/**
 * Fails a voice that owes audio for text it was given and brings none. One that waits for text owes nothing. One that has
 * brought all and does not say so is taken to be done after the same time.
 */
export function watchVoice(options: WatchVoiceOptions): OperatorFunction<Spoken, SpeechEvent> {
  return connect((events) =>
    merge(events, events.pipe(overdue(options), takeUntil(events.pipe(ignoreElements(), endWith(null))))).pipe(
      takeWhile(({ kind }) => kind !== 'overdue'),
      filter((event) => event.kind !== 'said' && event.kind !== 'overdue'),
    ),
  );
}

function overdue({ firstMs, eachMs, scheduler }: WatchVoiceOptions): OperatorFunction<Spoken, { kind: 'overdue' }> {
  return (events) =>
    events.pipe(
      scan((watch: Watch, event) => observe(watch, event, scheduler.now()), unwatched),
      switchMap(({ given, marked, said, playedAt, since }): Observable<{ kind: 'overdue' }> => {
        const owes = marked < given;
        if (!owes && (!said || given === 0)) return EMPTY;
        const dueAt = playedAt === null ? since + firstMs : Math.max(playedAt, since) + eachMs;
        return timer(Math.max(0, dueAt - scheduler.now()), scheduler).pipe(
          switchMap(() => (owes ? throwError(stuck) : of(null))),
          map(() => ({ kind: 'overdue' })),
        );
      }),
    );
}

interface Watch {
  readonly given: number;
  readonly marked: number;
  readonly said: boolean;
  /** When what came so far would have been played; null: nothing came. */
  readonly playedAt: number | null;
  /** Since when something is owed. */
  readonly since: number;
}

const unwatched: Watch = { given: 0, marked: 0, said: false, playedAt: null, since: 0 };

function observe(watch: Watch, event: Spoken, now: number): Watch {
  switch (event.kind) {
    case 'text':
      return {
        ...watch,
        given: watch.given + event.text.length,
        since: watch.marked >= watch.given ? now : watch.since,
      };
    case 'said':
      return { ...watch, said: true, since: watch.marked >= watch.given ? now : watch.since };
    case 'audio':
      return { ...watch, playedAt: Math.max(watch.playedAt ?? now, now) + durationMs(event.frame), since: now };
    case 'mark':
      return { ...watch, marked: Math.max(watch.marked, event.chars) };
    default:
      return watch;
  }
}

function stuck(): AntiphonError {
  return new AntiphonError('tts_timeout', 'the voice owes audio and brings none');
}
