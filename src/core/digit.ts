/** The keys of a telephone, as DTMF tones name them. */
export const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#', 'A', 'B', 'C', 'D'] as const;

/** A key of a telephone that was pressed (DTMF). */
export type Digit = (typeof DIGITS)[number];

/** Returns whether `value` is a key of a telephone. */
export function isDigit(value: unknown): value is Digit {
  return DIGITS.includes(value as Digit);
}
