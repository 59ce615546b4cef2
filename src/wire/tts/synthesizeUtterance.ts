import { EMPTY, Observable, Subscription, timer } from 'rxjs';
import type { Subscriber } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import type { TtsEvent } from '../../core/ports.ts';
import { errorOf } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { WireDeps } from '../wireDeps.ts';
import type { TtsWire } from './dialect.ts';
import { Attempt } from './attempt.ts';
import type { AttemptListener } from './attempt.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { createRetries } from './retries.ts';
import type { Retries } from './retries.ts';
import { isSpeakable, mustSound } from '../../core/speakable.ts';
import { SynthesisOutput } from './synthesisOutput.ts';

export interface UtteranceOptions {
  readonly wire: TtsWire;
  readonly deps: WireDeps;
  readonly pool: ConnectionPool;
}

/**
 * Speaks one utterance: `text` is hot and is sent as it comes, from the first that can be spoken on. Tried again, as long
 * as nothing of it has sounded. Unsubscribing cuts it. `complete`: see `TextToSpeech`.
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

class Utterance {
  readonly #options: UtteranceOptions;
  readonly #subscriber: Subscriber<TtsEvent>;
  readonly #script = { text: '', isComplete: false };
  readonly #spoken: SynthesisOutput;
  readonly #retries: Retries;
  /** How far the text was spoken by legs that are done. */
  #spokenTo = 0;
  #leg: Attempt | null = null;
  #pause = Subscription.EMPTY;

  constructor(options: UtteranceOptions, subscriber: Subscriber<TtsEvent>) {
    const { wire, deps } = options;
    this.#options = options;
    this.#subscriber = subscriber;
    this.#retries = createRetries(deps.random);
    this.#spoken = new SynthesisOutput({
      sampleRate: wire.sampleRate,
      text: this.#script,
      emit: (event) => subscriber.next(event),
      scheduler: deps.scheduler,
    });
  }

  write(piece: string): void {
    if (piece === '') return;
    this.#script.text += piece;
    this.#spoken.textAdded();
    this.#goOn();
  }

  complete(): void {
    this.#script.isComplete = true;
    this.#goOn();
  }

  flush(): void {
    this.#leg?.flush();
  }

  cancel(): void {
    this.#pause.unsubscribe();
    this.#spoken.stop();
    this.#leg?.cancel();
  }

  #goOn(): void {
    if (this.#leg !== null) this.#leg.sendText();
    else if (this.#pause.closed) this.#begin();
  }

  /** White space before the first that can be spoken is not sent. */
  #begin(): void {
    const { text, isComplete } = this.#script;
    const rest = text.slice(this.#spokenTo);
    if (isSpeakable(rest)) this.#start(text.length - rest.trimStart().length);
    else if (isComplete) this.#subscriber.complete();
  }

  #start(from: number): void {
    this.#spoken.begin(from);
    this.#leg = new Attempt({ ...this.#options, text: this.#script, from, listener: this.#listener(from) });
    this.#leg.start();
  }

  #listener(from: number): AttemptListener {
    const spoken = this.#spoken;
    let hasSound = false;
    return {
      sound: (samples) => {
        hasSound = true;
        spoken.sound(samples);
      },
      words: (words) => spoken.words(words),
      flushed: (chars) => spoken.completeTo(chars),
      done: (chars) => {
        if (!hasSound && mustSound(this.#script.text.slice(from, chars))) this.#fail(MUTE);
        else this.#done(chars);
      },
      lost: (fault) => this.#lost(fault),
      failed: (error) => this.#subscriber.error(asAntiphonError(error, 'provider_failed', this.#details())),
    };
  }

  #done(chars: number): void {
    this.#leg = null;
    this.#spokenTo = chars;
    this.#spoken.completeTo(chars);
    this.#begin();
  }

  #lost(fault: WireFault): void {
    this.#leg = null;
    const pauseMs = this.#spoken.hasSound ? null : this.#retries(fault);
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

  #details(): { readonly provider: string } {
    return { provider: this.#options.wire.name };
  }
}

const MUTE: WireFault = { kind: 'retry', message: 'it brought no audio although the call succeeded' };
