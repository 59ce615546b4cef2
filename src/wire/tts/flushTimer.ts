import { Subscription, type SchedulerLike } from 'rxjs';

/** The timer that flushes an utterance's text when it would else wait for more. */
export interface FlushTimer {
  /** Notes that text was sent which no flush covers. */
  textSent(): void;
  /** Notes that `ms` more of audio have come. */
  audioReceived(ms: number): void;
  stop(): void;
}

/** The time without text after which the model has stalled, or waits for a function, in ms. */
const STALL_MS = 1000;
/** The time without any audio after which the provider waits for more text, in ms. */
const MUTE_MS = 3000;
/** The least time that text waits once the audio before it has been played, in ms. */
const MIN_WAIT_MS = 1000;

/**
 * Flushes when no text has come for 1 s; when no audio at all has come in 3 s; or, where the model writes more slowly than
 * speech plays, when the audio so far would have been played.
 */
export function createFlushTimer(flush: () => void, scheduler: SchedulerLike): FlushTimer {
  let [stalled, starved] = [Subscription.EMPTY, Subscription.EMPTY];
  /** The time from which on text waits; null: none does. */
  let since: number | null = null;
  /** The time at which the audio so far would have been played; null: none came. */
  let playedAt: number | null = null;
  const stop = (): void => {
    stalled.unsubscribe();
    starved.unsubscribe();
    since = null;
  };
  const flushNow = (): void => {
    stop();
    flush();
  };
  const watch = (): void => {
    starved.unsubscribe();
    if (since === null) return;
    const dueAt = playedAt === null ? since + MUTE_MS : Math.max(since + MIN_WAIT_MS, playedAt);
    starved = scheduler.schedule(flushNow, Math.max(0, dueAt - scheduler.now()));
  };
  return {
    textSent: () => {
      stalled.unsubscribe();
      stalled = scheduler.schedule(flushNow, STALL_MS);
      since ??= scheduler.now();
      watch();
    },
    audioReceived: (ms) => {
      playedAt = Math.max(playedAt ?? 0, scheduler.now()) + ms;
      watch();
    },
    stop,
  };
}
