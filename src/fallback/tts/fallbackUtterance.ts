import { Subscription, type Subscriber } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../core/ports.ts';
import { needsSound } from '../../core/speakable.ts';
import type { WordTiming } from '../../core/turn.ts';
import { createAlarm, type Alarm } from '../../time/alarm.ts';
import { countCharacters } from '../../core/countCharacters.ts';
import { createFallbackWarning, type Member, type Members } from '../members.ts';
import { Attempt, COMPLETE, type AttemptObserver, type Piece } from './attempt.ts';
import { SpokenText } from './spokenText.ts';

export interface FallbackUtteranceOptions {
  readonly members: Members<TextToSpeech>;
  readonly stallMs: number;
  /** Called when a provider has failed or answered, which may change the provider that is asked first. */
  readonly onChange: () => void;
}

/** One utterance, spoken by one provider after the other until all its text is spoken. */
export class FallbackUtterance implements AttemptObserver {
  readonly #options: FallbackUtteranceOptions;
  readonly #out: Subscriber<TtsEvent>;
  readonly #spoken: SpokenText;
  readonly #hedge: Alarm;
  readonly #tried: Set<Member<TextToSpeech>> = new Set();
  /** The text so far, as received. */
  readonly #pieces: Piece[] = [];
  #text = '';
  #hasAllText = false;
  /** The attempts under way. There may be several until one has audio. */
  #attempts: readonly Attempt[] = [];
  /** The attempt that is heard; null: none has audio yet. */
  #selected: Attempt | null = null;
  /** Length of the audio before that of the selected attempt, in ms. */
  #baseMs = 0;

