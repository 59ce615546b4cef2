import { from, lastValueFrom, toArray } from 'rxjs';
import { VAD_PROVIDERS } from '../../../providers/registry.ts';
import { readWav, TURNS_RATE } from './readWav.ts';
import type { TimedSpeech } from './scorePauses.ts';
import { readSidecar, type Sidecar } from './sidecar.ts';
import { createTimedTurns, findStretches, type TurnOfWords } from './stretches.ts';

const WINDOW = 512;

/** Reads a WAV file and its turn ends. Silero finds the pauses. */
export async function fromWav(path: string, sidecarPath: string, wordDelayMs: number): Promise<TimedSpeech> {
  const [samples, sidecar] = await Promise.all([readWav(path), readSidecar(sidecarPath)]);
  const windows = Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, n) =>
    samples.slice(n * WINDOW, (n + 1) * WINDOW),
  );
  const { silero } = VAD_PROVIDERS;
  const vad = silero.create(silero.schema().parse({ provider: 'silero', sample_rate: TURNS_RATE }));
  const scores = await lastValueFrom(vad.score(from(windows)).pipe(toArray()));
  const turns = createTimedTurns(turnsOf(sidecar, wordDelayMs), findStretches(scores));
  return { samples, turns, language: sidecar.language };
}

/** Reads the turns of a sidecar. */
export function turnsOf({ turns }: Sidecar, wordDelayMs: number): readonly TurnOfWords[] {
  return turns.map(({ end, words = [], agent = '' }) => ({
    endMs: end * 1000,
    words: words.map((word) => ({ text: word.text, knownMs: word.end * 1000 + wordDelayMs })),
    agent,
  }));
}
