import { createRandom } from './random.ts';

/** Rate of the audio, in Hz. */
export const RATE = 16_000;

/** A sound without words: the same `seed` gives the same samples, from -1 to 1. */
export type Sound = (seed: number) => Float64Array;

/** A resonance, in Hz, and its width. */
type Formant = readonly [hz: number, width: number];

/** Coughs: one to three bursts of breath through an open mouth, each with a sharp beginning and a little voice at its end. */
export function cough(seed: number): Float64Array {
  const random = createRandom(seed);
  const bursts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const ms = 150 + random() * 200;
    const hz = 90 + random() * 120;
    const breath = envelope(noise(ms, random), 8, 0.35);
    const voice = envelope(pulses(ms, hz, hz * 0.7), ms * 0.4, 0.4).map((sample) => sample * 0.4 * random());
    const mouth: readonly Formant[] = [
      [500 + random() * 350, 150],
      [1200 + random() * 700, 250],
      [2500 + random() * 700, 400],
    ];
    return [resonate(add(breath, voice), mouth), silence(60 + random() * 140)];
  });
  return normalise(join(bursts.flat()));
}

/** Laughs: three to seven voiced "ha", each lower than the one before, with breath between them. */
export function laugh(seed: number): Float64Array {
  const random = createRandom(seed);
  const start = 130 + random() * 250;
  const mouth: readonly Formant[] = [
    [550 + random() * 300, 100],
    [1100 + random() * 600, 150],
    [2400 + random() * 500, 250],
  ];
  const syllables = Array.from({ length: 3 + Math.floor(random() * 5) }, (_, n) => {
    const hz = start * 0.94 ** n;
    const ms = 90 + random() * 70;
    const breath = envelope(noise(70 + random() * 50, random), 30, 0.6).map((sample) => sample * 0.25);
    return [resonate(breath, mouth), resonate(envelope(pulses(ms, hz, hz * 0.9), 15, 0.6), mouth)];
  });
  return normalise(join(syllables.flat()));
}

/** Music: a melody of six to ten notes over a chord and a drum. */
export function music(seed: number): Float64Array {
  const random = createRandom(seed);
  const root = 110 * 2 ** (Math.floor(random() * 12) / 12);
  const notes = Array.from({ length: 6 + Math.floor(random() * 5) }, () => {
    const hz = root * 2 * 2 ** ((SCALE[Math.floor(random() * SCALE.length)] ?? 0) / 12);
    const ms = 140 + Math.floor(random() * 3) * 110;
    return add(
      envelope(tone(ms, hz, 6), 10, 0.7),
      envelope(noise(ms, random), 2, 0.05).map((sample) => sample * 0.3),
    );
  });
  const melody = join(notes);
  const chord = [0, 4, 7].map((step) => tone((melody.length / RATE) * 1000, root * 2 ** (step / 12), 8));
  return normalise(
    chord.reduce(
      (sum, voice) =>
        add(
          sum,
          voice.map((sample) => sample * 0.3),
        ),
      melody,
    ),
  );
}

const SCALE = [0, 2, 4, 7, 9, 12] as const;

/** A sigh or a blown nose: half a second to a second of breath whose colour moves. */
export function breath(seed: number): Float64Array {
  const random = createRandom(seed);
  const parts = Array.from({ length: 3 + Math.floor(random() * 3) }, () =>
    resonate(noise(150 + random() * 150, random), [
      [400 + random() * 900, 300],
      [1500 + random() * 1500, 500],
    ]),
  );
  return normalise(envelope(join(parts), 120, 0.5));
}

/** Knocks, such as of keys or dishes: four to nine short decaying sounds. */
export function knocks(seed: number): Float64Array {
  const random = createRandom(seed);
  const parts = Array.from({ length: 4 + Math.floor(random() * 6) }, () => [
    resonate(envelope(noise(40 + random() * 40, random), 1, 0.15), [[600 + random() * 2500, 120]]),
    silence(40 + random() * 250),
  ]);
  return normalise(join(parts.flat()));
}

/** Half a second to two and a half of noise: white, pink, or wind. */
export function hiss(seed: number): Float64Array {
  const random = createRandom(seed);
  const kept = [0, 0.9, 0.98][seed % 3] ?? 0;
  let low = 0;
  return normalise(noise(500 + random() * 2000, random).map((sample) => (low = kept * low + sample)));
}

/** The sounds by name. */
export const SOUNDS: Readonly<Record<string, Sound>> = { cough, laugh, music, breath, knocks, hiss };

/** Joins sounds end to end. */
export function join(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => {
    whole.set(part, at);
    return at + part.length;
  }, 0);
  return whole;
}

/** Scales to a peak of 0.5. */
export function normalise(samples: Float64Array): Float64Array {
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1e-9);
  return samples.map((sample) => (sample / peak) * 0.5);
}

export function silence(ms: number): Float64Array {
  return new Float64Array(Math.round((ms * RATE) / 1000));
}

function noise(ms: number, random: () => number): Float64Array {
  return silence(ms).map(() => random() * 2 - 1);
}

/** Returns pulses of a voice whose pitch moves from `from` to `to`, in Hz. */
function pulses(ms: number, from: number, to: number): Float64Array {
  let phase = 0;
  const samples = silence(ms);
  return samples.map((_, n) => {
    phase += (from + ((to - from) * n) / samples.length) / RATE;
    if (phase < 1) return 0;
    phase -= 1;
    return 1;
  });
}

function tone(ms: number, hz: number, harmonics: number): Float64Array {
  return silence(ms).map((_, n) =>
    Array.from({ length: harmonics }, (__, k) => Math.sin((2 * Math.PI * hz * (k + 1) * n) / RATE) / (k + 1)).reduce(
      (sum, sample) => sum + sample,
    ),
  );
}

/** Fades in for `attackMs`, then decays to a hundredth, `share` of the rest at a half. */
function envelope(samples: Float64Array, attackMs: number, share: number): Float64Array {
  const attack = (attackMs * RATE) / 1000;
  return samples.map((sample, n) => {
    const rest = Math.max(0, (n - attack) / Math.max(1, samples.length - attack));
    return sample * Math.min(1, n / attack) * (1 - rest) * 0.5 ** (rest / share);
  });
}

function resonate(samples: Float64Array, formants: readonly Formant[]): Float64Array {
  return formants.map((formant) => filter(samples, formant)).reduce(add);
}

function filter(samples: Float64Array, [hz, width]: Formant): Float64Array {
  const radius = Math.exp((-Math.PI * width) / RATE);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE);
  let [last, before] = [0, 0];
  return samples.map((sample) => {
    const next = sample * (1 - radius) + turn * last - radius * radius * before;
    [last, before] = [next, last];
    return next;
  });
}

function add(a: Float64Array, b: Float64Array): Float64Array {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((sample, n) => sample + (short[n] ?? 0));
}
