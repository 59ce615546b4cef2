import { createHash } from 'node:crypto';
import type { SchedulerLike } from 'rxjs';
import { createExpiringMap } from '../expiringMap.ts';
import { Problem } from '../problem.ts';

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** The caller: keys of different callers are different keys. */
  readonly owner: string;
  readonly key: string;
  /** Digest of the body. */
  readonly body: string;
}

/** Starts a session. `signal` fires when nobody waits for it any more. */
export type StartOnce = (signal: AbortSignal) => Promise<{ readonly id: string }>;

/** Starts one session per key. */
export interface IdempotentStarts {
  /**
   * Returns the id of the session that was started with this key, in the last 10 minutes, or starts it. A request that comes
   * while another with the same key is being served waits for it, and shares its outcome. `left` fires when the caller of this
   * request has gone. A start that fails is not kept.
   *
   * @throws (rejects with) Problem `idempotency_key_reused` for a key with another body, and with what `start` rejects with
   */
  start(request: KeyedRequest, start: StartOnce, left: AbortSignal): Promise<string>;
  /** Returns the name by which other nodes know a key. */
  aliasOf(request: KeyedRequest): string;
  /** The number of keys in memory. */
  readonly size: number;
}

const KEEP_MS = 600_000;
const MAX_KEYS = 10_000;

/**
 * Makes this server the one that a key has started a session on. Returns what ends that.
 *
 * @throws (rejects with) Problem `idempotency_conflict` if another node is
 */
export type ClaimAlias = (alias: string) => Promise<() => void>;

/** A start that has succeeded. */
interface StartedOnce {
  readonly body: string;
  readonly id: string;
  /** Called when it is forgotten. */
  readonly release: (() => void) | undefined;
}

/** A start that has not settled. */
interface Running {
  readonly body: string;
  readonly outcome: Promise<string>;
  /** Fires when all callers have left. */
  readonly abandoned: AbortSignal;
  /** Waits for the outcome; `left` fires when the caller has gone. */
  wait(left: AbortSignal): Promise<string>;
}

/** Creates the keys of one server. The latest 10000 that have started a session are kept in memory, each for 10 minutes. */
export function createIdempotentStarts(scheduler: Pick<SchedulerLike, 'now'>, claim?: ClaimAlias): IdempotentStarts {
  const running = new Map<string, Running>();
  const started = createExpiringMap<StartedOnce>({
    keepMs: KEEP_MS,
    maxEntries: MAX_KEYS,
    scheduler,
    dropped: ({ release }) => release?.(),
  });
  const begin = (name: string, body: string, start: StartOnce): Running => {
    const run = createRun(body, async (signal) => {
      let release: (() => void) | undefined;
      try {
        release = claim === undefined ? undefined : await claimFor(signal, claim, aliasOf(name));
        const { id } = await start(signal);
        started.set(name, { body, id, release });
        return id;
      } catch (error) {
        release?.();
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

/** Claims an alias. Gives it back if all callers have left meanwhile. */
async function claimFor(signal: AbortSignal, claim: ClaimAlias, alias: string): Promise<() => void> {
  const release = await claim(alias);
  if (!signal.aborted) return release;
  release();
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
