/** Ends the ownership of a session. */
export type Leave = () => Promise<void> | void;

/** What remains of a session after its end. */
export interface LeftBehind {
  readonly checkpoints?:
    | { deleted(session: string): Promise<{ readonly later: Promise<void> } | undefined> }
    | undefined;
  /** Keeps the ownership of an ended session. Returns a function that releases it. */
  readonly claimEnded?: ((session: string) => Promise<Leave>) | undefined;
}

/**
 * Keeps the ownership of an ended session longer than its checkpoint, so that nobody takes it over. While the
 * checkpoint cannot be deleted, the session counts for no caller.
 */
export async function releaseLast(
  session: string,
  claim: Promise<Leave> | undefined,
  { checkpoints, claimEnded }: LeftBehind,
): Promise<Leave> {
  const release = await claim;
  return async () => {
    const undeleted = await checkpoints?.deleted(session);
    await release?.();
    if (undeleted === undefined) return;
    const releaseEnded = await claimEnded?.(session);
    void undeleted.later.then(() => releaseEnded?.());
  };
}

/**
 * Calls `start` once this server owns a session. `start` receives a function that ends the ownership and calls `leave`;
 * a failure does the same.
 *
 * @throws (rejects with) the errors of the claim and of `start`
 */
export async function startClaimed<T>(
  claim: Promise<Leave> | undefined,
  leave: () => void,
  start: (leaveAll: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let release: Leave | undefined;
  const leaveAll = async (): Promise<void> => {
    const released = release?.();
    leave();
    await released;
  };
  try {
    release = await claim;
    return await start(leaveAll);
  } catch (error) {
    void leaveAll();
    throw error;
  }
}
