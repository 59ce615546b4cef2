import { describeInput } from './describeInput.ts';
import { AntiphonError } from './errors.ts';
import type { NoiseSuppressor, SpeechToText, TextToSpeech, VadModel } from './ports.ts';

/** Range of sample rates that can be converted, in Hz. */
export const RATES = { min: 1000, max: 192_000 };

/**
 * Checks a VAD model.
 * @throws AntiphonError `usage_invalid` for a rate other than 8000 or 16000 Hz, and for windows of less than a sample
 * or more than a second
 */
export function checkVadFormat({ sampleRate, windowSamples }: VadModel, path: string): void {
  const isRate = ([8000, 16_000] as readonly unknown[]).includes(sampleRate);
  if (!isRate) refuse(`${path}.sampleRate`, '8000 or 16000', sampleRate);
  checkCount(`${path}.windowSamples`, windowSamples, { min: 1, max: sampleRate });
}

/**
 * Checks a noise suppressor.
 * @throws AntiphonError `usage_invalid` for a rate that cannot be converted, and for frames of less than a sample or
 * more than a second
 */
export function checkNoiseFormat({ sampleRate, frameSamples }: NoiseSuppressor, path: string): void {
  checkCount(`${path}.sampleRate`, sampleRate, RATES);
  checkCount(`${path}.frameSamples`, frameSamples, { min: 1, max: sampleRate });
}

/**
 * Checks a recogniser.
 * @throws AntiphonError `usage_invalid` for a rate that cannot be converted, and for a timeout that is not a number
 * from 0
 */
export function checkSttFormat({ sampleRate, finalTimeoutMs }: SpeechToText, path: string): void {
  checkCount(`${path}.sampleRate`, sampleRate, RATES);
  if (!(finalTimeoutMs >= 0)) refuse(`${path}.finalTimeoutMs`, 'a number from 0', finalTimeoutMs);
}

/** Checks a TTS provider or a speech model. @throws AntiphonError `usage_invalid` for a rate that cannot be converted */
export function checkTtsFormat({ sampleRate }: Pick<TextToSpeech, 'sampleRate'>, path: string): void {
  checkCount(`${path}.sampleRate`, sampleRate, RATES);
}

function checkCount(path: string, value: number, { min, max }: { readonly min: number; readonly max: number }): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  refuse(path, `a whole number from ${min} to ${max}`, value);
}

function refuse(path: string, expected: string, value: unknown): never {
  throw new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${describeInput(value)}`, { path });
}
