import { Subscription, timer } from 'rxjs';
import type { SchedulerLike } from 'rxjs';

export interface Patience {
  /** Text was sent that no flush covers. */
  given(): void;
  /** Audio has come. */
  heard(): void;
  /** It is over, or was flushed otherwise. */
  stop(): void;
}

/** No text for so long: the model stalls, or waits for a function. */
const STALL_MS = 1000;
/** No audio at all for so long: the provider waits for more text. */
const MUTE_MS = 3000;

/** Flushes text, once, that would else wait for more: when none has come for 1 s, or when no audio at all has in 3 s. */
export function openPatience(flush: () => void, scheduler: SchedulerLike): Patience {
  let [stalled, mute] = [Subscription.EMPTY, Subscription.EMPTY];
  let hasHeard = false;
  const stop = (): void => {
    stalled.unsubscribe();
    mute.unsubscribe();
  };
  const lose = (): void => {
    stop();
    flush();
  };
  return {
    given: () => {
      stalled.unsubscribe();
      stalled = timer(STALL_MS, scheduler).subscribe(lose);
      if (!hasHeard && mute.closed) mute = timer(MUTE_MS, scheduler).subscribe(lose);
    },
    heard: () => {
      hasHeard = true;
      mute.unsubscribe();
    },
    stop,
  };
}
