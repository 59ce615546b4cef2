/** Returns the message of a thrown value. Never throws: a value that cannot be printed is described. */
export function messageOf(thrown: unknown): string {
  try {
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message);
  } catch {
    return `a thrown ${typeof thrown} that cannot be printed`;
  }
}
