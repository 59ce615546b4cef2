import { expect, test } from 'vitest';
import { explainEnd, explainNoStart, explainStart } from '../../../operators/vad/explain.ts';
import { detectVoice, QUIET, type VoiceState } from '../../../src/core/voiceActivity.ts';

const THRESHOLDS = { activationThreshold: 0.5, minSpeechMs: 100, minSilenceMs: 550, windowMs: 32 };
const measured = { segment: 0, atMs: 1000, voicedMs: 128, lastVoicedMs: 424 };

function stateAfter(probabilities: readonly number[]): VoiceState {
  return probabilities.reduce((state: VoiceState, p, n) => detectVoice(state, p, 32 * n, THRESHOLDS).state, QUIET);
}

test('a start has its voice', () => {
  expect(explainStart({ kind: 'started', ...measured, audio: [] }, THRESHOLDS).text).toBe(
    '128 ms of voice, 100 needed',
  );
});

test.each([
  ['silence', '576 ms of silence, 550 needed'],
  ['mute', 'the microphone is muted, after 576 ms of silence'],
  ['stall', 'no audio has come for a second, after 576 ms of silence'],
  ['turn', "the user's turn is over, after 576 ms of silence"],
  ['commit', 'the client has committed it, after 576 ms of silence'],
  ['clear', 'the client has cleared it, after 576 ms of silence'],
] as const)('an end by %s has its silence', (by, text) => {
  expect(explainEnd({ kind: 'ended', ...measured, by }, THRESHOLDS).text).toBe(text);
});

test.each<[string, readonly number[], string | undefined]>([
  ['a probability below the threshold', [0.1, 0.49], 'no speech: a probability of 0.49, 0.5 needed'],
  ['voice that is too short', [0.1, 0.9, 0.5], 'no speech: 64 ms of voice, 100 needed'],
  ['an open segment', [0.9, 0.9, 0.9, 0.9], undefined],
])('no start because of %s', (_what, probabilities, text) => {
  expect(explainNoStart(stateAfter(probabilities), probabilities.at(-1) ?? 0, THRESHOLDS)?.text).toBe(text);
});
