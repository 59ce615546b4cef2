/**
 * Whether a regular expression repeats a group without end that begins with what it repeats itself, or with what may be missing before it.
 * `source`: without its slashes and flags.
 */
export function hasNestedQuantifiers(source: string): boolean;
