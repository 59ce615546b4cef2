/** Ends the ownership of a session. */
export type Leave = () => Promise<void> | void;

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
