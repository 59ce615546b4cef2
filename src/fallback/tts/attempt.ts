import {
  concat,
  concatMap,
  connect,
  defer,
  filter,
  identity,
  of,
  Subject,
  Subscription,
  window,
  type Observable,
  type OperatorFunction,
} from 'rxjs';
import { sentences } from '../../../operators/sentences.ts';
import { SynthesisDeadline } from '../../../operators/speak/synthesisDeadline.ts';
import { UnmarkedText } from '../../../operators/speak/unmarkedText.ts';
import type { AudioFrame } from '../../core/audio.ts';
import { AntiphonError } from '../../core/errors.ts';
import type { TextToSpeech, TtsEvent } from '../../core/ports.ts';
import { createResampler, type Resampler } from '../../core/resampler.ts';
import type { WordTiming } from '../../core/turn.ts';
import { createAlarm, type Alarm } from '../../time/alarm.ts';
import type { Member, Members } from '../members.ts';
import { ReadyText } from './readyText.ts';

export interface AttemptOptions {
  readonly member: Member<TextToSpeech>;
  readonly members: Members<TextToSpeech>;
  readonly stallMs: number;
  /** Offset of its text within the text of the utterance. */
  readonly from: number;
  /** Returns whether another provider may supply missing audio; this one is then given up. */
  readonly hasNext: () => boolean;
}

/** The callbacks of an attempt. None is called after `close`. */
export interface AttemptObserver {
  /** Called when text is sent to the provider. */
  sent(attempt: Attempt, text: string): void;
  /**
   * Called for an event of the provider. Its audio has the rate of the fallback; its marks and words count from `from`.
   */
  event(attempt: Attempt, event: TtsEvent): void;
  /** Called when it has failed. */
  failed(attempt: Attempt, error: unknown): void;
  /** Called when everything is spoken. */
  completed(attempt: Attempt): void;
}

/** A marker: the text up to here is to be spoken without waiting for more. */
export const COMPLETE: unique symbol = Symbol('complete');
export type Piece = string | typeof COMPLETE;

/** One provider's synthesis of an utterance, or of the rest of it. */
export class Attempt {
  readonly member: Member<TextToSpeech>;
  readonly from: number;
  /** When its first text was sent; null: none was. */
  firstTextMs: number | null = null;
  /** Words whose audio has not yet been emitted. Times count from its first sample. */
  readonly words: WordTiming[] = [];
  readonly #options: AttemptOptions;
  readonly #observer: AttemptObserver;
  readonly #pieces: Subject<Piece> = new Subject();
  readonly #subscription: Subscription = new Subscription();
  readonly #deadline: SynthesisDeadline;
  readonly #unmarked: UnmarkedText = new UnmarkedText();
  readonly #ready: ReadyText;
  readonly #alarm: Alarm;
  #hasAudio = false;
  #resampler: Resampler | null = null;
  #hasAllText = false;

