import type { SchedulerLike, Subscription } from 'rxjs';

/** How long an idle connection may bring nothing before its server is pinged, in ms. */
const IDLE_MS = 10_000;
/** The same while the server owes an answer, in ms. */
const OWED_MS = 1000;
/** How long a ping may remain without an answer: so many steps of so many ms. A process that stalls loses one step at most. */
const STEPS = 4;
const STEP_MS = 500;

export interface HeartbeatOptions {
  readonly scheduler: SchedulerLike;
  readonly ping: () => void;
  /** Called once, when a ping has remained unanswered and nothing else has come either. */
  readonly onDead: () => void;
}

/** Finds out that a connection is dead although nobody has ended it. */
export interface Heartbeat {
  /** Something has come: a frame, or the answer to a ping. */
  received(): void;
  /** Whether the server owes an answer. Where it does, it is pinged at once, and again after each second of silence. */
  setAwaiting(isOwed: boolean): void;
  stop(): void;
}

/** Pings a server that is silent for 10 s, or for 1 s while it owes an answer, and expects anything from it within 2 s. */
export function createHeartbeat({ scheduler, ping, onDead }: HeartbeatOptions): Heartbeat {
  let heardAt = scheduler.now();
  let isOwing = false;
  /** Silent steps since the ping that is under way; null: none is. */
  let steps: number | null = null;
  let timer: Subscription;
  const wait = (): void => {
    const quietMs = isOwing ? OWED_MS : IDLE_MS;
    timer = scheduler.schedule(check, Math.max(0, heardAt + quietMs - scheduler.now()));
  };
  const check = (): void => {
    if (scheduler.now() - heardAt < (isOwing ? OWED_MS : IDLE_MS)) wait();
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
      heardAt = scheduler.now();
      steps = null;
    },
    setAwaiting: (now) => {
      isOwing = now;
      if (!now || steps !== null) return;
      timer.unsubscribe();
      ask();
    },
    stop: () => timer.unsubscribe(),
  };
}
