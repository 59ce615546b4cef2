import type { SessionOptions } from '../session/session.ts';

/** The splices and stages of a session, of which a recording holds only the names. */
export type CustomParts = Pick<SessionOptions, 'splice' | 'stages'>;
