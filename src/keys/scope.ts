/**
 * A caller's permission. `sessions:start`: start sessions, and show and end the sessions that it started.
 * `sessions:read`: show all sessions. `metrics`: read the server's metrics.
 */
export type Scope = 'sessions:start' | 'sessions:read' | 'metrics';

export const SCOPES: readonly Scope[] = ['sessions:start', 'sessions:read', 'metrics'];
