import { createHash } from 'node:crypto';
import type { SchedulerLike } from 'rxjs';
import { createExpiringMap } from '../common/expiringMap.ts';
import { Problem } from '../problems/problem.ts';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** The caller. Keys of different callers are independent. */
  readonly owner: string;
  readonly key: string;
  /** Digest of the body. */
  readonly body: string;
}

/**
 * Starts a session. `signal` fires when nobody is waiting for it any more. The function must call `confirm` when the
 * session is configured, right before it becomes available; it rejects if another node owns the key by then.
 */
export type StartOnce = (signal: AbortSignal, confirm: ConfirmStart) => Promise<{ readonly id: string }>;

/**
 * Confirms a start.
 *
 * @throws (rejects with) Problem `idempotency_conflict`, or `directory_unavailable` if the owner cannot be determined
 */
export type ConfirmStart = () => Promise<void>;

/** Starts one session per key. */
export interface IdempotentStarts {
  /**
   * Returns the id of the session that was started with this key in the last 10 minutes, or starts one. A request that
   * arrives while another with the same key is being served waits for it and shares its outcome. `left` fires when the
   * caller of this request has gone. Failed starts are not kept.
   *
   * @throws (rejects with) Problem `idempotency_key_reused` for a key with another body, and the errors of `start`
   */
  start(request: KeyedRequest, start: StartOnce, left: AbortSignal): Promise<string>;
  /** Returns the alias under which other nodes know a key. */
  aliasOf(request: KeyedRequest): string;
  /** The number of keys in memory. */
  readonly size: number;
}

const KEEP_MS = 600_000;
const MAX_KEYS = 10_000;

/** The claim of a standalone server, whose keys no other node can own. */
const ALONE: AliasClaim = { confirm: () => Promise.resolve(), release: () => undefined };

/** The ownership of a key: this server starts the session for it. */
export interface AliasClaim {
  readonly confirm: ConfirmStart;
  /** Releases the ownership. */
  release(): void;
}

/**
 * Makes this server the owner of a key.
 *
 * @throws (rejects with) Problem `idempotency_conflict` if another node owns it
 */
export type ClaimAlias = (alias: string) => Promise<AliasClaim>;

/** A start that has succeeded. */
interface StartedOnce {
  readonly body: string;
  readonly id: string;
  /** Called when the start is forgotten. */
  readonly release: () => void;
}

/** A pending start. */
interface Running {
  readonly body: string;
  readonly outcome: Promise<string>;
  /** Fires when all callers have left. */
  readonly abandoned: AbortSignal;
  /** Waits for the outcome; `left` fires when the caller has gone. */
  wait(left: AbortSignal): Promise<string>;
}

/**
 * Creates the keys of one server. The latest 10000 that have started a session are kept in memory, each for 10 minutes.
 */
export function createIdempotentStarts(scheduler: Pick<SchedulerLike, 'now'>, claim?: ClaimAlias): IdempotentStarts {
  const running = new Map<string, Running>();
  const started = createExpiringMap<StartedOnce>({
    keepMs: KEEP_MS,
    maxEntries: MAX_KEYS,
    scheduler,
    dropped: ({ release }) => release(),
  });
  const begin = (name: string, body: string, start: StartOnce): Running => {
    const run = createRun(body, async (signal) => {
      let alias: AliasClaim = ALONE;
      try {
        if (claim !== undefined) alias = await claimFor(signal, claim, aliasOf(name));
        const { id } = await start(signal, alias.confirm);
        started.set(name, { body, id, release: alias.release });
        return id;
      } catch (error) {
        alias.release();
        throw error;
      } finally {
        running.delete(name);
      }
    });
    running.set(name, run);
    return run;
  };
  return {
    start: async ({ owner, key, body }, start, left) => {
      const name = nameOf({ owner, key });
      for (let run = running.get(name); run?.abandoned.aborted === true; run = running.get(name)) await settled(run);
      const known = running.get(name) ?? started.get(name);
      if (known !== undefined && known.body !== body) throw new Problem('idempotency_key_reused');
      if (known === undefined) return begin(name, body, start).wait(left);
      return 'id' in known ? known.id : known.wait(left);
    },
    aliasOf: (request) => aliasOf(nameOf(request)),
    get size() {
      return running.size + started.size;
    },
  };
}

/** Claims an alias. Releases it if all callers have left meanwhile. */
async function claimFor(signal: AbortSignal, claim: ClaimAlias, alias: string): Promise<AliasClaim> {
  const claimed = await claim(alias);
  if (!signal.aborted) return claimed;
  claimed.release();
  throw signal.reason;
}

function nameOf({ owner, key }: Pick<KeyedRequest, 'owner' | 'key'>): string {
  return `${owner} ${key}`;
}

function aliasOf(name: string): string {
  return `key_${createHash('sha256').update(name).digest('base64url')}`;
}

function createRun(body: string, start: (signal: AbortSignal) => Promise<string>): Running {
  const controller = new AbortController();
  const { signal: abandoned } = controller;
  const outcome = Promise.resolve().then(() => start(abandoned));
  let waiting = 0;
  const leave = (): void => {
    waiting -= 1;
    if (waiting === 0) controller.abort();
  };
  const wait = (left: AbortSignal): Promise<string> => {
    waiting += 1;
    if (left.aborted) leave();
    left.addEventListener('abort', leave, { once: true });
    return outcome.finally(() => left.removeEventListener('abort', leave));
  };
  return { body, outcome, abandoned, wait };
}

async function settled({ outcome }: Running): Promise<void> {
  await Promise.allSettled([outcome]);
}
