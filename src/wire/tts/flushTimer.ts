import { Subscription, timer, type SchedulerLike } from 'rxjs';

/** The timer that flushes an utterance's text when it would else wait for more. */
export interface FlushTimer {
  /** Text was sent that no flush covers. */
  textSent(): void;
  /** So much more audio has come, in ms. */
  audioReceived(ms: number): void;
  /** The utterance is over, or was flushed otherwise. */
  stop(): void;
}

/** How long no text comes when the model has stalled, or waits for a function, in ms. */
const STALL_MS = 1000;
/** How long no audio at all comes when the provider waits for more text, in ms. */
const MUTE_MS = 3000;
/** How long text waits at least once the audio before it has been played, in ms. */
const MIN_WAIT_MS = 1000;

/**
 * Flushes when no text has come for 1 s; when no audio at all has come in 3 s; or, where the model writes more slowly than
 * speech plays, when the audio so far would have been played.
 */
export function createFlushTimer(flush: () => void, scheduler: SchedulerLike): FlushTimer {
  let [stalled, starved] = [Subscription.EMPTY, Subscription.EMPTY];
  /** Since when text waits; null: none does. */
  let since: number | null = null;
  /** When the audio so far would have been played; null: none came. */
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
    starved = timer(Math.max(0, dueAt - scheduler.now()), scheduler).subscribe(flushNow);
  };
  return {
    textSent: () => {
      stalled.unsubscribe();
      stalled = timer(STALL_MS, scheduler).subscribe(flushNow);
      if (since !== null) return;
      since = scheduler.now();
      watch();
    },
    audioReceived: (ms) => {
      playedAt = Math.max(playedAt ?? 0, scheduler.now()) + ms;
      watch();
    },
    stop,
  };
}
