import type { SessionOptions } from '../session/createSession.ts';

/** What a session had of its own: a recording holds its names only. */
export type CustomParts = Pick<SessionOptions, 'splice' | 'stages'>;
