/**
 * `sessions:start`: start sessions, and show and end those that it started. `sessions:read`: show all sessions. `metrics`: read the
 * metrics of the server.
 */
export type Scope = 'sessions:start' | 'sessions:read' | 'metrics';

export const SCOPES: readonly Scope[] = ['sessions:start', 'sessions:read', 'metrics'];
