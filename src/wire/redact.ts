import type { WireFault } from './fault.ts';

/** Headers whose values are no secrets; all others may hold one, also those that a developer adds. */
const PUBLIC_HEADERS = /^(?:accept|content-type|user-agent|model)$|version$|(?:connection|request)-?id$/iu;
/** Shorter words of a header are no keys. */
const MIN_KEY_CHARS = 6;
/** The longest message. */
const MAX_CHARS = 300;

/** Redacts the message of a fault. */
export function redactFault(
  fault: WireFault,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): WireFault {
  return { ...fault, message: redactKeys(fault.message, headers, secrets) };
}

/**
 * Replaces the keys of `headers`, which providers often repeat, and `secrets` in a provider's message. Cuts it to 300
 * characters afterwards: half a key would not be recognised.
 */
export function redactKeys(
  message: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): string {
  // One secret may be a part of another.
  const longestFirst = [...secretsOf(headers), ...secrets].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), message).slice(0, MAX_CHARS);
}

function secretsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    PUBLIC_HEADERS.test(name) ? [] : wordsOf(value).filter((word) => word.length >= MIN_KEY_CHARS),
  );
}

/** Returns the words of a header without the scheme, as in `Bearer …`. */
function wordsOf(value: string): readonly string[] {
  const words = value.trim().split(/\s+/u);
  return words.length > 1 ? words.slice(1) : words;
}
