import { secondsToMs } from '../common/options.ts';

/** Options for the timeouts of a server's sessions, in seconds. */
export interface LifeOptions {
  /** How long a session waits for its client, from 1 to 3600 s. @default 60 */
  readonly join_timeout?: number | undefined;
  /**
   * Time without voice, words, typed text and agent speech after which a session ends, from 1 to 86400 s.
   *
   * @default 300
   */
  readonly idle_timeout?: number | undefined;
  /** How long a session waits for a client that lost its connection, from 0 (not at all) to 600 s. @default 20 */
  readonly resume_timeout?: number | undefined;
  /** How long sessions may continue while the server drains, from 0 to 3600 s. @default 30 */
  readonly drain_timeout?: number | undefined;
}

/** The same timeouts in ms. */
export interface Timeouts {
  readonly joinMs: number;
  readonly idleMs: number;
  readonly resumeMs: number;
  readonly drainMs: number;
}

/** Fills in the defaults. @throws AntiphonError `usage_invalid` for a value out of range */
export function createTimeouts(options: LifeOptions): Timeouts {
  const { join_timeout = 60, idle_timeout = 300, resume_timeout = 20, drain_timeout = 30 } = options;
  return {
    joinMs: secondsToMs('join_timeout', join_timeout, 1, 3600),
    idleMs: secondsToMs('idle_timeout', idle_timeout, 1, 86_400),
    resumeMs: secondsToMs('resume_timeout', resume_timeout, 0, 600),
    drainMs: secondsToMs('drain_timeout', drain_timeout, 0, 3600),
  };
}
