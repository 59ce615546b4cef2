import { Subscription, type SchedulerLike } from 'rxjs';

/** The timer that flushes an utterance's text when it would otherwise wait for more. */
export interface FlushTimer {
  /** Records that text was sent that no flush covers. */
  textSent(): void;
  /** Records that `ms` more of audio has arrived. */
  audioReceived(ms: number): void;
  stop(): void;
}

/** Time without text after which the model counts as stalled or waiting for a function, in ms. */
const STALL_MS = 1000;
/** Time without any audio after which the provider counts as waiting for more text, in ms. */
const MUTE_MS = 3000;
/** Minimum time that text waits after the audio before it has been played, in ms. */
const MIN_WAIT_MS = 1000;

/**
 * Creates a timer that flushes when no text has arrived for 1 s, when no audio at all has arrived within 3 s, or, if
 * the model writes more slowly than speech plays, when the audio so far would have been played.
 */
export function createFlushTimer(flush: () => void, scheduler: SchedulerLike): FlushTimer {
  let [stalled, starved] = [Subscription.EMPTY, Subscription.EMPTY];
  /** Time since which text has been waiting, or null. */
  let since: number | null = null;
  /** Time at which the audio so far would have been played. Null before any audio. */
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
