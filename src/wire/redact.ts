import type { WireFault } from './fault.ts';

/** Headers whose values are not secret. All others may contain a secret, including those that a developer adds. */
const PUBLIC_HEADERS = /^(?:accept|content-type|user-agent|model)$|version$|(?:connection|request)-?id$/iu;
/** Minimum length of a key. Shorter words in a header are not keys. */
const MIN_KEY_CHARS = 6;
/** Maximum length of a message. */
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
 * Replaces the keys in `headers`, which providers often repeat, and the `secrets` in a provider's message. Truncates it
 * to 300 characters afterwards, because half a key would not be recognised.
 */
export function redactKeys(
  message: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): string {
  // One secret may be part of another.
  const longestFirst = [...secretsOf(headers), ...secrets].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), message).slice(0, MAX_CHARS);
}

function secretsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    PUBLIC_HEADERS.test(name) ? [] : wordsOf(value).filter((word) => word.length >= MIN_KEY_CHARS),
  );
}

/** Returns the words of a header without the scheme, such as the `Bearer` of `Bearer …`. */
function wordsOf(value: string): readonly string[] {
  const words = value.trim().split(/\s+/u);
  return words.length > 1 ? words.slice(1) : words;
}
