import { concatSamples, samplesOfMs } from '../../../src/core/audio.ts';
import { createResampler } from '../../../src/core/resampler.ts';
import { ESPEAK_SAMPLE_RATE, loadEspeak, type EspeakEngine } from '../../../providers/local/tts/espeak/engine.ts';
import { TEXTS, type TextKind } from './texts.ts';

/** Rate of the audio, in Hz. */
export const RATE = 16_000;

/** A turn of a user, as audio with its words. Times are ms from the beginning of the audio. */
export interface SpokenTurn {
  readonly kind: TextKind;
  readonly text: string;
  readonly agent: string;
  readonly samples: Int16Array;
  readonly words: readonly SpokenWord[];
  /** The pauses within the turn: the end of the sound before, and the beginning of the sound after. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** The end of the last sound. */
  readonly endMs: number;
}

export interface SpokenWord {
  readonly text: string;
  readonly endMs: number;
}

const VOICES = [
  { voice: 'en-us', rate: 165, pitch: 40 },
  { voice: 'en-gb+f3', rate: 180, pitch: 55 },
] as const;
const PAUSE_MS = { from: 200, to: 2000 } as const;
const BEFORE_MS = 500;
/** Long enough for the longest delay before the end of a turn. */
const AFTER_MS = 4500;

/** Creates the turns of the set: each text in both voices, with other pauses; `every`: only each so-manieth text. */
export async function createSpokenTurns(every = 1): Promise<readonly SpokenTurn[]> {
  const engine = await loadEspeak();
  const random = createRandom(1);
  const texts = Object.entries(TEXTS).flatMap(([kind, all]) => all.map((text) => ({ kind: kind as TextKind, text })));
  const turns: SpokenTurn[] = [];
  for (const [n, { kind, text }] of texts.entries())
    for (const voice of VOICES) {
      const pauses = text.split('|').map(() => drawPause(random));
      if (n % every === 0) turns.push({ kind, ...(await createTurn(engine, voice, text, pauses)) });
    }
  return turns;
}

/** Draws the length of a pause, in ms: short ones are as many as long ones on a logarithmic scale. */
function drawPause(random: () => number): number {
  return Math.round(PAUSE_MS.from * (PAUSE_MS.to / PAUSE_MS.from) ** random());
}

async function createTurn(
  engine: EspeakEngine,
  voice: (typeof VOICES)[number],
  written: string,
  pauses: readonly number[],
): Promise<Omit<SpokenTurn, 'kind'>> {
  const [said = '', asked] = written.split('>').toReversed();
  const parts: Int16Array[] = [silence(BEFORE_MS)];
  const words: SpokenWord[] = [];
  const ends: number[] = [];
  const starts: number[] = [];
  let atMs = BEFORE_MS;
  for (const [n, stretch] of said.split('|').entries()) {
    const sound = await speak(engine, voice, stretch.trim());
    if (n > 0) {
      const pauseMs = pauses[n] ?? 0;
      parts.push(silence(pauseMs));
      atMs += pauseMs;
      starts.push(atMs);
    }
    parts.push(sound.samples);
    words.push(...sound.words.map(({ text, endMs }) => ({ text, endMs: atMs + endMs })));
    atMs += (sound.samples.length / RATE) * 1000;
    ends.push(atMs);
  }
  const samples = concatSamples([...parts, silence(AFTER_MS)]);
  const within = starts.map((toMs, n) => ({ fromMs: ends[n] ?? 0, toMs }));
  return { text: said.trim(), agent: asked?.trim() ?? '', samples, words, pauses: within, endMs: atMs };
}

/** Speaks a stretch, without the silence around it. */
async function speak(
  engine: EspeakEngine,
  voice: (typeof VOICES)[number],
  text: string,
): Promise<{ readonly samples: Int16Array; readonly words: readonly SpokenWord[] }> {
  const { samples, words } = await engine.speak({ text, ...voice });
  const from = samples.findIndex(isSound);
  const resampler = createResampler(ESPEAK_SAMPLE_RATE, RATE);
  const sound = samples.subarray(from, samples.findLastIndex(isSound) + 1);
  const fromMs = (from / ESPEAK_SAMPLE_RATE) * 1000;
  return {
    samples: concatSamples([resampler.push(sound), resampler.flush()]),
    words: words.map((word) => ({ text: text.slice(word.from, word.to), endMs: word.endMs - fromMs })),
  };
}

function isSound(sample: number): boolean {
  return Math.abs(sample) > 30;
}

function silence(ms: number): Int16Array {
  return new Int16Array(samplesOfMs(ms, RATE));
}

/** Creates a generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed));
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
  };
}
