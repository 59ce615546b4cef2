import { connect, merge, scan, switchMap, takeUntil, throwError, timer, EMPTY, ignoreElements, endWith } from 'rxjs';
import type { MonoTypeOperatorFunction, SchedulerLike } from 'rxjs';
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

/** Fails a voice that owes audio for text it was given and brings none. One that waits for text owes nothing. */
export function watchVoice({ firstMs, eachMs, scheduler }: WatchVoiceOptions): MonoTypeOperatorFunction<SpeechEvent> {
  return connect((events) =>
    merge(
      events,
      events.pipe(
        scan((watch: Watch, event) => observe(watch, event, scheduler.now()), unwatched),
        switchMap(({ given, marked, playedAt, since }) => {
          if (marked >= given) return EMPTY;
          const dueAt = playedAt === null ? since + firstMs : Math.max(playedAt, since) + eachMs;
          return timer(Math.max(0, dueAt - scheduler.now()), scheduler).pipe(switchMap(() => throwError(stuck)));
        }),
        takeUntil(events.pipe(ignoreElements(), endWith(null))),
      ),
    ),
  );
}

interface Watch {
  readonly given: number;
  readonly marked: number;
  /** When what came so far would have been played; null: nothing came. */
  readonly playedAt: number | null;
  /** Since when something is owed. */
  readonly since: number;
}

const unwatched: Watch = { given: 0, marked: 0, playedAt: null, since: 0 };

function observe(watch: Watch, event: SpeechEvent, now: number): Watch {
  switch (event.kind) {
    case 'text':
      return {
        ...watch,
        given: watch.given + event.text.length,
        since: watch.marked >= watch.given ? now : watch.since,
      };
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
