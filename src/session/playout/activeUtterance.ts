import { samplesOfMs } from '../../core/audio.ts';
import type { PlayoutReport } from '../../core/playout.ts';

/** An utterance from its `start` until it has stopped, and the events of it that were emitted. Times are play time. */
export interface ActiveUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  readonly sent: number;
  /** Time at which its `end` was sent. */
  readonly endedMs: number | undefined;
  readonly cut: Cut | undefined;
  /** The latest report of the client, and its time. */
  readonly reported: { readonly samples: number; readonly atMs: number } | undefined;
  readonly start: 'unknown' | 'reported' | 'announced';
  /** The samples played when it stopped, once the client has reported them. */
  readonly final: number | undefined;
  readonly announced: { readonly sent: number; readonly played: number };
}

/** A `clear` of an utterance. */
export interface Cut {
  readonly atMs: number;
  /** The samples played by the pacing clock. */
  readonly pacedSamples: number;
  /** The deadline for the client's answer, in scheduler time: it does not stop while the client is away. */
  readonly answerByMs: number;
}

/** Creates an utterance from all its fields (see `Machine.create`). The defaults are those of a new one. */
export function createActiveUtterance({
  utterance,
  sampleRate,
  sent = 0,
  endedMs,
  cut,
  reported,
  start = 'unknown',
  final,
  announced = NOTHING_ANNOUNCED,
}: Pick<ActiveUtterance, 'utterance' | 'sampleRate'> & Partial<ActiveUtterance>): ActiveUtterance {
  return { utterance, sampleRate, sent, endedMs, cut, reported, start, final, announced };
}

const NOTHING_ANNOUNCED: ActiveUtterance['announced'] = { sent: 0, played: 0 };

/** Applies a report: its count less the output latency, never less than before, never more than sent. */
export function applyReport(one: ActiveUtterance, report: PlayoutReport, playMs: number): ActiveUtterance {
  const samples = Math.min(one.sent, Math.max(one.reported?.samples ?? 0, computePlayed(one, report)));
  const begins = one.start === 'unknown' && (report.kind === 'started' || samples > 0);
  return {
    ...one,
    reported: { samples, atMs: playMs },
    start: begins ? 'reported' : one.start,
    final: isFinal(one, report.kind) ? samples : one.final,
  };
}

/** Computes the samples that were heard. At the end of an utterance nothing is left in the output. */
function computePlayed(one: ActiveUtterance, { kind, playedSamples, outputLatencyMs = 0 }: PlayoutReport): number {
  const isOver = kind === 'finished' && isFinal(one, kind);
  return isOver ? playedSamples : playedSamples - samplesOfMs(outputLatencyMs, one.sampleRate);
}

/** Checks whether a report is final: `finished` only after the end was sent or cut, `cleared` only after a cut. */
function isFinal({ endedMs, cut }: ActiveUtterance, kind: PlayoutReport['kind']): boolean {
  return (kind === 'finished' && (endedMs ?? cut) !== undefined) || (kind === 'cleared' && cut !== undefined);
}

/** Stops an utterance because a later one is being played. */
export function markOvertaken(one: ActiveUtterance): ActiveUtterance {
  return { ...one, final: one.final ?? (one.cut === undefined ? one.sent : samplesAtCut(one, one.cut)) };
}

/** Estimates the samples played at the cut, without the client's answer. */
export function samplesAtCut({ reported, sampleRate, sent }: ActiveUtterance, { atMs, pacedSamples }: Cut): number {
  if (reported === undefined) return pacedSamples;
  return Math.min(sent, reported.samples + samplesOfMs(Math.max(0, atMs - reported.atMs), sampleRate));
}