  constructor(options: FallbackUtteranceOptions, out: Subscriber<TtsEvent>) {
    const { members } = options;
    this.#options = options;
    this.#out = out;
    this.#spoken = new SpokenText(members.first.sampleRate);
    this.#hedge = createAlarm(members.scheduler, () => this.#openNext());
    out.add(new Subscription(() => this.#close()));
  }

  open(): void {
    this.#openNext();
  }

  push(piece: Piece): void {
    this.#pieces.push(piece);
    if (piece !== COMPLETE) this.#text += piece;
    for (const attempt of this.#attempts) attempt.push(piece);
    if (this.#attempts.length === 0) this.#openIfNeeded();
  }

  end(): void {
    this.#hasAllText = true;
    for (const attempt of this.#attempts) attempt.end();
    if (this.#attempts.length === 0) this.#openIfNeeded();
  }

  sent(attempt: Attempt, text: string): void {
    const { member, firstTextMs } = attempt;
    const { name: provider, model } = member.port;
    this.#out.next({
      kind: 'used',
      provider,
      ...(model !== undefined && { model }),
      characters: countCharacters(text),
    });
    const mayHedge = this.#selected === null && attempt === this.#attempts.at(-1) && this.#findNext() !== undefined;
    const hedgeMs = mayHedge ? this.#options.members.hedgeMs(member) : undefined;
    if (hedgeMs !== undefined && firstTextMs !== null) this.#hedge.set(firstTextMs + hedgeMs);
  }

  event(attempt: Attempt, event: TtsEvent): void {
    switch (event.kind) {
      case 'audio':
        this.#select(attempt);
        return this.#emitAudio(attempt, event.frame);
      case 'mark':
        return this.#mark(attempt, attempt.from + event.chars);
      case 'words':
        attempt.member.memory.timesWords = true;
        if (attempt === this.#selected) this.#emitWords(attempt, 0);
        return;
      case 'report':
        return this.#out.next(event);
      default:
    }
  }

  failed(attempt: Attempt, error: unknown): void {
    const { members, onChange } = this.#options;
    const { port, memory } = attempt.member;
    memory.fail();
    this.#remove(attempt);
    if (attempt === this.#selected) this.#cut(attempt);
    const next = this.#attempts[0]?.member ?? this.#findNext();
    if (next !== undefined) this.#out.next({ kind: 'report', error: createFallbackWarning(port, next.port, error) });
    if (members.all.length > 1) onChange();
    if (this.#attempts.length > 0 || this.#out.closed) return;
    if (next === undefined) return this.#out.error(error);
    this.#openIfNeeded();
  }

  completed(attempt: Attempt): void {
    this.#select(attempt);
    const rest = attempt.flush();
    if (rest !== null) this.#emitAudio(attempt, rest);
    this.#emitWords(attempt, Number.POSITIVE_INFINITY);
    this.#out.complete();
  }

  #openNext(): void {
    const { members, stallMs } = this.#options;
    const member = this.#findNext();
    if (member === undefined || this.#selected !== null) return;
    this.#hedge.set(undefined);
    this.#tried.add(member);
    const hasNext = (): boolean => this.#attempts.length > 1 || this.#tried.size < members.all.length;
    const attempt = new Attempt({ member, members, stallMs, from: this.#spoken.markedChars, hasNext }, this);
    this.#attempts = [...this.#attempts, attempt];
    attempt.open();
    let skipped = attempt.from;
    for (const piece of this.#pieces.slice()) {
      if (piece === COMPLETE) {
        if (skipped === 0) attempt.push(piece);
        continue;
      }
      if (piece.length > skipped) attempt.push(piece.slice(skipped));
      skipped = Math.max(0, skipped - piece.length);
    }
    if (this.#hasAllText) attempt.end();
  }

  #findNext(): Member<TextToSpeech> | undefined {
    return this.#options.members.list().find((member) => !this.#tried.has(member));
  }

  /** Makes an attempt the one that is heard, and cancels all others. Those have not failed, and may be asked again. */
  #select(attempt: Attempt): void {
    if (attempt === this.#selected) return;
    const nowMs = this.#options.members.scheduler.now();
    this.#hedge.set(undefined);
    for (const other of this.#attempts) {
      if (other.firstTextMs !== null) other.member.memory.addLatency(nowMs - other.firstTextMs, other === attempt);
      if (other === attempt) continue;
      other.close();
      this.#tried.delete(other.member);
    }
    this.#attempts = [attempt];
    this.#selected = attempt;
    this.#baseMs = this.#spoken.audioMs;
    const { port, memory } = attempt.member;
    this.#spoken.begin(memory);
    memory.succeed();
    const { name: provider, model } = port;
    this.#out.next({ kind: 'served', provider, ...(model !== undefined && { model }) });
    this.#options.onChange();
  }

  #emitAudio(attempt: Attempt, frame: AudioFrame): void {
    this.#spoken.addAudio(frame.samples.length);
    this.#out.next({ kind: 'audio', frame });
    this.#emitWords(attempt, 0);
  }

  /** Emits the words whose audio has been emitted, and those of the first `chars` of the attempt's text. */
  #emitWords(attempt: Attempt, chars: number): void {
    const words = attempt
      .takeWords(this.#spoken.audioMs - this.#baseMs, chars)
      .map((word) => this.#place(word, attempt));
    if (words.length > 0) {
      this.#spoken.addWords(words);
      this.#out.next({ kind: 'words', words });
    }
    if (attempt.words.length > 0) this.#spoken.expectWords();
  }

  #place({ from, to, startMs, endMs }: WordTiming, attempt: Attempt): WordTiming {
    const place = (ms: number): number => Math.min(this.#baseMs + ms, this.#spoken.audioMs);
    return { from: attempt.from + from, to: attempt.from + to, startMs: place(startMs), endMs: place(endMs) };
  }

  #mark(attempt: Attempt, chars: number): void {
    if (attempt === this.#selected) this.#emitWords(attempt, chars - attempt.from);
    if (this.#spoken.mark(chars)) this.#out.next({ kind: 'mark', chars });
  }

  /** Marks the text that was spoken before the provider failed: the next one continues from there. */
  #cut(attempt: Attempt): void {
    const rest = attempt.flush();
    if (rest !== null) this.#emitAudio(attempt, rest);
    this.#selected = null;
    const chars = this.#spoken.findCut(this.#text);
    if (this.#spoken.mark(chars)) this.#out.next({ kind: 'mark', chars });
  }

  /** Opens the next attempt if anything is left to be spoken. */
  #openIfNeeded(): void {
    const rest = this.#text.slice(this.#spoken.markedChars);
    if (this.#spoken.audioMs === 0 || needsSound(rest)) return this.#openNext();
    if (!this.#hasAllText) return;
    const chars = this.#text.length;
    if (this.#spoken.mark(chars)) this.#out.next({ kind: 'mark', chars });
    this.#out.complete();
  }

  #remove(attempt: Attempt): void {
    this.#attempts = this.#attempts.filter((other) => other !== attempt);
  }

  #close(): void {
    this.#hedge.set(undefined);
    for (const attempt of this.#attempts) attempt.close();
  }
}
