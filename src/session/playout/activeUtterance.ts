import { samplesOfMs } from '../../core/audio.ts';
import type { PlayoutReport } from '../../core/playout.ts';

/** An utterance from its `start` until it has stopped: what is known, and what of that was announced. Times are play time. */
export interface ActiveUtterance {
  readonly utterance: string;
  readonly sampleRate: number;
  readonly sent: number;
  /** When its `end` was sent. */
  readonly endedMs: number | undefined;
  readonly cut: Cut | undefined;
  /** The client's count, and when it came. */
  readonly reported: { readonly samples: number; readonly atMs: number } | undefined;
  readonly start: 'unknown' | 'reported' | 'announced';
  /** How many samples were played when it stopped, once the client has made that known. */
  readonly final: number | undefined;
  readonly announced: { readonly sent: number; readonly played: number };
}

/** The decision to clear it. */
export interface Cut {
  readonly atMs: number;
  /** What the pacing clock said then. */
  readonly pacedSamples: number;
  /** How long the client's answer is waited for, in scheduler time: it runs on while the client is away. */
  readonly answerByMs: number;
}

/** Creates an utterance from all its fields (see `Machine.create`); those left out are those of a new one. */
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

/** The client has said something of it: its count less its output latency, never less than before, never more than sent. */
export function applyReport(one: ActiveUtterance, report: PlayoutReport, playMs: number): ActiveUtterance {
  const samples = Math.min(one.sent, Math.max(one.reported?.samples ?? 0, countOf(one, report)));
  const begins = one.start === 'unknown' && (report.kind === 'started' || samples > 0);
  return {
    ...one,
    reported: { samples, atMs: playMs },
    start: begins ? 'reported' : one.start,
    final: isFinal(one, report.kind) ? samples : one.final,
  };
}

/** At its end an utterance has been heard: nothing is on its way through the output any more. */
function countOf(one: ActiveUtterance, { kind, playedSamples, outputLatencyMs = 0 }: PlayoutReport): number {
  const isOver = kind === 'finished' && isFinal(one, kind);
  return isOver ? playedSamples : playedSamples - samplesOfMs(outputLatencyMs, one.sampleRate);
}

/** A client that runs dry before the end was sent, or clears without being told, has not had the last word. */
function isFinal({ endedMs, cut }: ActiveUtterance, kind: PlayoutReport['kind']): boolean {
  return (kind === 'finished' && (endedMs ?? cut) !== undefined) || (kind === 'cleared' && cut !== undefined);
}

/** A later utterance is being played, so this one no longer is. */
export function markOvertaken(one: ActiveUtterance): ActiveUtterance {
  return { ...one, final: one.final ?? (one.cut === undefined ? one.sent : samplesAtCut(one, one.cut)) };
}

/** What was played at the cut as far as can be told without the client's answer. */
export function samplesAtCut({ reported, sampleRate, sent }: ActiveUtterance, { atMs, pacedSamples }: Cut): number {
  if (reported === undefined) return pacedSamples;
  return Math.min(sent, reported.samples + samplesOfMs(Math.max(0, atMs - reported.atMs), sampleRate));
}
