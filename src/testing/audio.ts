import { map, take, timer, type Observable, type SchedulerLike } from 'rxjs';
import { samplesOfMs, type AudioFrame } from '../core/audio.ts';

export interface SoundInterval {
  /** Its start, in ms of audio. */
  readonly atMs: number;
  readonly forMs: number;
  /** The probability of speech that `createVadDouble` gives it, 0 to 1, in hundredths. Default 0.9. */
  readonly probability?: number | undefined;
}

export interface MicrophoneOptions {
  readonly scheduler: SchedulerLike;
  /** In Hz. Default 16000. */
  readonly sampleRate?: number | undefined;
  /** Length of a frame, in ms. Default 20. */
  readonly frameMs?: number | undefined;
  /** Length of the recording, in ms. Default: without end, so that `clock.run` needs a limit. */
  readonly forMs?: number | undefined;
}

/**
 * Emits frames of silence, with a tone in each interval of the script, exact to the sample. A frame comes at the time of its
 * last sample, counted from the subscription. Frames of silence share their samples. Completes after `forMs`.
 */
export function microphone(script: readonly SoundInterval[], options: MicrophoneOptions): Observable<AudioFrame> {
  const { scheduler, sampleRate = 16_000, frameMs = 20, forMs = Number.POSITIVE_INFINITY } = options;
  const boundary = (frame: number): number => samplesOfMs(frame * frameMs, sampleRate);
  return timer(frameMs, frameMs, scheduler).pipe(
    take(Math.ceil(forMs / frameMs)),
    map((frame) => ({ samples: renderFrame(script, boundary(frame), boundary(frame + 1), sampleRate), sampleRate })),
  );
}

/** One frame of sound that `createVadDouble` scores with `probability`, 0 to 1. */
export function voiced(ms: number, sampleRate = 16_000, probability = 0.9): AudioFrame {
  const samples = renderFrame([{ atMs: 0, forMs: ms, probability }], 0, samplesOfMs(ms, sampleRate), sampleRate);
  return { samples, sampleRate };
}

/** One frame of digital silence. */
export function silence(ms: number, sampleRate = 16_000): AudioFrame {
  return { samples: new Int16Array(samplesOfMs(ms, sampleRate)), sampleRate };
}

/** The loudness of samples: their mean power relative to the tone at probability 1. Survives resampling. */
export function loudness(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  // Every other sample is enough for the tone, and this runs for every window.
  let power = 0;
  for (let at = 0; at < samples.length; at += 2) {
    const sample = samples[at] as number;
    power += sample * sample;
  }
  return power / Math.ceil(samples.length / 2) / (AMPLITUDE ** 2 / 2);
}

/** The tone at probability 1; it leaves headroom for a resampler. */
const AMPLITUDE = 16_000;
/** Whole periods in a VAD window of 32 ms and in a frame of 20 ms, so that each has the same power. */
const TONE_HZ = 250;

function renderFrame(script: readonly SoundInterval[], from: number, to: number, sampleRate: number): Int16Array {
  const isSounding = ({ atMs, forMs }: SoundInterval): boolean =>
    samplesOfMs(atMs, sampleRate) < to && samplesOfMs(atMs + forMs, sampleRate) > from;
  if (!script.some(isSounding)) return silentSamples(to - from);
  const samples = new Int16Array(to - from);
  const sine = sineTable(sampleRate);
  for (const { atMs, forMs, probability = 0.9 } of script) {
    const end = Math.min(to, samplesOfMs(atMs + forMs, sampleRate));
    const amplitude = AMPLITUDE * Math.sqrt(probability);
    for (let at = Math.max(from, samplesOfMs(atMs, sampleRate)); at < end; at++)
      samples[at - from] = amplitude * (sine[at % sine.length] as number);
  }
  return samples;
}

const silentSamples = createdOnce((samples) => new Int16Array(samples));

/** One second of the tone at a rate. */
const sineTable = createdOnce((sampleRate) =>
  Float64Array.from({ length: sampleRate }, (_, n) => Math.sin((2 * Math.PI * TONE_HZ * n) / sampleRate)),
);

/** Returns `create`, called once per number. */
function createdOnce<T>(create: (n: number) => T): (n: number) => T {
  const created = new Map<number, T>();
  return (n) => {
    const value = created.get(n) ?? create(n);
    created.set(n, value);
    return value;
  };
}
