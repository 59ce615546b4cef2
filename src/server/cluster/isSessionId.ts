const SESSION_ID = /^[\w-]{1,64}$/u;

/** Checks a name that comes from a URL: nothing else is asked of a directory or of a store. */
export function isSessionId(name: string): boolean {
  return SESSION_ID.test(name);
}
