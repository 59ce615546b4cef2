import type { SchedulerLike, Subscription } from 'rxjs';

/** Silence after which the server of an idle connection is pinged, in ms. */
const IDLE_MS = 10_000;
/** Silence after which it is pinged while it owes an answer, in ms. */
const AWAITING_MS = 1000;
/** Time limit for the answer to a ping, in steps, so that a process that stalls loses at most one step. */
const STEPS = 4;
const STEP_MS = 500;

export interface HeartbeatOptions {
  readonly scheduler: SchedulerLike;
  readonly ping: () => void;
  /** Called once if no sign of life arrives in time. */
  readonly onDead: () => void;
}

/** Detects that a connection is dead even though neither side has closed it. */
export interface Heartbeat {
  /** Records a sign of life: a frame, or the answer to a ping. */
  received(): void;
  /** Sets whether the server owes an answer. If so, pings it at once and again after each second of silence. */
  setAwaiting(isOwed: boolean): void;
  stop(): void;
}

/**
 * Creates a heartbeat. It pings the server after 10 s of silence, or 1 s while the server owes an answer, and expects a
 * sign of life within 2 s.
 */
export function createHeartbeat({ scheduler, ping, onDead }: HeartbeatOptions): Heartbeat {
  let receivedAt = scheduler.now();
  let isAwaiting = false;
  /** Silent steps since the unanswered ping, or null. */
  let steps: number | null = null;
  let timer: Subscription;
  const watch = (): void => {
    const leftMs = receivedAt + (isAwaiting ? AWAITING_MS : IDLE_MS) - scheduler.now();
    if (leftMs > 0) timer = scheduler.schedule(watch, leftMs);
    else sendPing();
  };
  const sendPing = (): void => {
    steps = 0;
    timer = scheduler.schedule(step, STEP_MS);
    ping();
  };
  const step = (): void => {
    if (steps === null) return watch();
    steps += 1;
    if (steps === STEPS) onDead();
    else timer = scheduler.schedule(step, STEP_MS);
  };
  watch();
  return {
    received: () => {
      receivedAt = scheduler.now();
      steps = null;
    },
    setAwaiting: (now) => {
      isAwaiting = now;
      if (!now || steps !== null) return;
      timer.unsubscribe();
      sendPing();
    },
    stop: () => timer.unsubscribe(),
  };
}
