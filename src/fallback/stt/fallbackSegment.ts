import { durationMs } from '../../core/audio.ts';
import type { SpeechToText, SttInput } from '../../core/ports.ts';
import type { DetailedText } from '../../wire/stt/transcriptPiece.ts';
import type { Member } from '../members.ts';
import type { Run } from './run.ts';

/** Maximum length of a segment's audio that is kept, in ms: twice the default of `max_buffered_speech`. */
const MAX_KEPT_MS = 120_000;

/** A segment without an answer: the runs that transcribe it, and the inputs that another provider would need. */
export class FallbackSegment {
  readonly segment: number;
  readonly tried: Set<Member<SpeechToText>> = new Set();
  /** The runs that transcribe it. The interims are those of the first run. */
  runs: readonly Run[] = [];
  /** The error of the provider that failed last. */
  error: unknown = null;
  /** True once no provider is left. */
  hasFailed = false;
  hasEnded = false;
  /** Flushes and ends without an answer. */
  pending = 0;
  /** Length of the audio before the last answer, in ms. */
  answeredMs = 0;
  /** The longest text of the failed runs. */
  #lost: DetailedText = NO_TEXT;
  /** The inputs since the last answer. */
  #kept: SttInput[] = [];
  #keptMs = 0;
  #isWhole = true;

  constructor(segment: number) {
    this.segment = segment;
  }

  /** False if its audio was too long to be kept. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get kept(): readonly SttInput[] {
    return [...this.#kept];
  }

  keep(input: SttInput): void {
    if (input.kind === 'audio') {
      if (!this.#isWhole) return;
      this.#keptMs += durationMs(input.frame);
    }
    this.#kept.push(input);
    if (this.#keptMs <= MAX_KEPT_MS) return;
    this.#isWhole = false;
    this.#keptMs = 0;
    this.#kept = this.#kept.filter(({ kind }) => kind !== 'audio');
  }

  add(run: Run): void {
    this.tried.add(run.member);
    this.runs = [...this.runs, run];
  }

  /** Removes the run of a provider that has failed, and keeps its text. */
  remove(run: Run): void {
    this.runs = this.runs.filter((other) => other !== run);
    const { text } = run;
    if (text.text.length > this.#lost.text.length) this.#lost = text;
    run.close();
  }

  /** Keeps only the run that has answered. The others have not failed. */
  select(run: Run): void {
    for (const other of this.runs) {
      if (other === run) continue;
      this.tried.delete(other.member);
      other.close();
    }
    this.runs = [run];
  }

  /** Drops the inputs up to the first flush or end. Returns true for an end. */
  dropAnswered(): boolean {
    this.pending -= 1;
    this.#lost = NO_TEXT;
    const at = this.#kept.findIndex(({ kind }) => kind === 'flush' || kind === 'end');
    const answered = this.#kept.splice(0, at + 1);
    const ms = answered.reduce((sum, input) => sum + (input.kind === 'audio' ? durationMs(input.frame) : 0), 0);
    this.answeredMs += ms;
    this.#keptMs -= ms;
    return answered.at(-1)?.kind === 'end';
  }

  /** Takes the text that the failed runs had understood. */
  takeLost(): DetailedText {
    const lost = this.#lost;
    this.#lost = NO_TEXT;
    return lost;
  }
}

const NO_TEXT: DetailedText = { text: '', details: {} };
