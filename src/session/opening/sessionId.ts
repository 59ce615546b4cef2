/** Creates the id of a session. */
export function createSessionId(): string {
  return `ses_${crypto.randomUUID()}`;
}
