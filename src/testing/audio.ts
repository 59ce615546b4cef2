import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import { EMPTY, Observable, type SchedulerLike } from 'rxjs';
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
  /** Length of the recording, in ms. Default: endless, so that `clock.run` needs a limit. */
  readonly forMs?: number | undefined;
}

const OPTIONS: NameSet<keyof MicrophoneOptions> = { scheduler: true, sampleRate: true, frameMs: true, forMs: true };

/**
 * Emits frames of silence, with a tone in each interval of the script, exact to the sample. Emits each frame at the
 * time of its last sample, counted from the subscription. Silent frames share their samples. Completes after `forMs`.
 * The script may grow meanwhile.
 *
 * @example
 * ```ts
 * import { vad } from 'antiphon/operators';
 * import { createVadDouble, microphone, VirtualClock } from 'antiphon/testing';
 *
 * const scheduler = new VirtualClock();
 * microphone([{ atMs: 320, forMs: 640 }], { scheduler, forMs: 3000 })
 *   .pipe(vad({ model: createVadDouble(), scheduler }))
 *   .subscribe(({ kind, atMs }) => kind !== 'window' && console.log(kind, atMs)); // started 384, ended 1536
 * await scheduler.run();
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option
 */
export function microphone(script: readonly SoundInterval[], options: MicrophoneOptions): Observable<AudioFrame> {
  checkOptions('microphone', options, OPTIONS);
  const { scheduler, sampleRate = 16_000, frameMs = 20, forMs = Number.POSITIVE_INFINITY } = options;
  const frames = Math.ceil(forMs / frameMs);
  const boundary = (frame: number): number => samplesOfMs(frame * frameMs, sampleRate);
  if (frames <= 0) return EMPTY;
  return new Observable((subscriber) => {
    let frame = 0;
    return scheduler.schedule(function () {
      const samples = render(script, boundary(frame), boundary(++frame), sampleRate);
      subscriber.next({ samples, sampleRate });
      if (frame < frames) this.schedule(undefined, frameMs);
      else subscriber.complete();
    }, frameMs);
  });
}

/**
 * Creates a frame of sound that `createVadDouble` scores with `probability`, from 0 to 1.
 *
 * @example
 * ```ts
 * import { vad } from 'antiphon/operators';
 * import { createVadDouble, voiced } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * const activity = of(voiced(640, 16_000, 0.6)).pipe(vad({ model: createVadDouble(), activationThreshold: 0.7 }));
 * activity.subscribe({ next: ({ kind }) => console.log(kind), complete: () => console.log('no speech') });
 * ```
 */
export function voiced(ms: number, sampleRate = 16_000, probability = 0.9): AudioFrame {
  const samples = render([{ atMs: 0, forMs: ms, probability }], 0, samplesOfMs(ms, sampleRate), sampleRate);
  return { samples, sampleRate };
}

/**
 * Creates a frame of digital silence.
 *
 * @example
 * ```ts
 * import { vad } from 'antiphon/operators';
 * import { createVadDouble, silence, voiced } from 'antiphon/testing';
 * import { of } from 'rxjs';
 *
 * of(voiced(640), silence(2000))
 *   .pipe(vad({ model: createVadDouble() }))
 *   .subscribe(({ kind, atMs }) => kind === 'ended' && console.log(atMs)); // 1216
 * ```
 */
export function silence(ms: number, sampleRate = 16_000): AudioFrame {
  return { samples: new Int16Array(samplesOfMs(ms, sampleRate)), sampleRate };
}

/** Returns the loudness of samples: their mean power relative to the tone at probability 1. Survives resampling. */
export function loudness(samples: Int16Array): number {
  if (samples.length === 0) return 0;
  // Every other sample is enough for the tone. Reads two of them per step, because this runs for every window.
  const { length } = samples;
  let power = 0;
  for (let at = 0; at < length; at += 4) {
    const sample = samples[at] as number;
    const next = at + 2 < length ? (samples[at + 2] as number) : 0;
    power += sample * sample + next * next;
  }
  return power / Math.ceil(length / 2) / (AMPLITUDE ** 2 / 2);
}

/** The amplitude of the tone at probability 1, with headroom for a resampler. */
const AMPLITUDE = 16_000;
/**
 * The frequency of the tone. A VAD window of 32 ms and a frame of 20 ms contain whole periods, so that each has the
 * same power.
 */
const TONE_HZ = 250;

function render(script: readonly SoundInterval[], from: number, to: number, sampleRate: number): Int16Array {
  let samples: Int16Array | undefined;
  const fromMs = (from * 1000) / sampleRate;
  const toMs = (to * 1000) / sampleRate;
  for (const { atMs, forMs, probability = 0.9 } of script) {
    // Most intervals are elsewhere: their ends need not be counted in samples.
    if (atMs > toMs || atMs + forMs < fromMs - 1) continue;
    const begin = Math.max(from, samplesOfMs(atMs, sampleRate));
    const end = Math.min(to, samplesOfMs(atMs + forMs, sampleRate));
    if (begin >= end) continue;
    samples ??= new Int16Array(to - from);
    writeTone(samples.subarray(begin - from, end - from), begin, AMPLITUDE * Math.sqrt(probability), sampleRate);
  }
  return samples ?? silentSamples(to - from);
}

/** Writes the samples of the tone, starting with sample number `begin`. */
function writeTone(samples: Int16Array, begin: number, amplitude: number, sampleRate: number): void {
  const sine = sineTable(sampleRate);
  let phase = begin % sine.length;
  for (let at = 0; at < samples.length; at++) {
    samples[at] = amplitude * (sine[phase] as number);
    phase = phase + 1 === sine.length ? 0 : phase + 1;
  }
}

const silentSamples = createdOnce((samples) => new Int16Array(samples));

/** Returns one second of the tone at a rate. */
const sineTable = createdOnce((sampleRate) =>
  Float64Array.from({ length: sampleRate }, (_, n) => Math.sin((2 * Math.PI * TONE_HZ * n) / sampleRate)),
);

/** Memoises `create` by its argument. */
function createdOnce<T>(create: (n: number) => T): (n: number) => T {
  const created = new Map<number, T>();
  return (n) => {
    const value = created.get(n) ?? create(n);
    created.set(n, value);
    return value;
  };
}
