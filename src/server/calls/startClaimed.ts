/**
 * Calls `start` when a session is this server's. What `start` is given ends that, and calls `leave`; a failure does so, too.
 *
 * @throws (rejects with) what the claim or `start` rejects with
 */
export async function startClaimed<T>(
  claim: Promise<() => void> | undefined,
  leave: () => void,
  start: (leaveAll: () => void) => Promise<T>,
): Promise<T> {
  let release: (() => void) | undefined;
  const leaveAll = (): void => [release, leave].forEach((end) => end?.());
  try {
    release = await claim;
    return await start(leaveAll);
  } catch (error) {
    leaveAll();
    throw error;
  }
}
