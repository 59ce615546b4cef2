import type { SpeechToText, SttWanted } from '../../core/ports.ts';
import type { Member } from '../members.ts';
import { MemberStream, type StreamObserver } from './memberStream.ts';

type Recogniser = Member<SpeechToText>;

/** The streams of a session's providers, at most one of each. */
export class MemberStreams {
  readonly #observer: StreamObserver;
  readonly #wanted: SttWanted;
  readonly #streams: Map<Recogniser, MemberStream> = new Map();

  constructor(observer: StreamObserver, wanted: SttWanted) {
    this.#observer = observer;
    this.#wanted = wanted;
  }

  /** Returns the stream of a provider. A new one is not open yet. */
  get(member: Recogniser): MemberStream {
    const known = this.#streams.get(member);
    if (known !== undefined) return known;
    const stream = new MemberStream(member, this.#observer, this.#wanted);
    this.#streams.set(member, stream);
    return stream;
  }

  /** Closes the stream of a provider, which gets a new one when it is asked again. */
  close(member: Recogniser): void {
    const stream = this.#streams.get(member);
    this.#streams.delete(member);
    stream?.close();
  }

  closeAllExcept(kept: ReadonlySet<Recogniser>): void {
    for (const member of this.#streams.keys()) if (!kept.has(member)) this.close(member);
  }
}
