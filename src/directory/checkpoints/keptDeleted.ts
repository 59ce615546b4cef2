/**
 * How long the end of a session is remembered, in seconds: longer than a write in progress takes, and long enough for a
 * carrier to ask what follows.
 */
export const KEPT_DELETED_S = 60;
