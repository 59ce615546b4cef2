import type { SessionOptions } from '../session/session.ts';

/** The splices and stages of a session; a recording holds only their names. */
export type CustomParts = Pick<SessionOptions, 'splice' | 'stages'>;
