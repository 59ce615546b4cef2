/** Codes of the server: another revision is the latest; there is no such revision. */
export const CONFLICT: readonly unknown[] = [10_071, 10_164];
