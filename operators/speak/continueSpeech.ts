import { defer, EMPTY, merge, Subject, Subscription, using, type Observable } from 'rxjs';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import type { SpeechDraft } from './speechDraft.ts';

export interface ContinueOptions {
  /** Called when the text proves to begin like the draft. */
  readonly accept: () => void;
  /** Called when the text proves to differ. Discards the draft. */
  readonly refuse: () => unknown;
}

/**
 * Creates a provider whose first utterance continues a draft. The draft's audio is emitted once the text proves to
 * begin with the text that was sent ahead. If the text differs, the draft's provider speaks all of it from scratch.
 */
export function continueSpeech(draft: SpeechDraft, options: ContinueOptions): TextToSpeech {
  const { name, model, sampleRate, accepts, language } = draft.tts;
  return {
    name,
    model,
    sampleRate,
    accepts,
    language,
    synthesize: (text, complete = EMPTY) =>
      using(
        () => new Continuation(draft, options),
        (continuation) => goOn(continuation as Continuation, text, complete),
      ),
  };
}

function goOn(continuation: Continuation, text: Observable<string>, complete: Observable<void>): Observable<TtsEvent> {
  const starting = defer(() => {
    continuation.start(text, complete);
    return EMPTY;
  });
  return merge(continuation.output, starting);
}

/** Where further text goes; null until it is known whether the text begins like the draft. */
type Target = Pick<SpeechDraft, 'input' | 'complete'> | null;

class Continuation {
  readonly output: Subject<TtsEvent> = new Subject();
  readonly #running: Subscription = new Subscription();
  readonly #draft: SpeechDraft;
  readonly #options: ContinueOptions;
  #text = '';
  #isComplete = false;
  #target: Target = null;

  constructor(draft: SpeechDraft, options: ContinueOptions) {
    this.#draft = draft;
    this.#options = options;
  }

  start(text: Observable<string>, complete: Observable<void>): void {
    const pieces = text.subscribe({
      next: (piece) => this.#add(piece),
      error: (error: unknown) => this.output.error(error),
      complete: () => this.#end(),
    });
    this.#running.add(pieces);
    this.#running.add(complete.subscribe(() => this.#complete()));
  }

  /** Cancels the synthesis and discards an unused draft. */
  unsubscribe(): void {
    this.#running.unsubscribe();
    if (this.#target === null) this.#options.refuse();
  }

  #add(piece: string): void {
    if (this.#target !== null) return this.#target.input.next(piece);
    this.#text += piece;
    const { sent, isDiscarded } = this.#draft;
    if (isDiscarded) this.#refuse();
    else if (this.#text.startsWith(sent)) this.#accept();
    else if (!sent.startsWith(this.#text)) this.#refuse();
  }

  /** Forwards the signal that the text so far is complete. */
  #complete(): void {
    if (this.#target === null) this.#isComplete = this.#text !== '';
    else this.#target.complete.next(undefined);
  }

  #end(): void {
    if (this.#target === null) this.#refuse();
    this.#target?.input.complete();
  }

  #accept(): void {
    const { sent, held, input, complete, output, running } = this.#draft;
    const rest = this.#text.slice(sent.length);
    this.#target = { input, complete };
    this.#draft.held = null;
    this.#options.accept();
    this.#running.add(running);
    this.#running.add(output.subscribe(this.output));
    for (const event of held ?? []) this.output.next(event);
    if (rest !== '') input.next(rest);
    this.#passComplete();
  }

  #refuse(): void {
    const { tts } = this.#draft;
    this.#options.refuse();
    const target = { input: new Subject<string>(), complete: new Subject<undefined>() };
    this.#target = target;
    this.#running.add(tts.synthesize(target.input, target.complete).subscribe(this.output));
    if (this.#text !== '') target.input.next(this.#text);
    this.#passComplete();
  }

  #passComplete(): void {
    if (this.#isComplete) this.#target?.complete.next(undefined);
  }
}
