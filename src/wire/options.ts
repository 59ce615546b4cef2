import type { SchedulerLike } from 'rxjs';
import type { OpenRequest } from './http.ts';
import type { OpenSocket } from './socket.ts';

/** What an adapter reaches the world through. Every part has a real default; tests hand in their own. */
export interface WireOptions {
  /** For every wait. @default monotonicScheduler */
  readonly scheduler?: SchedulerLike | undefined;
  /** @default webSocket */
  readonly openSocket?: OpenSocket | undefined;
  /** @default fetched; for voices, one that keeps connections between requests */
  readonly openRequest?: OpenRequest | undefined;
  /** 0 to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** A new id of 32 hexadecimal digits. @default a random UUID without its dashes */
  readonly newId?: (() => string) | undefined;
  /** Unix time in ms, for wires that carry it; nothing is timed by it. @default the wall clock */
  readonly wallClock?: (() => number) | undefined;
}
