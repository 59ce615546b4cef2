import type { SchedulerLike, Subscription } from 'rxjs';

/** After how much silence the server of an idle connection is pinged, in ms. */
const IDLE_MS = 10_000;
/** The same while an answer is awaited, in ms. */
const AWAITING_MS = 1000;
/** How long a ping may remain unanswered: so many steps of so many ms. A process that stalls loses one step at most. */
const STEPS = 4;
const STEP_MS = 500;

export interface HeartbeatOptions {
  readonly scheduler: SchedulerLike;
  readonly ping: () => void;
  /** Called once, when neither an answer to a ping nor anything else has come in time. */
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
  /** Silent steps since the ping that is under way; null: none is. */
  let steps: number | null = null;
  let timer: Subscription;
  const wait = (): void => {
    const quietMs = isAwaiting ? AWAITING_MS : IDLE_MS;
    timer = scheduler.schedule(check, Math.max(0, receivedAt + quietMs - scheduler.now()));
  };
  const check = (): void => {
    if (scheduler.now() - receivedAt < (isAwaiting ? AWAITING_MS : IDLE_MS)) wait();
    else ask();
  };
  const ask = (): void => {
    steps = 0;
    timer = scheduler.schedule(step, STEP_MS);
    ping();
  };
  const step = (): void => {
    if (steps === null) return wait();
    steps += 1;
    if (steps === STEPS) onDead();
    else timer = scheduler.schedule(step, STEP_MS);
  };
  wait();
  return {
    received: () => {
      receivedAt = scheduler.now();
      steps = null;
    },
    setAwaiting: (now) => {
      isAwaiting = now;
      if (!now || steps !== null) return;
      timer.unsubscribe();
      ask();
    },
    stop: () => timer.unsubscribe(),
  };
}
