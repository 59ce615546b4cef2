/** The words for one and for any other number. */
export type Counted = readonly [one: string, many: string];

/** The words of a language for signs. */
export interface SpokenLanguage {
  /** Spoken in place of a code block. */
  readonly codeBlock: string;
  /** Spoken between two numbers: "10 to 20". */
  readonly range: string;
  readonly minus: string;
  /** The words for the signs in addresses and code. */
  readonly signs: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Counted>>;
  /** Currencies by sign and by ISO 4217 code. */
  readonly currencies: Readonly<Record<string, Currency>>;
  /** The words for abbreviated powers of ten, as in `$1.2M`. */
  readonly powers: Readonly<Record<string, string>>;
  /** Applies elision in a number with its unit, where a word precedes a vowel. */
  elide?(measure: string): string;
  /** Joins an amount of money and its hundredths. */
  joinAmount(whole: string, part: string): string;
  /** Returns whether a written number takes the singular. */
  isOne(number: string): boolean;
}

export interface Currency {
  readonly name: Counted;
  /** The words for hundredths; null if the currency has none. */
  readonly part: Counted | null;
}

/** Creates the table of currencies from the names of each, with its signs. */
export function createCurrencies(
  names: Readonly<Record<'dollar' | 'euro' | 'pound' | 'yen' | 'rupee' | 'franc', Currency>>,
): Readonly<Record<string, Currency>> {
  const { dollar, euro, pound, yen, rupee, franc } = names;
  return {
    $: dollar,
    USD: dollar,
    '€': euro,
    EUR: euro,
    '£': pound,
    GBP: pound,
    '¥': yen,
    JPY: yen,
    '₹': rupee,
    INR: rupee,
    CHF: franc,
  };
}

/** Creates the units whose sign is also written with a digit for the exponent: `m²`, `m2`. */
export function withExponents(units: Readonly<Record<string, Counted>>): Readonly<Record<string, Counted>> {
  const plain = Object.entries(units).map(([sign, words]) => [sign.replace('²', '2').replace('³', '3'), words]);
  return { ...units, ...(Object.fromEntries(plain) as Readonly<Record<string, Counted>>) };
}
