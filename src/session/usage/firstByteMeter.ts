import { Subject, type Observable, type TimestampProvider } from 'rxjs';
import type { Settlement } from '../../core/speech.ts';
import type { RoundProgress, SpeechEvent } from '../../core/turn.ts';
import type { FirstByte } from '../../core/usage.ts';
import { dropOldest } from '../../stream/dropOldest.ts';

/** Maximum number of awaited segments: segments that are never settled are forgotten. */
const MAX_SEGMENTS = 32;

/** A meter of the time that providers take to answer. Keeps the requests that have not been answered. */
export class FirstByteMeter {
  readonly #clock: TimestampProvider;
  readonly #answers = new Subject<FirstByte>();
  /** The names of the providers. */
  #stt: string;
  #tts: string;
  /** The end times of the segments whose words are awaited. */
  readonly #segments = new Map<number, number>();
  /** The call whose first chunk is awaited; null: none. */
  #call: { readonly turn: number; readonly round: number; readonly at: number } | null = null;
  /** The utterance whose first audio is awaited; null: none. */
  #utterance: string | null = null;
  /** When its first text was sent; null: not yet. */
  #sentAt: number | null = null;

  constructor(clock: TimestampProvider, stt: string, tts: string) {
    this.#clock = clock;
    this.#stt = stt;
    this.#tts = tts;
  }

  get answers(): Observable<FirstByte> {
    return this.#answers;
  }

  /** Sets the provider of later answers. */
  setProvider(port: 'stt' | 'tts', provider: string): void {
    if (port === 'stt') this.#stt = provider;
    else this.#tts = provider;
  }

  endSegment(segment: number): void {
    this.#segments.set(segment, this.#clock.now());
    dropOldest(this.#segments, MAX_SEGMENTS);
  }

  /** Handles a settlement. A segment that is settled while it is open, as noise, has not been requested. */
  settle({ segment, by }: Settlement): void {
    const endedAt = this.#segments.get(segment);
    if (endedAt === undefined) return;
    this.#segments.delete(segment);
    if (by === 'final' || by === 'empty')
      this.#answers.next({ kind: 'stt', ms: this.#clock.now() - endedAt, provider: this.#stt });
  }

  addChunks({ kind, turn, round }: RoundProgress): void {
    const call = this.#call;
    if (kind === 'called') this.#call = { turn, round, at: this.#clock.now() };
    else if (kind === 'chunk' && turn === call?.turn && round === call.round) {
      this.#call = null;
      this.#answers.next({ kind: 'llm', ms: this.#clock.now() - call.at, provider: null });
    }
  }

  /** Adds an event of an utterance. Frames of the agent's audio pass through here; only the first has an effect. */
  addSpeech({ kind, utterance }: SpeechEvent): void {
    if (kind === 'started') {
      this.#utterance = utterance;
      this.#sentAt = null;
    } else if (utterance === this.#utterance) {
      if (kind === 'text') this.#sentAt ??= this.#clock.now();
      else if (kind === 'audio' && this.#sentAt !== null) {
        const ms = this.#clock.now() - this.#sentAt;
        this.#utterance = null;
        this.#answers.next({ kind: 'tts', ms, provider: this.#tts });
      }
    }
  }
}
