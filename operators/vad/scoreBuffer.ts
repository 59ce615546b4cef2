import { AntiphonError } from '../../src/core/errors.ts';
import type { ForcedEnd, ScoredWindow, Step } from './steps.ts';

/** The windows that the model has not scored, with the forced ends behind them. */
export interface ScoreBuffer {
  /** Adds a step. @throws AntiphonError `vad_overloaded` if too many windows wait */
  push(step: Step): void;
  /** Takes the oldest window, with its score. @throws AntiphonError `vad_failed` if there is none */
  score(p: number): ScoredWindow;
  /** Takes the forced end that no window precedes; undefined if there is none. */
  takeForcedEnd(): ForcedEnd | undefined;
  /** Copies the audio of the latest window if it still waits: its memory is used again for the next one. */
  retain(): void;
  /** Ends the scores. @throws AntiphonError `vad_failed` if windows wait */
  close(): void;
}

export function createScoreBuffer(maxUnscored: number): ScoreBuffer {
  const waiting: Step[] = [];
  let unscored = 0;
  return {
    push(step) {
      waiting.push(step);
      if (step.kind !== 'window') return;
      unscored += 1;
      if (unscored > maxUnscored) throw new AntiphonError('vad_overloaded', `scoring is behind by ${unscored} windows`);
    },
    score(p) {
      const window = waiting.shift();
      if (window?.kind !== 'window')
        throw new AntiphonError('vad_failed', 'the model emitted more scores than windows');
      unscored -= 1;
      const { kind, samples, audio, atMs } = window;
      return { kind, samples, audio, atMs, p };
    },
    takeForcedEnd() {
      if (waiting.length === 0) return undefined;
      const [step] = waiting;
      if (step === undefined || step.kind === 'window') return undefined;
      waiting.shift();
      return step;
    },
    retain() {
      if (waiting.length === 0) return;
      const last = waiting.at(-1);
      if (last?.kind !== 'window') return;
      const { samples, sampleRate } = last.audio;
      waiting[waiting.length - 1] = { ...last, audio: { samples: samples.slice(), sampleRate } };
    },
    close() {
      if (unscored > 0) throw new AntiphonError('vad_failed', `the model ended without ${unscored} scores`);
    },
  };
}
