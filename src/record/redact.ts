/** A function that rewrites a text before it is written. `key` is the text's key in the line. */
export type Redact = (text: string, key: string) => string;

/** Calls `redact` on a text. @throws whatever `redact` throws, or TypeError if it does not return a string */
export function applyRedact(redact: Redact, text: string, key: string): string {
  const value: unknown = redact(text, key);
  if (typeof value === 'string') return value;
  throw new TypeError(`redact: expected a string, got ${value === null ? 'null' : typeof value}`);
}

/** A function that returns the rewritten form of a text, if it is known. */
export type KnownText = (holder: object, key: string, text: string) => string | undefined;
