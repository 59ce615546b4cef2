import { describe, expect, test } from 'vitest';
import { detectVoice, QUIET, type VoiceState } from '../../src/core/voiceActivity.ts';

const LIMITS = { activationThreshold: 0.5, minSpeechMs: 50, minSilenceMs: 96, windowMs: 32 };
const AT = 1000;

const run = (runMs: number): VoiceState => ({ phase: 'quiet', runMs });
const speech = (voicedMs: number, lastVoicedMs: number, silenceMs: number): VoiceState => ({
  phase: 'speech',
  voicedMs,
  lastVoicedMs,
  silenceMs,
});

/** What was known · the window's probability · whether it is voiced · what is known then. */
const TABLE: readonly (readonly [string, VoiceState, number, boolean, VoiceState])[] = [
  ['silence stays silence', QUIET, 0.49, false, QUIET],
  ['a first voiced window is a run', QUIET, 0.5, true, run(32)],
  ['a run that reaches minSpeech is speech', run(32), 0.5, true, speech(64, AT, 0)],
  ['a run breaks at one silent window', run(32), 0.49, false, QUIET],
  ['a run has no hysteresis', run(32), 0.35, false, QUIET],
  ['speech goes on', speech(64, 900, 0), 0.9, true, speech(96, AT, 0)],
  ['speech goes on at 0.15 below', speech(64, 900, 0), 0.35, true, speech(96, AT, 0)],
  ['speech pauses further below', speech(64, 900, 0), 0.349, false, speech(64, 900, 32)],
  ['a pause ends at the full threshold', speech(64, 900, 32), 0.5, true, speech(96, AT, 0)],
  ['a pause does not end below it', speech(64, 900, 32), 0.499, false, speech(64, 900, 64)],
  ['a pause that reaches minSilence is silence', speech(64, 900, 64), 0.1, false, QUIET],
  ['no number is no voice', speech(64, 900, 64), Number.NaN, false, QUIET],
];

test.each(TABLE)('%s', (_, state, p, voiced, next) => {
  expect(detectVoice(state, p, AT, LIMITS)).toEqual({ voiced, state: next });
});

describe('settings at their edges', () => {
  test('minSpeech 0: the first voiced window is speech', () => {
    expect(detectVoice(QUIET, 0.5, AT, { ...LIMITS, minSpeechMs: 0 }).state).toEqual(speech(32, AT, 0));
    expect(detectVoice(QUIET, 0.49, AT, { ...LIMITS, minSpeechMs: 0 }).state).toEqual(QUIET);
  });

  test('minSilence 0: the first silent window is silence', () => {
    expect(detectVoice(speech(64, 900, 0), 0.1, AT, { ...LIMITS, minSilenceMs: 0 }).state).toEqual(QUIET);
    expect(detectVoice(speech(64, 900, 0), 0.9, AT, { ...LIMITS, minSilenceMs: 0 }).state).toEqual(speech(96, AT, 0));
  });

  test.each([
    [1, 0.85],
    [0.3, 0.15],
    [0.16, 0.01],
    [0.1, 0.01],
    [0.005, 0.005],
    [0, 0],
  ])('with a threshold of %d voice goes on from %d', (activationThreshold, from) => {
    const voiced = (p: number): boolean =>
      detectVoice(speech(64, 900, 0), p, AT, { ...LIMITS, activationThreshold }).voiced;
    expect(voiced(from + 1e-9)).toBe(true);
    expect(voiced(from - 1e-9)).toBe(false);
  });
});
