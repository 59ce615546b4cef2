import type { SchedulerLike, Subscription } from 'rxjs';

/** The silence after which the server of an idle connection is pinged, in ms. */
const IDLE_MS = 10_000;
/** The silence while an answer is awaited, in ms. */
const AWAITING_MS = 1000;
/** The time for the answer to a ping, in steps: a process that stalls loses one step at most. */
const STEPS = 4;
const STEP_MS = 500;

export interface HeartbeatOptions {
  readonly scheduler: SchedulerLike;
  readonly ping: () => void;
  /** Called once, if no sign of life has come in time. */
  readonly onDead: () => void;
}

/** Detects that a connection is dead although neither side has ended it. */
export interface Heartbeat {
  /** Notes a sign of life: a frame, or the answer to a ping. */
  received(): void;
  /** Sets whether the server owes an answer. Then it is pinged at once, and again after each second of silence. */
  setAwaiting(isOwed: boolean): void;
  stop(): void;
}

/** Pings a server after 10 s of silence, or 1 s while it owes an answer, and expects a sign of life within 2 s. */
export function createHeartbeat({ scheduler, ping, onDead }: HeartbeatOptions): Heartbeat {
  let receivedAt = scheduler.now();
  let isAwaiting = false;
  /** Silent steps since the ping that is not answered; null: none. */
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
