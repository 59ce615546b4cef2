import { RATES } from '../../core/checkFormat.ts';
import { createViolation, type Violation } from './violation.ts';

/** The properties of an unknown value. */
export type Fields = Readonly<Record<string, unknown>>;

/** Maximum length of a frame, in seconds: a longer one would block all other sessions of the process. */
const MAX_FRAME_S = 60;
/** Maximum length of a text, and of the list of its words, for the same reason. */
const MAX_CHARS = 250_000;
const MAX_WORDS = 50_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** Checks a frame of audio. `at` is the prefix of the paths. */
export function checkFrame(frame: unknown, at: string): Violation | null {
  if (!isFields(frame)) return createViolation(at, FRAME, frame);
  const { samples, sampleRate } = frame;
  if (!isInt16Array(samples)) return createViolation(`${at}.samples`, 'an Int16Array', samples);
  const violation = checkRate(sampleRate, at);
  if (violation !== null || samples.length <= MAX_FRAME_S * Number(sampleRate)) return violation;
  return createViolation(`${at}.samples`, `at most ${MAX_FRAME_S} s of audio`, samples.length / Number(sampleRate));
}

/** Checks a text. */
export function checkText(text: unknown, path: string): Violation | null {
  if (typeof text !== 'string') return createViolation(path, 'a string', text);
  return text.length <= MAX_CHARS ? null : createViolation(path, `at most ${MAX_CHARS} characters`, text.length);
}

/** Checks that a value is a list of words, without checking their fields. */
export function checkWordList(words: unknown, path: string): Violation | null {
  if (!Array.isArray(words)) return createViolation(path, 'an array of words', words);
  if (words.length > MAX_WORDS) return createViolation(path, `at most ${MAX_WORDS} words`, words.length);
  return words.every(isFields) ? null : createViolation(path, 'an array of words', words);
}

/** Checks an event in which a port reports on one of its providers. */
export function checkProviderEvent(event: Fields, amount: 'seconds' | 'characters'): Violation | null {
  const { kind, provider, model } = event;
  if (typeof provider !== 'string') return createViolation('provider', 'a string', provider);
  if (!['undefined', 'string'].includes(typeof model)) return createViolation('model', 'a string', model);
  const used = event[amount];
  if (kind === 'served' || (typeof used === 'number' && used >= 0 && used < Number.POSITIVE_INFINITY)) return null;
  return createViolation(amount, 'a number from 0', used);
}

const FRAME = 'a frame { samples: Int16Array, sampleRate }';

function checkRate(rate: unknown, at: string): Violation | null {
  if (isCount(rate) && rate >= RATES.min && rate <= RATES.max) return null;
  return createViolation(`${at}.sampleRate`, `a whole number of Hz from ${RATES.min} to ${RATES.max}`, rate);
}

/** Returns whether a value is an Int16Array, possibly of another realm, such as a worker or a `vm` context. */
function isInt16Array(value: unknown): value is Int16Array {
  if (value instanceof Int16Array) return true;
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Int16Array]';
}
