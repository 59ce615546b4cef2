import { msOfSamples, samplesOfMs } from '../../../core/audio.ts';
import type { PlayoutEvent, PlayoutReport } from '../../../core/playout.ts';

/** A `clear` of an utterance. */
export interface Cut {
  readonly atMs: number;
  /** The samples played by the pacing clock. */
  readonly pacedSamples: number;
  /** The deadline for the client's answer, in scheduler time, which does not stop while the client is away. */
  readonly answerByMs: number;
}

/** A silence that arose because no audio was sent in time. */
interface Silence {
  /** The samples before it. */
  readonly after: number;
  readonly ms: number;
}

/** An utterance from its `start` until it has stopped, with its emitted events. Times are play time. */
export class ActiveUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  /** Number of sent samples. */
  sent: number = 0;
  /** Time at which the first sample was sent. */
  sentMs: number | undefined;
  /** The silences between its audio, in order. */
  readonly #silences: Silence[] = [];
  /** Time at which the pacing clock has played all audio sent. */
  #playsUntilMs = Number.POSITIVE_INFINITY;
  /** Time at which its `end` was sent. */
  endedMs: number | undefined;
  cut: Cut | undefined;
  /** The samples played when it stopped; undefined until they are known. */
  final: number | undefined;
  #start: 'unknown' | 'reported' | 'announced' = 'unknown';
  /** The samples and the time of the client's latest report; undefined without a report. */
  #reported: number | undefined;
  #reportedAtMs = 0;
  #announcedSent = 0;
  #announcedPlayed = 0;

  constructor(utterance: string, sampleRate: number) {
    this.utterance = utterance;
    this.sampleRate = sampleRate;
  }

  /** True if the client has reported its start, or its start was announced. */
  get hasStarted(): boolean {
    return this.#start !== 'unknown';
  }

  /** True if the client has reported anything about it. */
  get isReported(): boolean {
    return this.#reported !== undefined;
  }

  /** True if the client has reported that a sample was played. */
  get hasPlayed(): boolean {
    return (this.#reported ?? 0) > 0;
  }

  /** True if the client has reported all samples as played. */
  get isPlayed(): boolean {
    return this.#reported === this.sent;
  }

  /** Adds audio that is sent at `playMs`. The pacing clock will have played all audio at `playsUntilMs`. */
  addSent(samples: number, playMs: number, playsUntilMs: number): void {
    if (playMs > this.#playsUntilMs) this.#silences.push({ after: this.sent, ms: playMs - this.#playsUntilMs });
    this.sent += samples;
    this.sentMs ??= playMs;
    this.#playsUntilMs = playsUntilMs;
  }

  /** Computes the time from the end of its first `from` samples to the end of its first `to`, including silences. */
  computeMsSince(from: number, to: number): number {
    const silentMs = Math.max(0, (this.cut?.atMs ?? this.endedMs ?? 0) - this.#playsUntilMs);
    const playedMs = msOfSamples(Math.max(0, to - from), this.sampleRate);
    return this.#silences.reduce(
      (sum, { after, ms }) => (after < from || after > to ? sum : sum + ms),
      playedMs + silentMs,
    );
  }

  /** Applies a report: its count minus the output latency, never less than before and never more than sent. */
  report(report: PlayoutReport, playMs: number): void {
    const samples = Math.min(this.sent, Math.max(this.#reported ?? 0, this.#countPlayed(report)));
    this.#reported = samples;
    this.#reportedAtMs = playMs;
    if (this.#start === 'unknown' && (report.kind === 'started' || samples > 0)) this.#start = 'reported';
    if (this.#isFinal(report.kind)) this.final = samples;
  }

  /** Stops it because a later utterance is being played. */
  stopOvertaken(): void {
    this.final ??= this.cut === undefined ? this.sent : this.samplesAtCut(this.cut);
  }

  /** Estimates the samples played at the cut, without the client's answer. */
  samplesAtCut({ atMs, pacedSamples }: Cut): number {
    if (this.#reported === undefined) return pacedSamples;
    return Math.min(this.sent, this.#reported + samplesOfMs(Math.max(0, atMs - this.#reportedAtMs), this.sampleRate));
  }

  /** Announces newly sent samples. */
  takeSent(): PlayoutEvent | undefined {
    const { utterance, sent: samples } = this;
    if (samples <= this.#announcedSent) return undefined;
    this.#announcedSent = samples;
    return { kind: 'sent', utterance, samples };
  }

  /** Announces the start, once. It happened `lateMs` ago. */
  takeStarted(lateMs: number): PlayoutEvent | undefined {
    if (this.#start === 'announced') return undefined;
    this.#start = 'announced';
    const started = { kind: 'started', utterance: this.utterance } as const;
    return lateMs === 0 ? started : { ...started, lateMs };
  }

  /** Announces newly played samples. */
  takePlayed(): PlayoutEvent | undefined {
    const samples = this.#reported ?? 0;
    if (samples <= this.#announcedPlayed) return undefined;
    this.#announcedPlayed = samples;
    return { kind: 'played', utterance: this.utterance, samples };
  }

  /** Counts the samples that were heard. At the end of an utterance, none are left in the output. */
  #countPlayed({ kind, playedSamples, outputLatencyMs = 0 }: PlayoutReport): number {
    const isOver = kind === 'finished' && this.#isFinal(kind);
    return isOver ? playedSamples : playedSamples - samplesOfMs(outputLatencyMs, this.sampleRate);
  }

  /** Checks whether a report is final: `finished` only after the end was sent or cut, `cleared` only after a cut. */
  #isFinal(kind: PlayoutReport['kind']): boolean {
    if (kind === 'cleared') return this.cut !== undefined;
    return kind === 'finished' && (this.endedMs !== undefined || this.cut !== undefined);
  }
}
