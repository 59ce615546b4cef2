import { defer, takeWhile } from 'rxjs';
import type { OperatorFunction, SchedulerLike } from 'rxjs';
import { durationMs } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { withAlarm } from '../../src/stream/withAlarm.ts';
import { mapArrays } from '../../src/stream/mapArrays.ts';
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
 * brought all and does not say so is taken to be done after the same time, one that was given nothing at once.
 */
export function watchVoice(options: WatchVoiceOptions): OperatorFunction<Spoken, SpeechEvent> {
  const { scheduler } = options;
  return (events) =>
    defer(() => {
      let watch = unwatched;
      return events.pipe(
        withAlarm(
          (event) => {
            watch = observe(watch, event, scheduler.now());
            return dueAt(watch, options);
          },
          (): Overdue => ({ kind: 'overdue', owes: owes(watch) }),
          scheduler,
        ),
        takeWhile((event) => event.kind !== 'overdue' || event.owes),
        mapArrays((event): readonly SpeechEvent[] => {
          if (event.kind === 'overdue') throw stuck();
          return event.kind === 'said' ? [] : [event];
        }),
      );
    });
}

interface Overdue {
  readonly kind: 'overdue';
  readonly owes: boolean;
}

/** When something should have come; undefined: nothing is waited for. */
function dueAt(watch: Watch, { firstMs, eachMs }: WatchVoiceOptions): number | undefined {
  const { given, said, playedAt, since } = watch;
  if (!owes(watch) && !said) return undefined;
  if (given === 0) return since;
  return playedAt === null ? since + firstMs : Math.max(playedAt, since) + eachMs;
}

function owes({ given, marked }: Watch): boolean {
  return marked < given;
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
