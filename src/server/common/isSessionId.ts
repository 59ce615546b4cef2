const SESSION_ID = /^[\w-]{1,64}$/u;

/** Checks a name from a URL before it is passed to a directory or a store. */
export function isSessionId(name: string): boolean {
  return SESSION_ID.test(name);
}
