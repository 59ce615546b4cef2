/** The telephone keys, named as in DTMF. */
export const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'] as const;

/** A telephone key (DTMF). */
export type Digit = (typeof DIGITS)[number];

/** Returns whether `value` is a telephone key. */
export function isDigit(value: unknown): value is Digit {
  return DIGITS.includes(value as Digit);
}
