import { Observable, type Subscriber } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { FastSubject } from '../../src/stream/fastSubject.ts';
import type { SpeechDraft } from './prepareSpeech.ts';

export interface ContinueOptions {
  /** Called when the text has turned out to begin as the draft does. */
  readonly accept: () => void;
  /** Called when it has not. Discards the draft. */
  readonly refuse: () => unknown;
}

/**
 * Creates a provider whose first utterance goes on with a draft: what that has brought comes when the text has turned out to begin with
 * what was sent ahead. With any other text, the provider of the draft speaks all of it anew.
 */
export function continueSpeech(draft: SpeechDraft, options: ContinueOptions): TextToSpeech {
  const { name, model, sampleRate, accepts, language } = draft.tts;
  return {
    name,
    model,
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete) =>
      new Observable((subscriber) => {
        const continuation = new Continuation(draft, subscriber, options);
        subscriber.add(() => continuation.abandon());
        subscriber.add(
          text.subscribe({
            next: (piece) => continuation.add(piece),
            error: (error: unknown) => subscriber.error(error),
            complete: () => continuation.end(),
          }),
        );
        subscriber.add(complete?.subscribe(() => continuation.complete()));
      }),
  };
}

/** Where the further text goes: null until it is known whether it begins as the draft does. */
type Target = Pick<SpeechDraft, 'input' | 'complete'> | null;

class Continuation {
  readonly #draft: SpeechDraft;
  readonly #subscriber: Subscriber<TtsEvent>;
  readonly #options: ContinueOptions;
  #text = '';
  #isComplete = false;
  #target: Target = null;

  constructor(draft: SpeechDraft, subscriber: Subscriber<TtsEvent>, options: ContinueOptions) {
    this.#draft = draft;
    this.#subscriber = subscriber;
    this.#options = options;
  }

  add(piece: string): void {
    if (this.#target !== null) return this.#target.input.next(piece);
    this.#text += piece;
    const { sent, isDiscarded } = this.#draft;
    if (isDiscarded) this.#refuse();
    else if (this.#text.startsWith(sent)) this.#accept();
    else if (!sent.startsWith(this.#text)) this.#refuse();
  }

  /** Passes on that the text so far is complete. */
  complete(): void {
    if (this.#target === null) this.#isComplete = this.#text !== '';
    else this.#target.complete.next(undefined);
  }

  end(): void {
    if (this.#target === null) this.#refuse();
    this.#target?.input.complete();
  }

  /** Discards a draft that was not used. */
  abandon(): void {
    if (this.#target === null) this.#options.refuse();
  }

  #accept(): void {
    const { sent, held, input, complete, output, running } = this.#draft;
    const rest = this.#text.slice(sent.length);
    this.#target = { input, complete };
    this.#draft.held = null;
    this.#options.accept();
    this.#subscriber.add(running);
    this.#subscriber.add(output.subscribe(this.#subscriber));
    for (const event of held ?? []) this.#subscriber.next(event);
    if (rest !== '') input.next(rest);
    this.#passComplete();
  }

  #refuse(): void {
    const { tts } = this.#draft;
    this.#options.refuse();
    const target = { input: new FastSubject<string>(), complete: new FastSubject<undefined>() };
    this.#target = target;
    this.#subscriber.add(tts.synthesize(target.input, target.complete).subscribe(this.#subscriber));
    if (this.#text !== '') target.input.next(this.#text);
    this.#passComplete();
  }

  #passComplete(): void {
    if (this.#isComplete) this.#target?.complete.next(undefined);
  }
}
