/** Returns the message of a thrown value. Never throws: describes a value that cannot be printed. */
export function messageOf(thrown: unknown): string {
  try {
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message);
  } catch {
    return `a thrown ${typeof thrown} that cannot be printed`;
  }
}
