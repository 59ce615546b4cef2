import { msOfSamples } from '../../../core/audio.ts';
import { detectVoice, QUIET, type VoiceState } from '../../../core/voiceActivity.ts';
import type { Head, Line } from '../../../record/format.ts';
import type { VadSettings } from '../../../session/config/config.ts';
import { allIn } from '../../lines.ts';
import { readSegment } from './readSegment.ts';
import type { TranscribedSpeech } from './recordedSegment.ts';
import { findPartialSegments } from './partialSegments.ts';
import { spreadWords, type Word } from './words.ts';

/** Reads a recording's segments and assigns each word to the window in which it was spoken. */
export function readSegments(lines: readonly Line[], { ports }: Head, vad: VadSettings): TranscribedSpeech {
  const windowMs = windowMsOf(ports);
  const voiced = readVoicedWindows(lines, { ports }, vad);
  const words: Word[] = [];
  const segments = findPartialSegments(lines, windowMs).map((partial) => {
    const { texts, bounds, transcripts } = readSegment(partial, words.length);
    const { segment, from, to, transcribedTo, endedAt } = partial;
    const own = voiced.filter((window) => window >= from && window <= Math.min(to, transcribedTo));
    words.push(...spreadWords(texts, own.length > 0 ? own : [from], segment, bounds));
    return { segment, from, to, ended: endedAt < Number.POSITIVE_INFINITY, afterWords: words.length, ...transcripts };
  });
  return { segments, words };
}

/** Reads the numbers of the windows that hold voice. */
export function readVoicedWindows(
  lines: readonly Line[],
  { ports }: Pick<Head, 'ports'>,
  vad: VadSettings,
): readonly number[] {
  const scores = allIn(lines, 'vad').map(({ v }) => v);
  return voicedWindows(scores, { ...vad, windowMs: windowMsOf(ports) });
}

function windowMsOf({ vad }: Head['ports']): number {
  return msOfSamples(vad.windowSamples, vad.sampleRate);
}

function voicedWindows(
  scores: readonly number[],
  thresholds: VadSettings & { readonly windowMs: number },
): readonly number[] {
  let state: VoiceState = QUIET;
  return scores.flatMap((p, window) => {
    const decision = detectVoice(state, p, (window + 1) * thresholds.windowMs, thresholds);
    state = decision.state;
    return decision.voiced ? [window] : [];
  });
}
