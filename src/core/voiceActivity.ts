/** State of voice detection. Times are audio time in ms. */
export type VoiceState = QuietState | SpeechState;

export interface QuietState {
  readonly phase: 'quiet';
  /** Length of the current run of voiced windows. */
  readonly runMs: number;
}

export interface SpeechState {
  readonly phase: 'speech';
  /** Sum of the segment's voiced windows. */
  readonly voicedMs: number;
  /** End of the last voiced window. */
  readonly lastVoicedMs: number;
  /** Silence since then; 0 if the last window was voiced. */
  readonly silenceMs: number;
}

export interface Thresholds {
  readonly activationThreshold: number;
  readonly minSpeechMs: number;
  readonly minSilenceMs: number;
  readonly windowMs: number;
}

export interface VoiceDetection {
  readonly state: VoiceState;
  readonly voiced: boolean;
}

export const QUIET: QuietState = { phase: 'quiet', runMs: 0 };

/** How much lower the threshold is after a voiced window of a segment, down to the minimum. */
const HYSTERESIS = 0.15;
const LOWEST_THRESHOLD = 0.01;

/**
 * Adds a window with probability `p` that ends at `atMs`. A duration counts as reached at the first window that reaches
 * it.
 */
export function detectVoice(before: VoiceState, p: number, atMs: number, thresholds: Thresholds): VoiceDetection {
  const voiced = p >= thresholdAfter(before, thresholds.activationThreshold);
  return {
    voiced,
    state:
      before.phase === 'quiet'
        ? start(before, voiced, atMs, thresholds)
        : continueSpeech(before, voiced, atMs, thresholds),
  };
}

function thresholdAfter(before: VoiceState, threshold: number): number {
  const afterVoice = before.phase === 'speech' && before.silenceMs === 0;
  return afterVoice ? Math.min(threshold, Math.max(threshold - HYSTERESIS, LOWEST_THRESHOLD)) : threshold;
}

function start(quiet: QuietState, voiced: boolean, atMs: number, { windowMs, minSpeechMs }: Thresholds): VoiceState {
  if (!voiced) return QUIET;
  const runMs = quiet.runMs + windowMs;
  if (runMs < minSpeechMs) return { phase: 'quiet', runMs };
  return { phase: 'speech', voicedMs: runMs, lastVoicedMs: atMs, silenceMs: 0 };
}

function continueSpeech(
  speech: SpeechState,
  voiced: boolean,
  atMs: number,
  { windowMs, minSilenceMs }: Thresholds,
): VoiceState {
  if (voiced) return { phase: 'speech', voicedMs: speech.voicedMs + windowMs, lastVoicedMs: atMs, silenceMs: 0 };
  const silenceMs = speech.silenceMs + windowMs;
  if (silenceMs >= minSilenceMs) return QUIET;
  // Copies field by field, which is faster than a spread, because this runs for every window.
  return { phase: 'speech', voicedMs: speech.voicedMs, lastVoicedMs: speech.lastVoicedMs, silenceMs };
}
