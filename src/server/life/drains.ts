import type { FastifyInstance } from 'fastify';

type Drain = () => Promise<void>;

/** How the sessions of each app end, by its HTTP server, which all scopes of an app share. */
const drains = new WeakMap<object, Drain[]>();

/** Registers what `drain` does for the sessions of one registration of the plugin. */
export function onDrain({ server }: FastifyInstance, drainSessions: Drain): void {
  drains.set(server, [...(drains.get(server) ?? []), drainSessions]);
}

/**
 * Drains an app: `/readyz` answers 503, no session is started, clients get `session.draining`, and their sessions go on for up
 * to `drain_timeout`. The rest ends then. Resolves when no session is left. The app goes on listening: close it then.
 */
export async function drain({ server }: FastifyInstance): Promise<void> {
  await Promise.all((drains.get(server) ?? []).map((drainSessions) => drainSessions()));
}
