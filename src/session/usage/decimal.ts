/**
 * A decimal number, at least 0, such as `'0.0043'`. A number counts as it is written: 0.1 is a tenth, not the binary
 * number next to it.
 */
export type Decimal = string | number;

/**
 * A decimal number, at least 0, with at most 18 digits on each side. Numbers below a millionth are written with an
 * exponent.
 */
export const DECIMAL: RegExp = /^\d{1,18}(?:\.\d{1,18})?(?:e-?\d{1,2})?$/u;

/** Number of digits after the point in amounts of money. */
const PLACES = 9;
const ONE = 10n ** BigInt(PLACES);

/** An amount of money in billionths, so that sums of it are exact. */
export type Amount = bigint;

/** A quantity as a fraction, such as milliseconds of a second. */
export interface Quantity {
  readonly count: number;
  /** The number of counts in a unit. @default 1 */
  readonly ofUnit?: number | undefined;
}

/** Multiplies a price for `per` units by a quantity; rounds half up to a billionth. */
export function multiply(price: Decimal, per: number, { count, ofUnit = 1 }: Quantity): Amount {
  const { digits, places } = parseDecimal(String(price));
  const dividend = digits * BigInt(Math.round(count)) * ONE;
  const divisor = 10n ** BigInt(places) * BigInt(per) * BigInt(ofUnit);
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Formats an amount as a decimal number without trailing zeros. */
export function formatAmount(amount: Amount): string {
  const fraction = (amount % ONE).toString().padStart(PLACES, '0').replace(/0+$/u, '');
  return fraction === '' ? `${amount / ONE}` : `${amount / ONE}.${fraction}`;
}

/** Parses a decimal number as `digits / 10 ** places`. */
function parseDecimal(text: string): { readonly digits: bigint; readonly places: number } {
  const [number = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = number.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}
