import { speakPcm, type VoiceOptions } from '../../support/voice.ts';
import { RATE, resampleSamples, toLevel, trimSilence } from './samples.ts';

const SECONDS = 24;

/** Creates the sounds of a room that the tests synthesise, by name. The same in every run. */
export async function createSyntheticSounds(): Promise<Readonly<Record<string, Int16Array>>> {
  const speakers = await Promise.all(
    NEWS.map((text, n) => speak(text, { voice: VOICES[n] ?? 'en-us', rate: 175 + 15 * n })),
  );
  return {
    crying: createCrying(),
    dog: createBarking(),
    television: mix([...speakers.map((speech) => fill(speech)), toLevel(createMusic(), 1500)]),
    music: createMusic(),
    keyboard: createTyping(),
    'second speaker': fill(await speak(CHAT, { voice: 'en-gb+m3', rate: 160 })),
  };
}

const VOICES = ['en-gb+m1', 'en-us+f4', 'en-us+m7'];
const NEWS = [
  'And now the weather for the weekend. It stays cold in the north, with rain on both days, and some snow above four hundred metres.',
  'Welcome back to the show. Tonight our guest has written a book about her years on a small island, and we will talk about it.',
  'The minister said on Monday that the bridge will be closed until the spring. Drivers have to take the road along the river.',
];
const CHAT =
  'Did you see where I put the keys? I think they were on the table. No, not there. Never mind, I will look in the kitchen. We have to leave in ten minutes, the shop closes at six. Could you bring the bags, please?';

async function speak(text: string, options: VoiceOptions): Promise<Int16Array> {
  const { samples, sampleRate } = await speakPcm(text, options);
  return trimSilence(resampleSamples(samples, sampleRate, RATE));
}

/** Repeats a sound after pauses of half a second. */
function fill(sound: Int16Array): Int16Array {
  const period = sound.length + RATE / 2;
  return Int16Array.from({ length: SECONDS * RATE }, (_, n) => sound[n % period] ?? 0);
}

function mix(sounds: readonly Int16Array[]): Int16Array {
  const whole = Int16Array.from({ length: SECONDS * RATE }, (_, n) =>
    sounds.reduce((sum, sound) => sum + (sound[n] ?? 0) / sounds.length, 0),
  );
  return whole;
}

/** A baby's cries: 0.9 s each, a voice at about 450 Hz that rises and falls, and the breath after it. */
function createCrying(): Int16Array {
  const random = createRandom(1);
  let phase = 0;
  return render((seconds) => {
    const within = seconds % 1.35;
    if (within > 0.9) return within < 1.2 ? (random() - 0.5) * 0.08 : 0;
    const pitch = 400 + 130 * Math.sin((Math.PI * within) / 0.9) + 12 * Math.sin(2 * Math.PI * 7 * seconds);
    phase += pitch / RATE;
    const voice = harmonics(phase, pitch, [1000, 2900]);
    return Math.sin((Math.PI * within) / 0.9) ** 0.5 * voice + (random() - 0.5) * 0.05;
  });
}

/** Barks of 0.18 s, in pairs, each 1.6 s. */
function createBarking(): Int16Array {
  const random = createRandom(2);
  let phase = 0;
  return render((seconds) => {
    const within = seconds % 1.6;
    const since = within < 0.4 ? within : within - 0.4;
    if (since > 0.18 || within > 0.6) return 0;
    const pitch = 520 - 1100 * since;
    phase += pitch / RATE;
    const envelope = Math.min(1, since / 0.015) * Math.exp(-since * 12);
    return envelope * (harmonics(phase, pitch, [700, 1500]) + (random() - 0.5) * 0.5);
  });
}

/** Four chords of plucked strings over a bass and a beat. */
function createMusic(): Int16Array {
  const random = createRandom(3);
  const chords = [
    [220, 277, 330],
    [196, 247, 294],
    [175, 220, 262],
    [165, 208, 247],
  ];
  return render((seconds) => {
    const chord = chords[Math.floor(seconds / 2) % chords.length] ?? [];
    const since = seconds % 0.5;
    const pluck = Math.exp(-since * 4);
    const strings = chord.reduce((sum, pitch) => sum + pluck * harmonics(pitch * seconds, pitch, [600]), 0) / 3;
    const bass = 0.5 * Math.sin(Math.PI * (chord[0] ?? 0) * seconds);
    return 0.6 * strings + bass + 0.25 * Math.exp(-(seconds % 0.25) * 60) * (random() - 0.5);
  });
}

/** Seven keys a second: each a click as it goes down, and a softer one as it comes up. */
function createTyping(): Int16Array {
  const random = createRandom(4);
  const strokes: number[] = [];
  for (let at = 0.1; at < SECONDS; at += 0.08 + 0.12 * random() + (random() < 0.08 ? 0.7 : 0))
    strokes.push(at, at + 0.07);
  let next = 0;
  return render((seconds) => {
    while ((strokes[next + 1] ?? Number.POSITIVE_INFINITY) <= seconds) next += 1;
    const since = seconds - (strokes[next] ?? 0);
    if (since < 0) return 0;
    const strength = next % 2 === 0 ? 1 : 0.4;
    return strength * Math.exp(-since * 250) * ((random() - 0.5) * 2 + Math.sin(2 * Math.PI * 1800 * since));
  });
}

/** A voiced sound: harmonics of `pitch`, in Hz, the louder the nearer they are to a formant. `phase` in periods. */
function harmonics(phase: number, pitch: number, formants: readonly number[]): number {
  let sum = 0;
  for (let k = 1; k * pitch < 5000; k++) {
    const near = formants.reduce((best, formant) => Math.max(best, Math.exp(-(((k * pitch - formant) / 500) ** 2))), 0);
    sum += (0.3 / k + near) * Math.sin(2 * Math.PI * k * phase);
  }
  return sum / 3;
}

function render(wave: (seconds: number) => number): Int16Array {
  const values = Float64Array.from({ length: SECONDS * RATE }, (_, n) => wave(n / RATE));
  const peak = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Int16Array.from(values, (value) => (value / peak) * 20_000);
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
