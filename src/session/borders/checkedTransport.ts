import { catchError, throwError, type Observable } from 'rxjs';
import { DIGITS, isDigit } from '../../core/digit.ts';
import { selectPlayoutFormat } from '../../core/playoutFormat.ts';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { PlayoutReport } from '../../core/playout.ts';
import { TURN_COMMANDS, type SessionIo } from '../../core/ports.ts';
import { createResampler } from '../../core/resampler.ts';
import { enter, type Part } from '../containment/part.ts';
import type { BorderReports } from './borderReports.ts';
import { checkedSource } from './checkedSource.ts';
import { checkFrame, checkText, isFields } from './values.ts';
import { createViolation, describeViolation, type Violation } from './violation.ts';

/**
 * Checks the streams of a transport. Reports a violation as `usage_invalid`, once for each stream and property, and
 * drops its value. `rates` are the sample rates to which the user's audio is converted.
 *
 * @param part the part that contains the transport's code. Default: none, for a transport of this library
 */
export function createCheckedTransport(
  io: SessionIo,
  rates: readonly number[],
  reports: BorderReports,
  part?: Part,
): SessionIo {
  const { audioIn, textIn, digits, muted, turns, connected } = io;
  const checked = <T>(port: string, open: () => Observable<T>, check: (value: unknown) => Violation | null) => {
    const createError = (message: string, cause?: unknown): AntiphonError =>
      new AntiphonError('usage_invalid', message, { path: port, cause });
    const onViolation = (found: Violation): void =>
      reports.reportOnce(`${port}: ${found.path}`, () =>
        createError(`${port} emitted what it may not: ${describeViolation(found)}${HINTS[found.got] ?? ''}`),
      );
    const source = checkedSource<T>({ open, check, onViolation, port, createError, reports, part });
    if (part === undefined) return source;
    return source.pipe(catchError((cause: unknown) => throwError(() => part.createError(cause))));
  };
  return {
    ...selectPlayoutFormat(io),
    audioIn: checked('audioIn', () => audioIn, createAudioCheck(rates)),
    textIn:
      textIn &&
      checked(
        'textIn',
        () => textIn,
        (text) => checkText(text, 'a text'),
      ),
    digits: digits && checked('digits', () => digits, checkDigit),
    muted: muted && checked('muted', () => muted, checkBoolean),
    turns: turns && checked('turns', () => turns, checkCommand),
    connected: connected && checked('connected', () => connected, checkBoolean),
    playout: (commands) => checked<PlayoutReport>('playout', () => io.playout(enter(commands, part)), checkReport),
  };
}

/** Creates the check of a frame. Checks the conversion only when the rate changes. */
function createAudioCheck(rates: readonly number[]): (frame: unknown) => Violation | null {
  let lastRate: unknown;
  return (frame) => {
    const found = checkFrame(frame, 'a frame');
    if (found !== null) return found;
    const { sampleRate } = frame as { readonly sampleRate: number };
    if (sampleRate === lastRate) return null;
    const unsupported = checkConversion(sampleRate, rates);
    if (unsupported === null) lastRate = sampleRate;
    return unsupported;
  };
}

function checkConversion(rate: number, rates: readonly number[]): Violation | null {
  try {
    for (const to of rates) createResampler(rate, to);
    return null;
  } catch (thrown) {
    const got = `${rate}: ${messageOf(thrown)}`;
    return { path: 'a frame.sampleRate', expected: 'a rate that can be converted', got };
  }
}

function checkDigit(digit: unknown): Violation | null {
  return isDigit(digit) ? null : createViolation('a digit', DIGITS.join(' '), digit);
}

function checkCommand(command: unknown): Violation | null {
  const isKnown = TURN_COMMANDS.some((known) => known === command);
  return isKnown ? null : createViolation('a command', TURN_COMMANDS.join(', '), command);
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

const BYTES_HINT = ' (16-bit PCM in bytes: new Int16Array(new Uint8Array(bytes).buffer))';
const FLOATS_HINT =
  ' (samples from -1 to 1: Int16Array.from(samples, (sample) => Math.max(-32768, Math.min(32767, sample * 32768))))';

/** Conversions to an Int16Array, by the type of the value. */
const HINTS: Readonly<Partial<Record<string, string>>> = {
  'a Buffer': BYTES_HINT,
  'a Uint8Array': BYTES_HINT,
  'a Float32Array': FLOATS_HINT,
  'a Float64Array': FLOATS_HINT,
};
