/** How a language is written. Words are in lower case, separated by spaces. */
export interface Writing {
  /** Words that are always abbreviations, without their last dot. */
  readonly abbreviations: string;
  /** Words that are abbreviations only before a number ("No. 5"), and ordinary words otherwise ("No."). */
  readonly abbreviationsBeforeNumbers: string;
  /** True if a dot makes a number an ordinal ("3. Mai"). */
  readonly hasOrdinalDot: boolean;
  /** The words for 0 to 12. */
  readonly numbers: string;
}
