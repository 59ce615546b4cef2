import type { FastifyInstance } from 'fastify';

type Drain = () => Promise<void>;

/** The functions that drain the sessions of each app, keyed by its HTTP server, which all scopes of an app share. */
const drains = new WeakMap<object, Drain[]>();

/** Registers the function that drains the sessions of one registration of the plugin. */
export function onDrain({ server }: FastifyInstance, drainSessions: Drain): void {
  drains.set(server, [...(drains.get(server) ?? []), drainSessions]);
}

/**
 * Drains an app: `/readyz` answers 503, no session is started, clients receive `session.draining`, and their sessions
 * continue for up to `drain_timeout`. The remaining sessions then end. Resolves when no session is left. The app keeps
 * listening; close it afterwards.
 *
 * @example
 * ```ts
 * import { drain } from 'antiphon/server';
 * import type { FastifyInstance } from 'fastify';
 *
 * declare const app: FastifyInstance; // with the plugin `antiphon`
 * process.once('SIGTERM', () => void drain(app).then(() => app.close()));
 * ```
 */
export async function drain({ server }: FastifyInstance): Promise<void> {
  await Promise.all((drains.get(server) ?? []).map((drainSessions) => drainSessions()));
}
