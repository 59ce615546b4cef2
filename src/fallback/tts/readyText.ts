/** Time without text after which a provider is asked to speak what it has, in ms. */
const PAUSE_MS = 1000;

/** The end of a sentence, including the character that confirms it. */
const SENTENCE_END = /[.!?…]["'”’)\]]*\s|[。！？\n]/u;

/** The unmarked text of an attempt, and the time since which its provider has had enough of it to speak. */
export class ReadyText {
  /** True if each piece of text is complete, so that a provider need not wait for more. */
  readonly #isWhole: boolean;
  #text = '';
  /** Offset of the text. */
  #from = 0;
  /** The text up to here is to be spoken without waiting for more. */
  #completeTo = 0;
  #lastMs = 0;
  #readyMs: number | null = null;

  constructor({ isWhole }: { readonly isWhole: boolean }) {
    this.#isWhole = isWhole;
  }

  /** The time since which audio is due: since the first whole sentence, or after a second without text. */
  get sinceMs(): number {
    return this.#readyMs ?? this.#lastMs + PAUSE_MS;
  }

  add(text: string, nowMs: number): void {
    this.#text += text;
    this.#lastMs = nowMs;
    if (this.#isWhole || SENTENCE_END.test(this.#text)) this.#readyMs ??= nowMs;
  }

  /** Notes that all text so far is to be spoken. */
  complete(nowMs: number): void {
    this.#completeTo = this.#from + this.#text.length;
    this.#readyMs ??= nowMs;
  }

  /** Notes that the first `chars` are spoken. */
  mark(chars: number): void {
    const length = chars - this.#from;
    if (length <= 0) return;
    this.#text = this.#text.slice(length);
    this.#from = chars;
    const isWhole = this.#isWhole || this.#completeTo > this.#from || SENTENCE_END.test(this.#text);
    if (this.#text === '' || !isWhole) this.#readyMs = null;
  }
}
