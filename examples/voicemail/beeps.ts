import type { AudioFrame } from 'antiphon';
import { filter, scan, type OperatorFunction } from 'rxjs';

/** A tone between these frequencies, for at least as long, is a beep. */
const LOWEST_HZ = 350;
const HIGHEST_HZ = 2200;
const LEAST_MS = 160;
/** The mean power of the quietest tone: about 40 dB below the loudest. */
const LEAST_POWER = 100_000;
/** The part of the power that is left when the tone is taken out. */
const MOST_REST = 0.02;
/** How far frequencies of one tone may lie apart. */
const SAME = 0.03;

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
  if (found !== null && before > 0 && Math.abs(found - hz) <= SAME * hz)
    return { hz, forMs: before + frameMs, isOver: false };
  if (before >= LEAST_MS) return { hz, forMs: before, isOver: true };
  return { hz: found ?? 0, forMs: found === null ? 0 : frameMs, isOver: false };
}

/**
 * Finds the frequency of a frame that is one tone: each sample of a sine follows from the two before it, `x[n] = a·x[n-1] - x[n-2]`, with one
 * `a` for the whole frame. Null: it is no such tone.
 */
function findTone({ samples, sampleRate }: AudioFrame): number | null {
  let power = 0;
  let product = 0;
  let outer = 0;
  for (let n = 2; n < samples.length; n += 1) {
    const middle = samples[n - 1] as number;
    const sum = (samples[n] as number) + (samples[n - 2] as number);
    power += middle * middle;
    product += middle * sum;
    outer += sum * sum;
  }
  if (power < LEAST_POWER * samples.length) return null;
  const a = product / power;
  const hz = (Math.acos(Math.max(-1, Math.min(1, a / 2))) * sampleRate) / (2 * Math.PI);
  // Low sounds change little from sample to sample: the rest is compared with how much a tone of this frequency changes.
  const rest = (outer - a * product) / (power * (4 - a * a));
  return hz >= LOWEST_HZ && hz <= HIGHEST_HZ && rest <= MOST_REST ? hz : null;
}
