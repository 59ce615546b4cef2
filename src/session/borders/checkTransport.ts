import { AntiphonError } from '../../core/errors.ts';
import type { Observable } from 'rxjs';
import type { PlayoutReport } from '../../core/playout.ts';
import type { SessionIo } from '../../core/ports.ts';
import { createResampler } from '../../core/resampler.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { Breach } from './breach.ts';
import { breach, sentenceOf } from './breach.ts';
import { inlet } from './inlet.ts';
import { reportsOf } from './reportsOf.ts';
import type { BorderReports } from './reports.ts';
import { frameBreach, isFields } from './values.ts';

/**
 * Checks what a transport brings. What breaks its contract is reported as `usage_invalid`, once for each stream and property,
 * and dropped; the stream goes on. `heardAt`: the rates to which the user's audio is converted.
 */
export function checkTransport(io: SessionIo, heardAt: readonly number[], reports: BorderReports): SessionIo {
  const { audioIn, textIn, muted, connected, outputSampleRate } = io;
  const checked = <T>(stream: string, open: () => Observable<T>, check: (value: unknown) => Breach | null) =>
    inlet<T>({
      open,
      check,
      broken: (found) =>
        reports.once(`${stream}: ${found.path}`, () =>
          failure(`${stream} emitted what it may not: ${sentenceOf(found)}${hintOn(found)}`, undefined, stream),
        ),
      ...reportsOf(stream, (message, cause) => failure(message, cause, stream), reports),
    });
  return {
    outputSampleRate,
    audioIn: checked('audioIn', () => audioIn, audioCheck(heardAt)),
    textIn: textIn && checked('textIn', () => textIn, textBreach),
    muted: muted && checked('muted', () => muted, switchBreach),
    connected: connected && checked('connected', () => connected, switchBreach),
    playout: (commands) => checked<PlayoutReport>('playout', () => io.playout(commands), reportBreach),
  };
}

/** Whether a rate can be converted is only asked when it changes. */
function audioCheck(heardAt: readonly number[]): (frame: unknown) => Breach | null {
  let known: unknown;
  return (frame) => {
    const found = frameBreach(frame, 'a frame');
    if (found !== null) return found;
    const { sampleRate } = frame as { readonly sampleRate: number };
    if (sampleRate === known) return null;
    const odd = oddRate(sampleRate, heardAt);
    if (odd === null) known = sampleRate;
    return odd;
  };
}

function oddRate(rate: number, heardAt: readonly number[]): Breach | null {
  try {
    for (const to of heardAt) createResampler(rate, to);
    return null;
  } catch (thrown) {
    return {
      path: 'a frame.sampleRate',
      expected: 'a rate that can be converted',
      got: `${rate}: ${messageOf(thrown)}`,
    };
  }
}

function textBreach(text: unknown): Breach | null {
  return typeof text === 'string' ? null : breach('a text', 'a string', text);
}

function switchBreach(value: unknown): Breach | null {
  return typeof value === 'boolean' ? null : breach('a value', 'true or false', value);
}

const REPORTS: ReadonlySet<unknown> = new Set<PlayoutReport['kind']>(['started', 'position', 'finished', 'cleared']);

function reportBreach(report: unknown): Breach | null {
  if (!isFields(report)) return breach('a report', 'an object', report);
  const { kind, utterance, playedSamples, outputLatencyMs = 0 } = report;
  if (!REPORTS.has(kind)) return breach('kind', [...REPORTS].join(', '), kind);
  if (typeof utterance !== 'string') return breach('utterance', 'a string', utterance);
  if (!isAmount(playedSamples)) return breach('playedSamples', 'a number from 0', playedSamples);
  return isAmount(outputLatencyMs) ? null : breach('outputLatencyMs', 'a number from 0', outputLatencyMs);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** How to make what is expected of what came. */
function hintOn({ got }: Breach): string {
  switch (got) {
    case 'a Buffer':
    case 'a Uint8Array':
      return ' (16-bit PCM in bytes: new Int16Array(new Uint8Array(bytes).buffer))';
    case 'a Float32Array':
    case 'a Float64Array':
      return ' (samples from -1 to 1: Int16Array.from(samples, (sample) => Math.max(-32768, Math.min(32767, sample * 32768))))';
    default:
      return '';
  }
}

function failure(message: string, cause: unknown, path: string): AntiphonError {
  return new AntiphonError('usage_invalid', message, { path, cause });
}
