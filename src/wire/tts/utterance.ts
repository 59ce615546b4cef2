import { EMPTY, Observable, Subscription, timer } from 'rxjs';
import type { Subscriber } from 'rxjs';
import { asAntiphonError } from '../../core/errors.ts';
import type { TtsEvent } from '../../core/ports.ts';
import { errorOf } from '../fault.ts';
import type { WireFault } from '../fault.ts';
import type { World } from '../world.ts';
import type { TtsWire } from './dialect.ts';
import { Leg } from './leg.ts';
import type { LegListener } from './leg.ts';
import type { Pool } from './pool.ts';
import { openRetries } from './retries.ts';
import type { Retries } from './retries.ts';
import { isSpeakable, mustSound } from '../../core/speakable.ts';
import { Spoken } from './spoken.ts';

export interface UtteranceOptions {
  readonly wire: TtsWire;
  readonly world: World;
  readonly pool: Pool;
}

/**
 * Speaks one utterance: `text` is hot and is sent as it comes, from the first that can be spoken on. Tried again, as long
 * as nothing of it has sounded. Unsubscribing cuts it. `complete`: see `TextToSpeech`.
 */
export function utter(
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
  readonly #script = { text: '', whole: false };
  readonly #spoken: Spoken;
  readonly #retries: Retries;
  /** How far the text was spoken by legs that are done. */
  #spokenTo = 0;
  #leg: Leg | null = null;
  #pause = Subscription.EMPTY;

  constructor(options: UtteranceOptions, subscriber: Subscriber<TtsEvent>) {
    const { wire, world } = options;
    this.#options = options;
    this.#subscriber = subscriber;
    this.#retries = openRetries(world.random);
    this.#spoken = new Spoken({
      sampleRate: wire.sampleRate,
      script: this.#script,
      emit: (event) => subscriber.next(event),
      scheduler: world.scheduler,
    });
  }

  write(piece: string): void {
    if (piece === '') return;
    this.#script.text += piece;
    this.#spoken.given();
    this.#goOn();
  }

  complete(): void {
    this.#script.whole = true;
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
    if (this.#leg !== null) this.#leg.tell();
    else if (this.#pause.closed) this.#begin();
  }

  /** White space before the first that can be spoken is not sent. */
  #begin(): void {
    const { text, whole } = this.#script;
    const rest = text.slice(this.#spokenTo);
    if (isSpeakable(rest)) this.#start(text.length - rest.trimStart().length);
    else if (whole) this.#subscriber.complete();
  }

  #start(from: number): void {
    this.#spoken.begin(from);
    this.#leg = new Leg({ ...this.#options, script: this.#script, from, listener: this.#listener(from) });
    this.#leg.start();
  }

  #listener(from: number): LegListener {
    const spoken = this.#spoken;
    let hasSound = false;
    return {
      sound: (samples) => {
        hasSound = true;
        spoken.sound(samples);
      },
      words: (words) => spoken.words(words),
      flushed: (chars) => spoken.wholeTo(chars),
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
    this.#spoken.wholeTo(chars);
    this.#begin();
  }

  #lost(fault: WireFault): void {
    this.#leg = null;
    const pauseMs = this.#spoken.hasSound ? null : this.#retries(fault);
    if (pauseMs === null) this.#fail(fault);
    else if (pauseMs === 0) this.#begin();
    else this.#pause = timer(pauseMs, this.#options.world.scheduler).subscribe(() => this.#resume());
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
