/** Ends the ownership of a session. */
export type Leave = () => Promise<void> | void;

/** What a session that has ended leaves behind. */
export interface LeftBehind {
  readonly checkpoints?:
    | { deleted(session: string): Promise<{ readonly later: Promise<void> } | undefined> }
    | undefined;
  /** Keeps the ownership of a session that has ended. Returns what ends that. */
  readonly claimEnded?: ((session: string) => Promise<Leave>) | undefined;
}

/**
 * Makes the ownership of a session outlast its checkpoint: nobody takes one over that has ended. As long as the checkpoint cannot be deleted, it
 * counts for nobody.
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
 * Calls `start` when a session is this server's. What `start` is given ends that, and calls `leave`; a failure does so, too.
 *
 * @throws (rejects with) what the claim or `start` rejects with
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
