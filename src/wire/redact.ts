import type { WireFault } from './fault.ts';

/** Headers whose values are no secrets; all others may hold one, as those that a developer adds. */
const PUBLIC_HEADERS = /^(?:accept|content-type|user-agent|model)$|version$|(?:connection|request)-?id$/iu;
/** Shorter words of a header are no keys. */
const LEAST_CHARS = 6;
/** Nobody reads more. */
const MOST_CHARS = 300;

/** `fault` as people may see it: `withoutKeys`. */
export function redactFault(
  fault: WireFault,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): WireFault {
  return { ...fault, message: redactKeys(fault.message, headers, secrets) };
}

/**
 * What a provider said, without the keys of the request that led to it (providers like to repeat them) nor what else in it
 * is secret; then the first 300 characters of that: of a key that was cut in two, the half could not be told.
 */
export function redactKeys(
  message: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[] = [],
): string {
  // One may be a part of another.
  const longestFirst = [...keysIn(headers), ...secrets].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((said, secret) => said.replaceAll(secret, '***'), message).slice(0, MOST_CHARS);
}

function keysIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    PUBLIC_HEADERS.test(name) ? [] : keysOf(value).filter((word) => word.length >= LEAST_CHARS),
  );
}

/** The first of several words names the scheme, as in `Bearer …`. */
function keysOf(value: string): readonly string[] {
  const words = value.trim().split(/\s+/u);
  return words.length > 1 ? words.slice(1) : words;
}
