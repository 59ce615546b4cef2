import { setTimeout as wait } from 'node:timers/promises';

/** A server that can be drained and closed. */
export interface Leaving {
  /** Lets the sessions finish, and then closes. */
  drain(): Promise<void>;
  /** Ends all sessions and closes. */
  close(): Promise<void>;
}

/** Longest time between a second signal and the end of the process, in ms. */
const HURRY_MS = 900;

const servers = new Set<Leaving>();
let phase: 'running' | 'draining' = 'running';

/**
 * Ends the process on SIGTERM, once this server and all others in the process have drained. A second SIGTERM, or a
 * SIGINT, ends the process within a second. Returns a function that unregisters the server.
 */
export function leaveOnSigterm(server: Leaving): () => void {
  if (servers.size === 0 && phase === 'running') process.on('SIGTERM', leave);
  servers.add(server);
  return () => {
    servers.delete(server);
    if (servers.size === 0 && phase === 'running') process.off('SIGTERM', leave);
  };
}

function leave(): void {
  if (phase === 'draining') return hurry();
  phase = 'draining';
  process.on('SIGINT', hurry);
  void Promise.allSettled([...servers].map((server) => server.drain())).then(() => process.exit());
}

function hurry(): void {
  const closing = Promise.allSettled([...servers].map((server) => server.close()));
  void Promise.race([closing, wait(HURRY_MS)]).then(() => process.exit());
}
