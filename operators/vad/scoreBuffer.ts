import { AntiphonError } from '../../src/core/errors.ts';
import type { ForcedEnd, ScoredStep, Step } from './steps.ts';

/** The windows that the model has not scored, with the forced ends between them. Each call returns the steps that are complete. */
export interface ScoreBuffer {
  /** Adds a step. @throws AntiphonError `vad_overloaded` if too many windows wait */
  push(step: Step): readonly ScoredStep[];
  /** Scores the oldest window. @throws AntiphonError `vad_failed` if there is none */
  score(p: number): readonly ScoredStep[];
  /** Copies the audio of the latest window if it still waits: its memory is used again for the next one. */
  retain(): void;
  /** Ends the scores. @throws AntiphonError `vad_failed` if windows wait */
  close(): readonly ScoredStep[];
}

const NOTHING: readonly ScoredStep[] = [];

export function createScoreBuffer(maxUnscored: number): ScoreBuffer {
  const waiting: Step[] = [];
  let unscored = 0;
  const takeForcedEnds = (): ForcedEnd[] => {
    const found: ForcedEnd[] = [];
    for (let step = waiting[0]; step !== undefined && step.kind !== 'window'; step = waiting[0]) {
      found.push(step);
      waiting.shift();
    }
    return found;
  };
  return {
    push(step) {
      waiting.push(step);
      if (step.kind !== 'window') return takeForcedEnds();
      unscored += 1;
      if (unscored > maxUnscored) throw new AntiphonError('vad_overloaded', `scoring is behind by ${unscored} windows`);
      return NOTHING;
    },
    score(p) {
      const window = waiting.shift();
      if (window?.kind !== 'window')
        throw new AntiphonError('vad_failed', 'the model emitted more scores than windows');
      unscored -= 1;
      const { samples, audio, atMs } = window;
      const scored: ScoredStep = { kind: 'window', samples, audio, atMs, p };
      return waiting.length === 0 ? [scored] : [scored, ...takeForcedEnds()];
    },
    retain() {
      const last = waiting.at(-1);
      if (last?.kind !== 'window') return;
      const { samples, sampleRate } = last.audio;
      waiting[waiting.length - 1] = { ...last, audio: { samples: samples.slice(), sampleRate } };
    },
    close() {
      if (unscored > 0) throw new AntiphonError('vad_failed', `the model ended without ${unscored} scores`);
      return NOTHING;
    },
  };
}
