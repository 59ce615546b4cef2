const LOOK_MS = 250;
const SCRIPTS: ReadonlySet<string> = new Set(['start', 'cluster']);

/**
 * Calls `leave` when the shell between npm and this process has gone: npm sends a signal to that shell only, which ends without
 * passing it on. Does nothing for a process that npm did not start.
 */
export function onOrphaned(leave: () => void, { npm_lifecycle_event: script }: NodeJS.ProcessEnv): void {
  if (script === undefined || !SCRIPTS.has(script)) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    leave();
  }, LOOK_MS);
  looking.unref();
}
