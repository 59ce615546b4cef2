import { resampleAll } from '../talk/audio.ts';
import type { Line } from '../talk/guest.ts';
import { synthesize } from '../talk/samples.ts';
import { readWav } from '../talk/wav.ts';
import type { Step } from './options.ts';
import { SAMPLE_RATE } from './telephone.ts';

/** What the caller speaks, or the keys that are pressed instead. */
export interface PhoneLine extends Line {
  readonly keys?: string | undefined;
}

/** Where `--interrupt` speaks into the answer, in s. */
const OVER = 2;

/** Reads and synthesises what the caller speaks. Rejects with an Error that names the file that cannot be read. */
export function createLines(steps: readonly Step[]): Promise<readonly PhoneLine[]> {
  return Promise.all(steps.map(createLine));
}

async function createLine(step: Step): Promise<PhoneLine> {
  if (step.kind === 'keys') {
    const silence = { samples: new Int16Array(1), sampleRate: SAMPLE_RATE };
    return { name: `presses ${step.keys.split('').join(' ')}`, audio: silence, keys: step.keys };
  }
  const over = step.interrupts ? OVER : undefined;
  if (step.kind === 'text') return { name: step.text, audio: await synthesize(step.text, SAMPLE_RATE), over };
  return { name: step.path, audio: await resampleAll([await readWav(step.path)], SAMPLE_RATE), over };
}
