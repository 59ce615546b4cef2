import type { NodeRegistration } from '../../core/sessionDirectory.ts';
import type { Caller } from '../callers/caller.ts';
import { Problem } from '../problem.ts';

/**
 * Makes this node the owner of a session, and counts it for its caller over all nodes. Returns what ends both.
 *
 * @throws (rejects with) Problem `key_concurrency_exceeded`, or `session_elsewhere` if another node has one with this id
 */
export async function claimSession(
  registration: Pick<NodeRegistration, 'claim' | 'release'>,
  session: string,
  { name, max_sessions: limit }: Caller,
): Promise<() => Promise<void>> {
  const result = await registration.claim({ session, key: name, limit });
  if (result === 'over_limit') throw new Problem('key_concurrency_exceeded');
  if (result === 'owned') throw new Problem('session_elsewhere');
  return () => registration.release(session);
}

/**
 * Makes this node the owner of a session of a node that has died. Its caller is not limited: the session counted for it before.
 *
 * @throws (rejects with) Problem `session_elsewhere`
 */
export async function claimTaken(
  registration: Pick<NodeRegistration, 'claim' | 'release'>,
  session: string,
  key: string,
): Promise<() => Promise<void>> {
  const result = await registration.claim({ session, key });
  if (result !== 'claimed') throw new Problem('session_elsewhere');
  return () => registration.release(session);
}

/** The keys that aliases, and sessions that have ended, count for: no caller has these names. */
const ALIASES = '(idempotency)';
const ENDED = '(ended)';

/** Keeps a session of this node that has ended from being taken over. Returns what ends that. */
export async function claimEnded(
  registration: Pick<NodeRegistration, 'claim' | 'release'>,
  session: string,
): Promise<() => Promise<void>> {
  const result = await registration.claim({ session, key: ENDED });
  return result === 'claimed' ? () => registration.release(session) : () => Promise.resolve();
}

/** Makes this node the one of a key of idempotent starts. @throws (rejects with) Problem `idempotency_conflict` */
export async function claimAlias(
  registration: Pick<NodeRegistration, 'claim' | 'release'>,
  alias: string,
): Promise<() => void> {
  const result = await registration.claim({ session: alias, key: ALIASES });
  if (result === 'owned') throw new Problem('idempotency_conflict');
  return () => void registration.release(alias);
}
