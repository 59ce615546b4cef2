import { timingSafeEqual } from 'node:crypto';

/** Compares a text from outside with a secret one, in a time that reveals only whether their lengths differ. */
export function isSameText(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
