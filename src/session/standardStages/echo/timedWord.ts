/** A word that was spoken or played. */
export interface TimedWord {
  /** The form in which words are compared. */
  readonly form: string;
  /** Scheduler time of its end, in ms. */
  readonly endMs: number;
}
