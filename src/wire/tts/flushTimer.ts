import { Subscription, timer } from 'rxjs';
import type { SchedulerLike } from 'rxjs';

export interface FlushTimer {
  /** Text was sent that no flush covers. */
  textSent(): void;
  /** So much more audio has come, in ms. */
  audioReceived(ms: number): void;
  /** It is over, or was flushed otherwise. */
  stop(): void;
}

/** No text for so long: the model stalls, or waits for a function. */
const STALL_MS = 1000;
/** No audio at all for so long: the provider waits for more text. */
const MUTE_MS = 3000;
/** Text that has waited so long is spoken when the audio before it has been played. */
const LEAST_WAIT_MS = 1000;

/**
 * Flushes text that would else wait for more: when none has come for 1 s; when no audio at all has in 3 s; or, from a model
 * that writes more slowly than one speaks, when what was spoken so far would have been played.
 */
export function createFlushTimer(flush: () => void, scheduler: SchedulerLike): FlushTimer {
  let [stalled, hungry] = [Subscription.EMPTY, Subscription.EMPTY];
  /** Since when text waits; null: none does. */
  let since: number | null = null;
  /** When the audio so far would have been played; null: none came. */
  let playedAt: number | null = null;
  const stop = (): void => {
    stalled.unsubscribe();
    hungry.unsubscribe();
    since = null;
  };
  const lose = (): void => {
    stop();
    flush();
  };
  const watch = (): void => {
    hungry.unsubscribe();
    if (since === null) return;
    const dueAt = playedAt === null ? since + MUTE_MS : Math.max(since + LEAST_WAIT_MS, playedAt);
    hungry = timer(Math.max(0, dueAt - scheduler.now()), scheduler).subscribe(lose);
  };
  return {
    textSent: () => {
      stalled.unsubscribe();
      stalled = timer(STALL_MS, scheduler).subscribe(lose);
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
