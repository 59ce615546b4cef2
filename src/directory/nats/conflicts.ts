/** Server error codes for a conflict: another revision is the latest, or the revision does not exist. */
export const CONFLICT: readonly unknown[] = [10_071, 10_164];
