import { createResampler } from '../../../src/core/resampler.ts';
import { ESPEAK_SAMPLE_RATE, loadEspeak, type EspeakEngine } from '../../../providers/local/tts/espeak/engine.ts';
import { join, normalise, RATE, SOUNDS } from './noises.ts';
import { createRandom } from './random.ts';
import { OUTSIDE, SUBJECTS, type Part } from './texts.ts';

/** One segment to recognise. */
export interface Sample {
  readonly kind: 'inside' | 'outside' | 'scrap' | 'sound';
  /** The sentence, or the name of the sound. */
  readonly text: string;
  readonly voice: string;
  readonly grammar: string;
  /** The sound without the silence around it, from -1 to 1. */
  readonly clean: Float64Array;
}

/** The voices: none that is measured was tuned on. */
const VOICES: Readonly<Record<Part, readonly Voice[]>> = {
  tuning: [
    { voice: 'en-us+m1', rate: 150, pitch: 50 },
    { voice: 'en-us+f2', rate: 150, pitch: 50 },
    { voice: 'en-us+m3', rate: 160, pitch: 40 },
    { voice: 'en-gb+f2', rate: 155, pitch: 50 },
    { voice: 'en-gb+m1', rate: 145, pitch: 50 },
  ],
  measured: [
    { voice: 'en-us', rate: 165, pitch: 50 },
    { voice: 'en-gb', rate: 150, pitch: 50 },
    { voice: 'en-us+f5', rate: 155, pitch: 50 },
  ],
};

interface Voice {
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
}

/** Creates a part of the set: each sentence in each voice, scraps of the sentences outside, and sounds. */
export async function createSet(part: Part, every = 1): Promise<readonly Sample[]> {
  const engine = await loadEspeak();
  const samples: Sample[] = [];
  const grammars = SUBJECTS[part].map(({ grammar }) => grammar);
  const grammarOf = (n: number): string => grammars[n % grammars.length] ?? '';
  for (const [v, voice] of VOICES[part].entries()) {
    for (const { grammar, inside } of SUBJECTS[part])
      for (const text of pick(inside, every))
        samples.push({ kind: 'inside', text, voice: voice.voice, grammar, clean: await speak(engine, voice, text) });
    for (const [n, text] of pick(OUTSIDE[part], every).entries()) {
      const clean = await speak(engine, voice, text);
      const grammar = grammarOf(n + v);
      samples.push({ kind: 'outside', text, voice: voice.voice, grammar, clean });
      samples.push({ kind: 'scrap', text, voice: voice.voice, grammar, clean: cut(clean, n * 7 + v) });
    }
  }
  const first = part === 'tuning' ? 1 : 1001;
  for (const [name, sound] of Object.entries(SOUNDS))
    for (let n = 0; n < 20; n += every)
      samples.push({ kind: 'sound', text: name, voice: '', grammar: grammarOf(n), clean: sound(first + n) });
  return samples;
}

function pick<T>(all: readonly T[], every: number): readonly T[] {
  return all.filter((_, n) => n % every === 0);
}

/** A scrap of speech: 0.15 to 0.4 s. */
function cut(clean: Float64Array, seed: number): Float64Array {
  const random = createRandom(seed);
  const length = Math.round(RATE * (0.15 + random() * 0.25));
  const from = Math.floor(random() * Math.max(1, clean.length - length));
  return normalise(clean.slice(from, from + length));
}

async function speak(engine: EspeakEngine, voice: Voice, text: string): Promise<Float64Array> {
  const { samples } = await engine.speak({ text, ...voice });
  const sound = samples.subarray(0, samples.findLastIndex((sample) => sample !== 0) + 1);
  const resampler = createResampler(ESPEAK_SAMPLE_RATE, RATE);
  const parts = [resampler.push(sound), resampler.flush()].map((part) =>
    Float64Array.from(part, (value) => value / 32_768),
  );
  return join(parts);
}
