/** A word that was said or played. */
export interface TimedWord {
  /** The form in which words compare. */
  readonly form: string;
  /** Scheduler time of its end, in ms. */
  readonly endMs: number;
}
