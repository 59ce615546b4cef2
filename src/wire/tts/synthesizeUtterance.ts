import { EMPTY, Observable, Subscription, timer, type Subscriber } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import type { TtsEvent } from '../../core/ports.ts';
import { errorOf, type WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { TtsWire } from './dialect.ts';
import { Attempt, type AttemptListener } from './attempt.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { HeldText } from './heldText.ts';
import { createRetries, type Retries } from './retries.ts';
import { isSpeakable, mustSound } from '../../core/speakable.ts';
import { SynthesisOutput } from './synthesisOutput.ts';

export interface UtteranceOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly pool: ConnectionPool;
}

/**
 * Synthesises one utterance. `text` is hot and is sent as it arrives, from the first speakable character on. Retries
 * until the first audio. Unsubscribing cancels it. For `complete`, see `TextToSpeech`.
 */
export function synthesizeUtterance(
  text: Observable<string>,
  options: UtteranceOptions,
  complete: Observable<void> = EMPTY,
): Observable<TtsEvent> {
  return new Observable((subscriber) => {
    const utterance = new Utterance(options, subscriber);
    subscriber.add(() => utterance.cancel());
    subscriber.add(
      text.subscribe({
        next: (piece) => utterance.write(piece),
        error: (error: unknown) => subscriber.error(error),
        complete: () => utterance.complete(),
      }),
    );
    subscriber.add(complete.subscribe(() => utterance.flush()));
  });
}

class UtteranceText extends HeldText {
  isComplete = false;
}

class Utterance {
  readonly #options: UtteranceOptions;
  readonly #subscriber: Subscriber<TtsEvent>;
  readonly #text = new UtteranceText();
  readonly #output: SynthesisOutput;
  readonly #retries: Retries;
  /** Offset up to which finished attempts have spoken the text. */
  #spokenTo = 0;
  #attempt: Attempt | null = null;
  #pause = Subscription.EMPTY;

  constructor(options: UtteranceOptions, subscriber: Subscriber<TtsEvent>) {
    const { wire, deps } = options;
    this.#options = options;
    this.#subscriber = subscriber;
    this.#retries = createRetries(deps.random);
    this.#output = new SynthesisOutput({
      sampleRate: wire.sampleRate,
      text: this.#text,
      emit: (event) => subscriber.next(event),
      scheduler: deps.scheduler,
    });
  }

  write(piece: string): void {
    if (piece === '') return;
    this.#text.append(piece);
    this.#output.textAdded(piece);
    this.#proceed();
  }

  complete(): void {
    this.#text.isComplete = true;
    this.#proceed();
  }

  flush(): void {
    this.#attempt?.flush();
  }

  cancel(): void {
    this.#pause.unsubscribe();
    this.#output.stop();
    this.#attempt?.cancel();
  }

  #proceed(): void {
    if (this.#attempt !== null) this.#attempt.sendText();
    else if (this.#pause.closed) this.#begin();
  }

  /** Starts an attempt at the remaining text, from its first speakable character on. */
  #begin(): void {
    const rest = this.#text.slice(this.#spokenTo);
    if (isSpeakable(rest)) this.#start(this.#text.length - rest.trimStart().length);
    else if (this.#text.isComplete) this.#subscriber.complete();
  }

  #start(from: number): void {
    this.#output.begin(from);
    this.#attempt = new Attempt({ ...this.#options, text: this.#text, from, listener: this.#listener(from) });
    this.#attempt.start();
  }

  #listener(from: number): AttemptListener {
    const output = this.#output;
    const { name: provider } = this.#options.wire;
    let hasSound = false;
    return {
      sound: (samples) => {
        hasSound = true;
        output.sound(samples);
      },
      words: (words) => {
        output.words(words);
        if (hasSound) this.#text.release(output.readTo);
      },
      flushed: (chars) => output.completeTo(chars),
      done: (chars) => {
        if (!hasSound && mustSound(this.#text.slice(from, chars))) this.#fail(MUTE);
        else this.#done(chars);
      },
      lost: (fault) => this.#lost(fault),
      failed: (error) => this.#subscriber.error(asAntiphonError(error, 'provider_failed', { provider })),
    };
  }

  #done(chars: number): void {
    this.#attempt = null;
    this.#spokenTo = chars;
    this.#output.completeTo(chars);
    this.#begin();
  }

  #lost(fault: WireFault): void {
    this.#attempt = null;
    const pauseMs = this.#output.hasSound ? null : this.#retries(fault);
    if (pauseMs === null) this.#fail(fault);
    else if (pauseMs === 0) this.#begin();
    else this.#pause = timer(pauseMs, this.#options.deps.scheduler).subscribe(() => this.#resume());
  }

  #resume(): void {
    this.#pause.unsubscribe();
    this.#begin();
  }

  #fail(fault: WireFault): void {
    this.#subscriber.error(errorOf(this.#options.wire.name, fault));
  }
}

const MUTE: WireFault = { kind: 'retry', message: 'it returned no audio although the call succeeded' };
