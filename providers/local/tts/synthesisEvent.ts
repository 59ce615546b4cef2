/** An event of an engine at a sample of its audio. */
export interface SynthesisEvent {
  /** `word`: a word begins · `end`: a pause begins, or ends together with its clause. */
  readonly kind: 'word' | 'end';
  /** Offset in the text, in UTF-16 code units. */
  readonly at: number;
  readonly sample: number;
}
