import { createResampler, type Resampler } from '../core/resampler.ts';
import type { PlaybackReport, SpeakerCommand } from './speaker.ts';

/** Interval of position reports, in ms. */
const POSITION_MS = 100;
/** Longest queue of an utterance, in seconds. Further audio is dropped and never counts as played. */
const MAX_WAITING_S = 60;
const FULL_SCALE = 32_768;

/** An utterance in the loudspeaker's queue. */
export interface Utterance {
  readonly id: string;
  /** Sample rates on the wire and of the device, in Hz. */
  readonly sampleRate: number;
  readonly deviceRate: number;
  readonly resampler: Resampler;
  /**
   * Queued samples at the device's rate: the pieces, the offset into the first one, their total length, and the number
   * of samples played.
   */
  readonly pieces: Int16Array[];
  offset: number;
  waiting: number;
  played: number;
  /** At the wire's rate: the samples that precede its audio, and those received so far, including these. */
  readonly firstSample: number;
  received: number;
  ended: boolean;
  started: boolean;
  /** Device samples played since the last report. */
  sinceReport: number;
}

export function createUtterance(
  { utterance, sampleRate, firstSample }: Extract<SpeakerCommand, { readonly kind: 'start' }>,
  deviceRate: number,
): Utterance {
  const resampler = createResampler(sampleRate, deviceRate);
  const counts = { offset: 0, waiting: 0, played: 0, firstSample, received: firstSample, sinceReport: 0 };
  return {
    id: utterance,
    sampleRate,
    deviceRate,
    resampler,
    pieces: [],
    ...counts,
    ended: false,
    started: firstSample > 0,
  };
}

export function append(utterance: Utterance, samples: Int16Array): void {
  if (utterance.ended || utterance.waiting >= MAX_WAITING_S * utterance.deviceRate) return;
  utterance.received += samples.length;
  enqueue(utterance, utterance.resampler.push(samples));
}

export function end(utterance: Utterance): void {
  if (utterance.ended) return;
  utterance.ended = true;
  enqueue(utterance, utterance.resampler.flush());
}

function enqueue(utterance: Utterance, piece: Int16Array): void {
  if (piece.length === 0) return;
  utterance.pieces.push(piece);
  utterance.waiting += piece.length;
}

/** Moves samples of the utterance into the block and returns their number. */
export function copy(utterance: Utterance, block: Float32Array, from: number): number {
  let at = from;
  for (let piece = utterance.pieces[0]; piece !== undefined && at < block.length; piece = utterance.pieces[0]) {
    const part = piece.subarray(utterance.offset, utterance.offset + block.length - at);
    for (const sample of part) block[at++] = sample / FULL_SCALE;
    utterance.offset += part.length;
    if (utterance.offset < piece.length) break;
    utterance.pieces.shift();
    utterance.offset = 0;
  }
  utterance.waiting -= at - from;
  utterance.played += at - from;
  return at - from;
}

/** Returns the reports on the utterance after a block of `elapsed` device samples. */
export function progress(utterance: Utterance, elapsed: number): readonly PlaybackReport[] {
  const { id, sampleRate, deviceRate } = utterance;
  const report = (kind: 'started' | 'position' | 'finished'): PlaybackReport => ({
    kind,
    utterance: id,
    played: playedOf(utterance),
    sampleRate,
  });
  const starts = !utterance.started && utterance.played > 0;
  utterance.started ||= starts;
  utterance.sinceReport += utterance.started && !starts ? elapsed : 0;
  const interval = (deviceRate * POSITION_MS) / 1000;
  const due = utterance.sinceReport >= interval;
  if (due) utterance.sinceReport -= interval;
  if (isOver(utterance)) return starts ? [report('started'), report('finished')] : [report('finished')];
  if (starts) return [report('started')];
  return due ? [report('position')] : [];
}

export function isOver({ ended, waiting }: Utterance): boolean {
  return ended && waiting === 0;
}

/** Returns the number of samples played. The resampler rounds up, so the number is capped at the received samples. */
export function playedOf({ played, sampleRate, deviceRate, firstSample, received }: Utterance): number {
  return Math.min(received, firstSample + Math.floor((played * sampleRate) / deviceRate));
}
