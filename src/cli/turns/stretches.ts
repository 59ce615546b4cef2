import { detectVoice, QUIET, type Thresholds, type VoiceState } from '../../core/voiceActivity.ts';
import type { TimedTurn, TimedWord } from './scorePauses.ts';

/** A stretch of voice, in ms from the start of the audio. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Length of a window, in ms. */
export const WINDOW_MS = 32;

const THRESHOLDS: Thresholds = { activationThreshold: 0.5, minSpeechMs: 50, minSilenceMs: 550, windowMs: WINDOW_MS };

/** Finds the stretches of voice in window scores, as the VAD does with its defaults. */
export function findStretches(scores: readonly number[], thresholds: Partial<Thresholds> = {}): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let state: VoiceState = QUIET;
  for (const [n, score] of scores.entries()) {
    const toMs = (n + 1) * WINDOW_MS;
    const before = state;
    const { state: after, voiced } = detectVoice(state, score, toMs, { ...THRESHOLDS, ...thresholds });
    state = after;
    if (!voiced || after.phase !== 'speech') continue;
    const startMs = before.phase === 'quiet' ? toMs - after.voicedMs : toMs - WINDOW_MS;
    const last = stretches.at(-1);
    if (last !== undefined && last.toMs >= startMs) stretches[stretches.length - 1] = { ...last, toMs };
    else stretches.push({ fromMs: startMs, toMs });
  }
  return stretches;
}

/** The end of a turn, with its words. */
export interface TurnOfWords {
  readonly endMs: number;
  readonly words: readonly TimedWord[];
  readonly agent: string;
}

/** Assigns the stretches to turns: each stretch begins before the end of its turn. Omits turns without voice. */
export function createTimedTurns(turns: readonly TurnOfWords[], stretches: readonly Stretch[]): readonly TimedTurn[] {
  let fromMs = 0;
  return turns.flatMap(({ endMs, words, agent }) => {
    const own = stretches.filter((stretch) => stretch.fromMs >= fromMs && stretch.fromMs < endMs);
    fromMs = endMs;
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const pauses = own.slice(1).map((stretch, n) => ({ fromMs: own[n]?.toMs ?? 0, toMs: stretch.fromMs }));
    return [{ startMs: first.fromMs, words, pauses, endMs: last.toMs, agent: { heard: agent, unsaid: '' } }];
  });
}
