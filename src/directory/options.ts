import type { NameSet } from '../core/names.ts';
import type { SchedulerLike } from 'rxjs';
import { AntiphonError } from '../core/errors.ts';
import type { NodeProfile } from '../core/sessionDirectory.ts';
import { monotonicScheduler } from '../time/monotonicScheduler.ts';

/** Options common to all directories. Times are in seconds. */
export interface DirectoryOptions {
  /** Interval at which a node reports that it is alive, from 0.05. @default 0.5 */
  readonly heartbeat_interval?: number | undefined;
  /** Silence after which a node counts as gone. At least three times `heartbeat_interval`. @default 2 */
  readonly expiry?: number | undefined;
  /** Timeout for an answer of the engine, from 0.05. @default 1 */
  readonly timeout?: number | undefined;
  /** The clock. @default real time */
  readonly scheduler?: SchedulerLike | undefined;
}

export const DIRECTORY_OPTIONS: NameSet<keyof DirectoryOptions> = {
  heartbeat_interval: true,
  expiry: true,
  timeout: true,
  scheduler: true,
};

export interface DirectorySettings {
  readonly heartbeatMs: number;
  readonly expiryMs: number;
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
}

const MIN_S = 0.05;
const MAX_S = 60;
const BEATS_TO_EXPIRY = 3;
const MAX_CAPACITY = 1_000_000;

/** Checks the options. @throws AntiphonError `usage_invalid` */
export function createDirectorySettings(options: DirectoryOptions): DirectorySettings {
  const { heartbeat_interval = 0.5, expiry = 2, timeout = 1, scheduler = monotonicScheduler } = options;
  checkSeconds('heartbeat_interval', heartbeat_interval, MIN_S);
  checkSeconds('expiry', expiry, heartbeat_interval * BEATS_TO_EXPIRY);
  checkSeconds('timeout', timeout, MIN_S);
  return { heartbeatMs: heartbeat_interval * 1000, expiryMs: expiry * 1000, timeoutMs: timeout * 1000, scheduler };
}

/** Checks a node's profile. @throws AntiphonError `usage_invalid` */
export function checkProfile({ id, url, capacity }: NodeProfile): void {
  if (!/^[\w-]{1,64}$/u.test(id)) refuse('id', 'up to 64 letters, digits, - and _', `${id.length} characters`);
  if (!isAddress(url)) refuse('url', 'an http or https address without a password', 'none');
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > MAX_CAPACITY)
    refuse('capacity', `a whole number from 1 to ${MAX_CAPACITY}`, `${capacity}`);
}

/** Throws an error that names the invalid option. @throws AntiphonError `usage_invalid` */
export function refuse(path: string, expected: string, got: string): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${got}`, { path });
}

export function checkSeconds(path: string, value: number, min: number): void {
  if (typeof value !== 'number' || !(value >= min && value <= MAX_S))
    refuse(path, `seconds from ${min} to ${MAX_S}`, `${value}`);
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '';
}
