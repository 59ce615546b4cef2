import type { AudioFrame } from '../../core/audio.ts';
import { detailsOf } from '../../core/detailsOf.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../core/ports.ts';
import { createResampler, type Resampler } from '../../core/resampler.ts';
import { joinPieces, shiftWords, type DetailedText } from '../../wire/stt/transcriptPiece.ts';
import type { Member } from '../members.ts';
import type { MemberStream } from './memberStream.ts';

export type Final = Extract<SttEvent, { readonly kind: 'final' }>;
export type Interim = Extract<SttEvent, { readonly kind: 'interim' }>;

export interface RunOptions {
  readonly member: Member<SpeechToText>;
  readonly stream: MemberStream;
  readonly segment: number;
  /** Length of the segment's audio that this run skips because it was answered before, in ms. */
  readonly skippedMs: number;
}

/** The transcription of one segment, or of the rest of it, by one provider. */
export class Run {
  readonly member: Member<SpeechToText>;
  /** Scheduler time since which its answer is awaited; null: it is not. */
  askedMs: number | null = null;
  /** Flushes and ends that were sent to it without an answer so far. */
  pending = 0;
  isClosed = false;
  readonly #options: RunOptions;
  /** The finals since its last answer. They are held because another provider might repeat them. */
  #finals: readonly Final[] = [];
  #interim: Interim | null = null;
  #resampler: Resampler | null = null;
  #hasEnded = false;

  constructor(options: RunOptions) {
    this.member = options.member;
    this.#options = options;
  }

  /** Sends an input, at the rate of the provider. */
  send(input: SttInput): void {
    if (this.isClosed) return;
    const { stream, segment } = this.#options;
    if (input.kind === 'audio') return this.#sendAudio(this.#convert(input.frame));
    if (input.kind !== 'start' && this.#resampler !== null) this.#sendAudio(this.#resampler.flush());
    if (input.kind !== 'start') this.pending += 1;
    if (input.kind === 'end') this.#hasEnded = true;
    stream.send({ ...input, segment });
  }

  /** Ends the run. Nothing of it is used any longer. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { stream, segment } = this.#options;
    if (!this.#hasEnded) stream.send({ kind: 'end', segment });
  }

  /** Returns whether an event answers a flush or an end. */
  isAnswered(event: SttEvent): boolean {
    return this.pending > 0 && (event.kind === 'empty' || (event.kind === 'final' && event.last !== false));
  }

  /** Holds a transcript, and returns all of its text since its last answer. */
  hold(event: Final | Interim): DetailedText {
    const placed = this.place(event);
    if (placed.kind === 'final') {
      this.#finals = [...this.#finals, { ...placed, last: false }];
      this.#interim = null;
    } else this.#interim = placed;
    return this.text;
  }

  get text(): DetailedText {
    const all = this.#interim === null ? this.#finals : [...this.#finals, this.#interim];
    return joinPieces(all.map((event) => ({ text: event.text, details: detailsOf(event) })));
  }

  /** Takes the held finals, which are part of the answer that has arrived. */
  answer(): readonly Final[] {
    this.pending -= 1;
    this.askedMs = null;
    const finals = this.#finals;
    this.#finals = [];
    this.#interim = null;
    return finals;
  }

  /** Shifts the words of a transcript to the time of the segment. */
  place<Event extends Final | Interim>(event: Event): Event {
    const { skippedMs } = this.#options;
    return skippedMs === 0 ? event : { ...event, ...shiftWords(detailsOf(event), skippedMs) };
  }

  /** Shifts a finding about the turn to the time of the segment. */
  placeTurn(event: Extract<SttEvent, { readonly kind: 'turn' }>): SttEvent {
    return event.atMs === undefined ? event : { ...event, atMs: event.atMs + this.#options.skippedMs };
  }

  #convert({ samples, sampleRate }: AudioFrame): Int16Array {
    const { sampleRate: needed } = this.member.port;
    if (sampleRate === needed) return samples;
    this.#resampler ??= createResampler(sampleRate, needed);
    return this.#resampler.push(samples);
  }

  #sendAudio(samples: Int16Array): void {
    const { stream, segment, member } = this.#options;
    if (samples.length === 0) return;
    stream.send({ kind: 'audio', segment, frame: { samples, sampleRate: member.port.sampleRate } });
  }
}
