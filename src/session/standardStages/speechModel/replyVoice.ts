import { concat, concatMap, defer, merge, of, takeWhile, tap } from 'rxjs';
import { msOfSamples } from '../../../core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../core/ports.ts';
import type { WordTiming } from '../../../core/turn.ts';
import { countLetters, findLetterEnd, type KeptFrame, type ReplyAudio } from './replyAudio.ts';

export interface ReplyVoiceOptions {
  readonly name: string;
  readonly sampleRate: number;
  /** The text of the reply before the part. */
  readonly before: string;
  /** Called before the first audio of the part, with the sample of the reply's audio at which it begins. */
  readonly onStart: (sample: number) => void;
}

/** Creates a voice that speaks a part of a reply with the audio that the model has generated for it. */
export function createReplyVoice(audio: ReplyAudio, options: ReplyVoiceOptions): TextToSpeech {
  const { name, sampleRate } = options;
  return {
    name,
    sampleRate,
    accepts: 'tokens',
    language: 'und',
    synthesize: (text) =>
      defer(() => {
        const voice = new ReplyVoice(audio, options);
        const pieces = concat(
          text.pipe(tap((piece) => voice.addText(piece))),
          defer(() => {
            voice.endText();
            return of(null);
          }),
        );
        return merge(pieces, audio.changes).pipe(
          concatMap(() => voice.take()),
          takeWhile((event) => event !== null),
        );
      }),
  };
}

/** The position of a voice in the audio of a reply. */
class ReplyVoice {
  readonly #audio: ReplyAudio;
  readonly #options: ReplyVoiceOptions;
  readonly #lettersBefore: number;
  #text = '';
  #letters = 0;
  #isTextOver = false;
  /** The next sample to emit; null until its place is known. */
  #at: number | null = null;
  /** The index of the frame that has it, or of an earlier one. */
  #frame = 0;
  /** The sample of the reply's audio at which the part begins. */
  #startedAt = 0;
  /** The letters of the reply that the marks so far have covered. */
  #marked: number;
  /** The words of the reply that were taken or are not of this part. */
  #words = 0;

  constructor(audio: ReplyAudio, options: ReplyVoiceOptions) {
    this.#audio = audio;
    this.#options = options;
    this.#lettersBefore = countLetters(options.before);
    this.#marked = this.#lettersBefore;
  }

  addText(piece: string): void {
    this.#text += piece;
    this.#letters += countLetters(piece);
  }

  endText(): void {
    this.#isTextOver = true;
  }

  /** Takes everything that has arrived; null at the end of the part. */
  take(): readonly (TtsEvent | null)[] {
    const events: TtsEvent[] = [];
    while (this.#takeStretch(events));
    this.#takeWords(events);
    return this.#isDone() ? [...events, null] : events;
  }

  /** Takes a stretch of audio up to the next mark, or the mark. Returns whether there may be more. */
  #takeStretch(events: TtsEvent[]): boolean {
    if (this.#at === null) {
      this.#at = this.#audio.locate(this.#lettersBefore);
      if (this.#at === null) return false;
      this.#startedAt = this.#at;
      this.#options.onStart(this.#at);
    }
    const [mark] = this.#audio.marksAfter(this.#marked);
    const to = Math.min(mark?.samples ?? this.#audio.samples, this.#endSample() ?? Number.POSITIVE_INFINITY);
    if (this.#at < to) {
      this.#takeAudio(this.#at, to, events);
      this.#at = to;
      return true;
    }
    return mark !== undefined && this.#at >= mark.samples && this.#takeMark(mark.letters, events);
  }

  /** Returns the sample at which the part ends; null while that is not known. */
  #endSample(): number | null {
    return this.#isTextOver ? this.#audio.locate(this.#lettersBefore + this.#letters) : null;
  }

  #takeMark(letters: number, events: TtsEvent[]): boolean {
    const chars = findLetterEnd(this.#text, letters - this.#lettersBefore);
    if (chars === null) return false;
    this.#marked = letters;
    events.push({ kind: 'mark', chars });
    return true;
  }

  /** Takes the times of words whose text has arrived. */
  #takeWords(events: TtsEvent[]): void {
    if (this.#at === null) return;
    const words: WordTiming[] = [];
    for (const { fromLetter, toLetter, itemFrom, startMs, endMs } of this.#audio.words.slice(this.#words)) {
      const to = findLetterEnd(this.#text, toLetter - this.#lettersBefore);
      if (to === null) break;
      this.#words += 1;
      if (fromLetter < this.#lettersBefore) continue;
      const from = (findLetterEnd(this.#text, fromLetter - this.#lettersBefore + 1) ?? to) - 1;
      const offsetMs = msOfSamples(itemFrom - this.#startedAt, this.#options.sampleRate);
      words.push({ from, to, startMs: startMs + offsetMs, endMs: endMs + offsetMs });
    }
    if (words.length > 0) events.push({ kind: 'words', words });
  }

  #takeAudio(from: number, to: number, events: TtsEvent[]): void {
    const { frames } = this.#audio;
    for (; this.#frame < frames.length; this.#frame += 1) {
      const { from: first, frame } = frames[this.#frame] as KeptFrame;
      if (first >= to) return;
      const samples = frame.samples.subarray(Math.max(0, from - first), to - first);
      if (samples.length > 0) events.push({ kind: 'audio', frame: { ...frame, samples } });
      if (first + frame.samples.length > to) return;
    }
  }

  #isDone(): boolean {
    if (!this.#isTextOver || this.#at === null) return false;
    const end = this.#endSample();
    return (
      end !== null && this.#at >= end && (this.#audio.isOver || this.#marked >= this.#lettersBefore + this.#letters)
    );
  }
}
