/** A word for one, and the word for any other number. */
export type Counted = readonly [one: string, many: string];

/** The words of a language for what is written in signs. */
export interface SpokenLanguage {
  /** What is said in place of a block of code. */
  readonly codeBlock: string;
  /** Between two numbers: "10 to 20". */
  readonly range: string;
  readonly minus: string;
  /** The signs of addresses and of code. */
  readonly signs: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Counted>>;
  /** By sign and by ISO 4217 code. */
  readonly currencies: Readonly<Record<string, Currency>>;
  /** The words for abbreviated powers of ten, as in `$1.2M`. */
  readonly powers: Readonly<Record<string, string>>;
  /** Shortens a word before a vowel in a number with its unit. */
  elide?(measure: string): string;
  /** Joins an amount of money with its hundredths. */
  joinAmount(whole: string, part: string): string;
  /** Returns whether a number, as written, takes the word for one. */
  isOne(number: string): boolean;
}

export interface Currency {
  readonly name: Counted;
  /** Null: there are no hundredths. */
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
