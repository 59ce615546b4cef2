import { identity, type Subscriber } from 'rxjs';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import { createOperatorSubscriber } from '../../src/stream/operatorSubscriber.ts';
import type { SpokenText } from './spokenText.ts';
import type { Voice } from './voices.ts';

export interface PartTextOptions extends Pick<Voice, 'toPieces'> {
  /** What is spoken for the text; null: it is spoken as it is written. */
  readonly spokenText: SpokenText | null;
}

/**
 * The text of one part of an utterance, in the pieces that the provider accepts. Complete text is sent at once; the unfinished text of a
 * failed reply is dropped.
 */
export class PartText {
  readonly pieces: FastSubject<string> = new FastSubject();
  /** Emits each time the text so far is complete, behind its pieces. */
  readonly complete: FastSubject<undefined> = new FastSubject();
  /** Owns the cutting. */
  readonly #owner: Subscriber<never>;
  readonly #options: PartTextOptions;
  /** The text that is not known to be complete. */
  #growing: FastSubject<string>;
  #isOver = false;

  constructor(owner: Subscriber<never>, options: PartTextOptions) {
    this.#owner = owner;
    this.#options = options;
    this.#growing = this.#cut();
  }

  add(text: string): void {
    const { spokenText } = this.#options;
    this.#send(spokenText === null ? text : spokenText.add(text));
  }

  /** Marks the text so far as complete. More may follow. */
  setComplete(): void {
    this.#flush();
    this.#growing.complete();
  }

  end(): void {
    this.#isOver = true;
    this.setComplete();
  }

  fail(error: unknown): void {
    // What the cutter gets it only sends up to the end of a sentence.
    if (this.#options.toPieces !== identity) this.#flush();
    this.#growing.error(error);
  }

  #flush(): void {
    this.#send(this.#options.spokenText?.flush() ?? '');
  }

  #send(text: string): void {
    if (text !== '') this.#growing.next(text);
  }

  /** Cuts the text that follows, up to where it is complete. */
  #cut(): FastSubject<string> {
    const growing = new FastSubject<string>();
    const cutting = createOperatorSubscriber<string>(this.#owner, {
      next: (piece) => this.pieces.next(piece),
      error: () => this.#finish(),
      complete: () => (this.#isOver ? this.#finish() : this.#goOn()),
    });
    this.#options.toPieces(growing).subscribe(cutting);
    return growing;
  }

  #goOn(): void {
    this.complete.next(undefined);
    this.#growing = this.#cut();
  }

  #finish(): void {
    this.pieces.complete();
    this.complete.complete();
  }
}
