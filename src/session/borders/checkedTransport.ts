import { AntiphonError } from '../../core/errors.ts';
import type { Observable } from 'rxjs';
import type { PlayoutReport } from '../../core/playout.ts';
import type { SessionIo } from '../../core/ports.ts';
import { createResampler } from '../../core/resampler.ts';
import { messageOf } from '../../core/messageOf.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';
import { checkedSource } from './checkedSource.ts';
import { createStreamReports } from './streamReports.ts';
import type { BorderReports } from './borderReports.ts';
import { checkFrame, isFields } from './values.ts';

/**
 * Checks what a transport brings. What breaks its contract is reported as `usage_invalid`, once for each stream and property,
 * and dropped; the stream goes on. `heardAt`: the rates to which the user's audio is converted.
 */
export function createCheckedTransport(io: SessionIo, heardAt: readonly number[], reports: BorderReports): SessionIo {
  const { audioIn, textIn, muted, connected, outputSampleRate } = io;
  const checked = <T>(stream: string, open: () => Observable<T>, check: (value: unknown) => Violation | null) =>
    checkedSource<T>({
      open,
      check,
      onViolation: (found) =>
        reports.reportOnce(`${stream}: ${found.path}`, () =>
          failure(`${stream} emitted what it may not: ${describeViolation(found)}${hintFor(found)}`, undefined, stream),
        ),
      ...createStreamReports(stream, (message, cause) => failure(message, cause, stream), reports),
    });
  return {
    outputSampleRate,
    audioIn: checked('audioIn', () => audioIn, createAudioCheck(heardAt)),
    textIn: textIn && checked('textIn', () => textIn, checkText),
    muted: muted && checked('muted', () => muted, checkBoolean),
    connected: connected && checked('connected', () => connected, checkBoolean),
    playout: (commands) => checked<PlayoutReport>('playout', () => io.playout(commands), checkReport),
  };
}

/** Whether a rate can be converted is only asked when it changes. */
function createAudioCheck(heardAt: readonly number[]): (frame: unknown) => Violation | null {
  let known: unknown;
  return (frame) => {
    const found = checkFrame(frame, 'a frame');
    if (found !== null) return found;
    const { sampleRate } = frame as { readonly sampleRate: number };
    if (sampleRate === known) return null;
    const odd = checkConversion(sampleRate, heardAt);
    if (odd === null) known = sampleRate;
    return odd;
  };
}

function checkConversion(rate: number, heardAt: readonly number[]): Violation | null {
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

function checkText(text: unknown): Violation | null {
  return typeof text === 'string' ? null : createViolation('a text', 'a string', text);
}

function checkBoolean(value: unknown): Violation | null {
  return typeof value === 'boolean' ? null : createViolation('a value', 'true or false', value);
}

const REPORTS: ReadonlySet<unknown> = new Set<PlayoutReport['kind']>(['started', 'position', 'finished', 'cleared']);

function checkReport(report: unknown): Violation | null {
  if (!isFields(report)) return createViolation('a report', 'an object', report);
  const { kind, utterance, playedSamples, outputLatencyMs = 0 } = report;
  if (!REPORTS.has(kind)) return createViolation('kind', [...REPORTS].join(', '), kind);
  if (typeof utterance !== 'string') return createViolation('utterance', 'a string', utterance);
  if (!isAmount(playedSamples)) return createViolation('playedSamples', 'a number from 0', playedSamples);
  return isAmount(outputLatencyMs) ? null : createViolation('outputLatencyMs', 'a number from 0', outputLatencyMs);
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** How to make what is expected of what came. */
function hintFor({ got }: Violation): string {
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
