/** How long it is known that a session has ended, in seconds: longer than a write that is under way takes, and until a carrier has asked what follows. */
export const KEPT_DELETED_S = 60;
