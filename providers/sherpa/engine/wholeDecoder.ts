import { joinText } from '../../../src/core/text.ts';
import type { SherpaAddon } from './addon.ts';
import { MODEL_RATE, type Decoder, type DecoderStream } from './decoder.ts';
import type { Hotwords } from './hotwords.ts';
import { parseRecognition, type Recognition } from './recognition.ts';

/** Shorter audio holds no word, and some models fail on it. */
const SHORTEST = 0.1 * MODEL_RATE;
/** Whisper hears 30 s at most. Longer audio is cut where it is quietest between these lengths. */
const LONGEST = 28 * MODEL_RATE;
const CUT_FROM = 20 * MODEL_RATE;

/** The pause to the next interim, in times of the last decoding. */
const PAUSE = 2;

/**
 * Creates the decoder of a model that decodes whole pieces. Interims decode the audio so far again.
 *
 * @param interimSamples audio between two interims; null for none
 * @param now returns the time in ms, which spaces the interims on a slow machine
 */
export function createWholeDecoder(
  { OfflineRecognizer }: SherpaAddon,
  { config, perStream }: Pick<Hotwords, 'config' | 'perStream'>,
  interimSamples: number | null,
  now: () => number,
): Decoder {
  const recognizer = new OfflineRecognizer(config);
  const works = new WeakMap<DecoderStream, Work>();
  const recognise = (samples: Float32Array, offsetMs: number): Recognition => {
    if (samples.length < SHORTEST) return { text: '' };
    const handle = perStream === '' ? recognizer.createStream() : recognizer.createStream(perStream);
    handle.acceptWaveform({ samples, sampleRate: MODEL_RATE });
    recognizer.decode(handle);
    return parseRecognition(recognizer.getResult(handle), { offsetMs });
  };
  return {
    createStream: () => {
      const { work, ...stream } = createStream(recognise, interimSamples, now);
      works.set(stream, work);
      return stream;
    },
    decode: (streams) => {
      // A turn waits for the text of a finished stream; an interim can wait.
      const next = streams.find((stream) => works.get(stream)?.isFinal()) ?? streams[0];
      if (next === undefined) return [];
      works.get(next)?.run();
      return [next];
    },
  };
}

interface Work {
  /** True if the stream is finished. */
  isFinal(): boolean;
  run(): void;
}

function createStream(
  recognise: (samples: Float32Array, offsetMs: number) => Recognition,
  interimSamples: number | null,
  now: () => number,
): DecoderStream & { readonly work: Work } {
  const settled: Recognition[] = [];
  let latest: Recognition = { text: '' };
  let parts: Float32Array[] = [];
  let [offset, length] = [0, 0];
  let nextInterim = interimSamples ?? Infinity;
  let phase: 'open' | 'finished' | 'done' = 'open';
  const recogniseFrom = (samples: Float32Array): Recognition => recognise(samples, (1000 * offset) / MODEL_RATE);
  const settle = (samples: Float32Array): void => {
    const cut = findQuietest(samples, CUT_FROM, LONGEST);
    settled.push(recogniseFrom(samples.subarray(0, cut)));
    latest = { text: '' };
    parts = [samples.slice(cut)];
    offset += cut;
    length -= cut;
  };
  const run = (): void => {
    const samples = concat(parts, length);
    parts = [samples];
    if (length > LONGEST) return settle(samples);
    const began = now();
    latest = recogniseFrom(samples);
    const pause = (PAUSE * (now() - began) * MODEL_RATE) / 1000;
    nextInterim = offset + length + Math.max(interimSamples ?? Infinity, pause);
    if (phase === 'finished') phase = 'done';
  };
  return {
    accept: (samples) => {
      parts.push(samples);
      length += samples.length;
    },
    finish: () => {
      phase = 'finished';
    },
    isReady: () => phase === 'finished' || (phase === 'open' && offset + length >= nextInterim),
    isDone: () => phase === 'done',
    read: () => join([...settled, latest]),
    work: { isFinal: () => phase === 'finished', run },
  };
}

function join(parts: readonly Recognition[]): Recognition {
  const spoken = parts.filter(({ text }) => text !== '');
  const words = spoken.flatMap((part) => part.words ?? []);
  const language = spoken.find((part) => part.language !== undefined)?.language;
  return {
    text: joinText(...spoken.map(({ text }) => text)),
    ...(words.length > 0 && spoken.every((part) => part.words !== undefined) && { words }),
    ...(language !== undefined && { language }),
  };
}

/** Length of the windows whose loudness is compared, in samples. */
const WINDOW = 0.1 * MODEL_RATE;

/** Finds the middle of the quietest window that begins between `from` and `to`. */
function findQuietest(samples: Float32Array, from: number, to: number): number {
  let [found, least] = [to, Infinity];
  for (let at = from; at + WINDOW <= to; at += WINDOW) {
    let energy = 0;
    for (let index = at; index < at + WINDOW; index++) energy += (samples[index] ?? 0) ** 2;
    if (energy < least) [found, least] = [at + WINDOW / 2, energy];
  }
  return found;
}

function concat(parts: readonly Float32Array[], length: number): Float32Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
