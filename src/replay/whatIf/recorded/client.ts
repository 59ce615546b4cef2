import { msOfSamples } from '../../../core/audio.ts';
import type { Head, Line } from '../../../record/format.ts';
import type { TransportDoubleOptions } from '../../../playback/transportDouble.ts';
import { allIn, allOut } from '../../lines.ts';
import { median } from './utterances.ts';

export interface ClientBehaviour {
  readonly reports: NonNullable<TransportDoubleOptions['reports']>;
  /** One-way latency, in ms. */
  readonly latencyMs: number;
  readonly positionEveryMs: number;
  readonly clearDelayMs: number;
  readonly outputLatencyMs: number;
}

/** Measures the client's median behaviour. A client that never reported has no latency. */
export function clientOf(lines: readonly Line[], { ports, io }: Head): ClientBehaviour {
  const reports = allIn(lines, 'report');
  const kinds = new Set(reports.map(({ v }) => v.kind));
  const answered = (command: 'start' | 'clear', report: 'started' | 'cleared'): number =>
    median(
      allOut(lines, 'command').flatMap(({ t, v }) => {
        const answer = reports.find((one) => one.t >= t && one.v.kind === report && one.v.utterance === v.utterance);
        return v.kind === command && answer !== undefined ? [answer.t - t] : [];
      }),
    ) ?? 0;
  const roundTripMs = answered('start', 'started');
  const reported = kinds.has('started') || kinds.has('position') ? 'positions' : 'finished-only';
  return {
    reports: kinds.size === 0 ? 'none' : reported,
    latencyMs: roundTripMs / 2,
    positionEveryMs: positionEveryMs(reports, io.outputSampleRate ?? ports.tts.sampleRate),
    clearDelayMs: Math.max(0, answered('clear', 'cleared') - roundTripMs),
    outputLatencyMs: median(reports.flatMap(({ v }) => v.outputLatencyMs ?? [])) ?? 0,
  };
}

/** Default interval of position reports, in ms. */
const USUAL_POSITION_MS = 100;

function positionEveryMs(reports: ReturnType<typeof allIn<'report'>>, sampleRate: number): number {
  const steps = reports.flatMap(({ v }, n) => {
    const before = reports[n - 1]?.v;
    const follows = v.kind === 'position' && before?.kind === 'position' && before.utterance === v.utterance;
    return follows ? [msOfSamples(v.playedSamples - before.playedSamples, sampleRate)] : [];
  });
  return Math.max(20, median(steps.filter((step) => step > 0)) ?? USUAL_POSITION_MS);
}
