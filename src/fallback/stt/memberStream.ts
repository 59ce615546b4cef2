import { defer, Subject, Subscription } from 'rxjs';
import { msOfSamples } from '../../core/audio.ts';
import type { SpeechToText, SttEvent, SttInput, SttWanted } from '../../core/ports.ts';
import type { Member } from '../members.ts';

export interface StreamObserver {
  event(member: Member<SpeechToText>, event: SttEvent): void;
  /** Called when its stream has ended: with its error, or before its work was done. */
  ended(member: Member<SpeechToText>, error: unknown): void;
  /** Called with the length of further audio that it was sent. */
  used(member: Member<SpeechToText>, ms: number): void;
}

/** Interval of the usage reports, as a length of audio in ms. */
const REPORT_MS = 1000;

/** The stream of one provider in a session. */
export class MemberStream {
  readonly #member: Member<SpeechToText>;
  readonly #observer: StreamObserver;
  readonly #wanted: SttWanted;
  readonly #input: Subject<SttInput> = new Subject();
  readonly #subscription: Subscription = new Subscription();
  #isOpened = false;
  /** Audio whose use has not been reported. */
  #usedMs = 0;

  constructor(member: Member<SpeechToText>, observer: StreamObserver, wanted: SttWanted) {
    this.#member = member;
    this.#observer = observer;
    this.#wanted = wanted;
  }

  /** Opens it, once. Its provider may fail, and close it, before this returns. */
  open(): void {
    if (this.#isOpened) return;
    this.#isOpened = true;
    const { port } = this.#member;
    const end = (error: unknown): void => {
      if (this.#subscription.closed) return;
      this.close();
      this.#observer.ended(this.#member, error);
    };
    this.#subscription.add(
      defer(() => port.transcribe(this.#input, this.#wanted)).subscribe({
        next: (event) => {
          if (!this.#subscription.closed) this.#observer.event(this.#member, event);
        },
        error: end,
        complete: () => end(new Error(`${port.name} ended before its speech`)),
      }),
    );
  }

  send(input: SttInput): void {
    if (this.#subscription.closed) return;
    if (input.kind === 'audio') this.#usedMs += msOfSamples(input.frame.samples.length, input.frame.sampleRate);
    if (this.#usedMs >= REPORT_MS || (input.kind !== 'audio' && input.kind !== 'start')) this.#report();
    this.#input.next(input);
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #report(): void {
    const ms = this.#usedMs;
    this.#usedMs = 0;
    if (ms > 0) this.#observer.used(this.#member, ms);
  }
}
