/** Audio of a character, in ms. */
const CHARACTER_MS = 40;
/** Sample value per code unit. */
const STEP = 50;
const LOUDEST = 32_000;
const SILENCE_MS = 500;

export interface TextReader {
  /** Adds samples. @returns the whole text so far */
  push(samples: Int16Array): string;
}

/**
 * Encodes a text as audio that can be read without a recogniser. Each character becomes 40 ms of a constant value, its
 * code unit times 50. `''` becomes 500 ms of silence. Characters up to U+027F can be decoded.
 *
 * @example
 * ```ts
 * import { encodeText } from 'antiphon/testing';
 *
 * const samples = encodeText('a table for two', 16_000);
 * console.log(samples.length / 16_000); // 0.6 s: 15 characters of 40 ms
 * ```
 *
 * @param sampleRate in Hz, a multiple of 25
 */
export function encodeText(text: string, sampleRate: number): Int16Array {
  const length = samplesPerCharacter(sampleRate);
  if (text === '') return new Int16Array((sampleRate * SILENCE_MS) / 1000);
  const samples = new Int16Array(text.length * length);
  for (let n = 0; n < text.length; n++) {
    samples.fill(Math.min(text.charCodeAt(n) * STEP, LOUDEST), n * length, (n + 1) * length);
  }
  return samples;
}

/**
 * Creates a reader of audio from `encodeText`, in pieces of any length, with any silence in between. Repeated audio is
 * read twice. If a character is cut in two, its longer part is read.
 *
 * @example
 * ```ts
 * import { createTextReader, encodeText } from 'antiphon/testing';
 *
 * const [reader, samples] = [createTextReader(16_000), encodeText('hello', 16_000)];
 * console.log(reader.push(samples.subarray(0, 1000))); // 'he'
 * console.log(reader.push(samples.subarray(1000))); // 'hello'
 * ```
 */
export function createTextReader(sampleRate: number): TextReader {
  const length = samplesPerCharacter(sampleRate);
  let read = '';
  let [value, count] = [0, 0];
  const held = (): string =>
    value === 0 ? '' : String.fromCharCode(Math.round(value / STEP)).repeat(Math.round(count / length));
  return {
    push: (samples) => {
      for (const sample of samples) {
        if (sample !== value) {
          read += held();
          [value, count] = [sample, 0];
        }
        count += 1;
      }
      return read + held();
    },
  };
}

function samplesPerCharacter(sampleRate: number): number {
  return (sampleRate * CHARACTER_MS) / 1000;
}
