/** What went wrong, in a line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
