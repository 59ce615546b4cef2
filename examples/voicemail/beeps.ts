import type { AudioFrame } from 'antiphon';
import { filter, scan, type OperatorFunction } from 'rxjs';

/** A tone between these frequencies, for at least as long, is a beep. */
const LOWEST_HZ = 350;
const HIGHEST_HZ = 2200;
const LEAST_MS = 160;
/** The mean power of the quietest tone: about 40 dB below the loudest. */
const LEAST_POWER = 100_000;
/** The part of the power that is left when the tone is taken out. */
const MOST_REST = 0.15;
/** How far frequencies of one tone may lie apart, in Hz. */
const SAME_HZ = 40;

interface Tone {
  readonly hz: number;
  readonly forMs: number;
  /** True for the first frame behind it. */
  readonly isOver: boolean;
}

/**
 * Emits when a beep has ended, as answering machines have it before they record. Frames of 10 to 40 ms.
 *
 * ```text
 * audio  ..ttttttttttt...    t 20 ms of a tone of 1 kHz
 * beeps  -------------b--
 * ```
 */
export function beeps(): OperatorFunction<AudioFrame, unknown> {
  return (audio) =>
    audio.pipe(
      scan<AudioFrame, Tone>(follow, { hz: 0, forMs: 0, isOver: false }),
      filter(({ isOver }) => isOver),
    );
}

function follow({ hz, forMs, isOver }: Tone, frame: AudioFrame): Tone {
  const before = isOver ? 0 : forMs;
  const found = findTone(frame);
  const frameMs = (frame.samples.length * 1000) / frame.sampleRate;
  if (found !== null && before > 0 && Math.abs(found - hz) <= SAME_HZ)
    return { hz, forMs: before + frameMs, isOver: false };
  if (before >= LEAST_MS) return { hz, forMs: before, isOver: true };
  return { hz: found ?? 0, forMs: found === null ? 0 : frameMs, isOver: false };
}

/** Finds the frequency that has most of a frame's power; null: no one has it, as in speech and in music of more than one voice. */
function findTone({ samples, sampleRate }: AudioFrame): number | null {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0);
  if (power < LEAST_POWER * samples.length) return null;
  // A quarter of what a frame can tell apart.
  const stepHz = sampleRate / (4 * samples.length);
  let best = { hz: 0, power: 0 };
  for (let hz = LOWEST_HZ; hz <= HIGHEST_HZ; hz += stepHz) {
    const own = powerAt(samples, hz / sampleRate);
    if (own > best.power) best = { hz, power: own };
  }
  return power - best.power <= MOST_REST * power ? best.hz : null;
}

/** Returns the power of one frequency, in cycles per sample (Goertzel). */
function powerAt(samples: Int16Array, frequency: number): number {
  const a = 2 * Math.cos(2 * Math.PI * frequency);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + a * last - before, last];
  return (2 * (last * last + before * before - a * last * before)) / samples.length;
}
