import type { ClaimResult, NodeRegistration } from '../../core/sessionDirectory.ts';
import type { Caller } from '../callers/caller.ts';
import type { AliasClaim } from '../idempotency/idempotentStarts.ts';
import { Problem } from '../problems/problem.ts';

/**
 * Makes this node the owner of a session, and counts the session for its caller across all nodes. Returns a function
 * that undoes both.
 *
 * @throws (rejects with) Problem `key_concurrency_exceeded`, or `session_elsewhere` if another node has a session with
 * this id
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
 * Makes this node the owner of a session whose node has died. No limit applies to the caller, for whom the session
 * counted before.
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

/** The keys for which aliases and ended sessions count: no caller has these names. */
const ALIASES = '(idempotency)';
const ENDED = '(ended)';

/** Prevents other nodes from taking over a session that has ended on this node. Returns a function that releases it. */
export async function claimEnded(
  registration: Pick<NodeRegistration, 'claim' | 'release'>,
  session: string,
): Promise<() => Promise<void>> {
  const result = await registration.claim({ session, key: ENDED });
  return result === 'claimed' ? () => registration.release(session) : () => Promise.resolve();
}

/** Makes this node the owner of a key for idempotent starts. @throws (rejects with) Problem `idempotency_conflict` */
export async function claimAlias(
  registration: Pick<NodeRegistration, 'claim' | 'confirm' | 'release'>,
  alias: string,
): Promise<AliasClaim> {
  const claim = { session: alias, key: ALIASES };
  refuseOwned(await registration.claim(claim));
  return {
    confirm: async () => refuseOwned(await registration.confirm(claim).catch(refuseUnavailable)),
    release: () => void registration.release(alias),
  };
}

function refuseOwned(result: ClaimResult): void {
  if (result === 'owned') throw new Problem('idempotency_conflict');
}

function refuseUnavailable(cause: unknown): never {
  throw new Problem('directory_unavailable', [], cause);
}