  constructor(options: AttemptOptions, observer: AttemptObserver) {
    const { member, members, stallMs, from } = options;
    this.member = member;
    this.from = from;
    this.#options = options;
    this.#observer = observer;
    this.#deadline = new SynthesisDeadline({ firstMs: members.timeoutMs, eachMs: stallMs });
    this.#ready = new ReadyText({
      isWhole: members.first.accepts === 'sentences' || member.port.accepts === 'sentences',
    });
    this.#alarm = createAlarm(members.scheduler, () => this.#runOut());
    this.#subscription.add(() => this.#alarm.set(undefined));
  }

  get isClosed(): boolean {
    return this.#subscription.closed;
  }

  open(): void {
    const { port } = this.member;
    const text = new Subject<string>();
    const complete = new Subject<void>();
    this.#subscription.add(
      defer(() => port.synthesize(text, complete)).subscribe({
        next: (event) => this.#receive(event),
        error: (error: unknown) => this.#end(() => this.#observer.failed(this, error)),
        complete: () => this.#complete(),
      }),
    );
    this.#subscription.add(
      this.#pieces.pipe(this.#toPieces()).subscribe({
        next: (piece) => {
          if (piece !== COMPLETE) return this.#send(piece, text);
          this.#ready.complete(this.#options.members.scheduler.now());
          complete.next();
        },
        error: (error: unknown) => this.#end(() => this.#observer.failed(this, error)),
        complete: () => {
          const nowMs = this.#options.members.scheduler.now();
          this.#hasAllText = true;
          this.#ready.complete(nowMs);
          this.#wait(this.#deadline.endText(nowMs));
          text.complete();
        },
      }),
    );
  }

  push(piece: Piece): void {
    if (!this.isClosed) this.#pieces.next(piece);
  }

  end(): void {
    if (!this.isClosed) this.#pieces.complete();
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Takes the words that end within the first `ms` of its audio, or in the first `chars` of its text. */
  takeWords(ms: number, chars: number): readonly WordTiming[] {
    const count = this.words.findIndex(({ endMs, to }) => endMs > ms + ROUNDING_MS && to > chars);
    return this.words.splice(0, count < 0 ? this.words.length : count);
  }

  /** Returns the rest of its audio. */
  flush(): AudioFrame | null {
    return this.#resampler && this.#toFrame(this.#resampler.flush());
  }

  /** Cuts text into sentences if the provider needs them and the fallback receives smaller pieces. */
  #toPieces(): OperatorFunction<Piece, Piece> {
    const { member, members } = this.#options;
    const { accepts, language } = member.port;
    if (accepts === 'tokens' || members.first.accepts === 'sentences') return identity;
    const toSentences = sentences({ language, scheduler: members.scheduler });
    return (pieces) =>
      pieces.pipe(
        connect((shared) =>
          shared.pipe(
            filter((piece) => piece !== COMPLETE),
            window(shared.pipe(filter((piece) => piece === COMPLETE))),
          ),
        ),
        concatMap((run, n): Observable<Piece> => {
          const cut = run.pipe(toSentences);
          return n === 0 ? cut : concat(of(COMPLETE), cut);
        }),
      );
  }

  #send(piece: string, text: Subject<string>): void {
    const nowMs = this.#options.members.scheduler.now();
    this.firstTextMs ??= nowMs;
    const sent = { kind: 'text', utterance: '', text: piece } as const;
    this.#unmarked.add(sent);
    this.#ready.add(piece, nowMs);
    this.#wait(this.#deadline.add(sent, nowMs));
    this.#observer.sent(this, piece);
    text.next(piece);
  }

  #receive(event: TtsEvent): void {
    if (this.isClosed) return;
    if (event.kind === 'words') {
      this.words.push(...event.words);
      this.words.sort((a, b) => a.endMs - b.endMs);
    }
    if (event.kind !== 'audio' && event.kind !== 'mark') return this.#observer.event(this, event);
    const speech = { ...event, utterance: '' };
    if (event.kind === 'mark') this.#ready.mark(event.chars);
    else this.#hasAudio = true;
    this.#wait(this.#deadline.add(speech, this.#options.members.scheduler.now()));
    if (this.#unmarked.add(speech) && this.#failIfMute()) return;
    if (event.kind === 'mark') return this.#observer.event(this, event);
    const frame = this.#convert(event.frame);
    if (frame !== null) this.#observer.event(this, { kind: 'audio', frame });
  }

  /** Fails the attempt if another provider may supply the missing audio. */
  #failIfMute(): boolean {
    if (!this.#options.hasNext()) return false;
    const { name: provider } = this.member.port;
    const error = new AntiphonError('provider_failed', 'it brought no audio for a text with words', { provider });
    this.#end(() => this.#observer.failed(this, error));
    return true;
  }

  #complete(): void {
    if (this.isClosed) return;
    const { name: provider } = this.member.port;
    if (!this.#hasAllText) {
      const error = new AntiphonError('provider_failed', 'it ended before its text', { provider });
      return this.#end(() => this.#observer.failed(this, error));
    }
    if (this.#unmarked.end() && this.#failIfMute()) return;
    this.#end(() => this.#observer.completed(this));
  }

  #runOut(): void {
    if (!this.#options.hasNext()) return;
    if (!this.#deadline.isIncomplete) return this.#complete();
    const { name: provider } = this.member.port;
    const error = new AntiphonError('tts_timeout', `${provider} sent no audio in time for the text`, { provider });
    this.#end(() => this.#observer.failed(this, error));
  }

  /**
   * Sets the deadline, unless no other provider may speak. A model that writes slowly does not count against the
   * provider.
   */
  #wait(dueMs: number | undefined): void {
    if (this.isClosed) return;
    if (dueMs === undefined || !this.#options.hasNext()) return this.#alarm.set(undefined);
    const { stallMs, members } = this.#options;
    const limitMs = this.#hasAudio ? stallMs : members.timeoutMs;
    this.#alarm.set(this.#deadline.isIncomplete ? Math.max(dueMs, this.#ready.sinceMs + limitMs) : dueMs);
  }

  #end(report: () => void): void {
    if (this.isClosed) return;
    this.close();
    report();
  }

  #convert(frame: AudioFrame): AudioFrame | null {
    const { sampleRate } = this.#options.members.first;
    if (frame.sampleRate === sampleRate) return frame;
    this.#resampler ??= createResampler(frame.sampleRate, sampleRate);
    return this.#toFrame(this.#resampler.push(frame.samples));
  }

  #toFrame(samples: Int16Array): AudioFrame | null {
    return samples.length === 0 ? null : { samples, sampleRate: this.#options.members.first.sampleRate };
  }
}

/** Tolerance for rounded word times, and for the lag of a converted rate, in ms. */
const ROUNDING_MS = 1;
