import { describe, expect, test } from 'vitest';
import { explainInterruption, explainNoInterruption } from '../../../operators/interruption/explain.ts';
import {
  initialState,
  updateInterruption,
  type InterruptionInput,
  type InterruptionRules,
  type InterruptionState,
} from '../../../operators/interruption/interruptionState.ts';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';

const phrases = createPhrases({ interruptPhrases: 'default' });
const RULES: InterruptionRules = { allow: true, minSpeechMs: 500, pauseMs: 160, minWords: 0, phrases };

const audible: InterruptionInput = { kind: 'audible', audible: true };
const voice = (voicedMs: number, segment = 0, atMs = voicedMs, lastVoicedMs = atMs): InterruptionInput => ({
  kind: 'activity',
  event: { kind: 'window', segment, atMs, voiced: lastVoicedMs === atMs, voicedMs, lastVoicedMs, audio: [] },
});
const words = (text: string, segment = 0): InterruptionInput => ({
  kind: 'transcript',
  transcript: { kind: 'final', segment, text },
});

function stateAfter(inputs: readonly InterruptionInput[], rules: InterruptionRules): InterruptionState {
  return inputs.reduce((state, input) => updateInterruption(state, input, rules), initialState);
}

describe('what is missing for an interruption', () => {
  test.each<[string, readonly InterruptionInput[], Partial<InterruptionRules>, string | undefined]>([
    ['voice below the threshold', [audible, voice(499)], {}, 'not interrupted: 499 ms of voice, 500 needed'],
    ['voice at the threshold', [audible, voice(500)], {}, undefined],
    [
      'voice at the threshold, but no words',
      [audible, voice(500)],
      { minWords: 1 },
      'not interrupted: 0 words, 1 needed',
    ],
    [
      'voice in two stretches',
      [audible, voice(320), voice(320, 0, 600, 320), voice(620, 0, 920)],
      {},
      'not interrupted: 320 ms of voice, 500 needed',
    ],
    [
      'voice of two segments with words',
      [audible, voice(200), words('no'), voice(200, 1, 900), words('wait a bit', 1)],
      {},
      'not interrupted: 400 ms of voice, 500 needed',
    ],
    ['too few words', [audible, voice(600), words('tables')], { minWords: 2 }, 'not interrupted: 1 word, 2 needed'],
    ['a backchannel', [audible, voice(400), words('yeah')], {}, "not interrupted: 'yeah' is a backchannel"],
    ['nobody over the agent', [voice(400), audible], {}, undefined],
    ['a silent agent', [audible, voice(320), { kind: 'audible', audible: false }], {}, undefined],
    ['a phrase that has interrupted', [audible, voice(256), words('stop')], {}, undefined],
  ])('%s', (_what, inputs, own, text) => {
    const rules = { ...RULES, ...own };
    expect(explainNoInterruption(stateAfter(inputs, rules), rules)?.sentence.text).toBe(text);
  });
});

test('nothing is missing of thresholds that were lowered since', () => {
  const state = stateAfter([audible, voice(400), words('a table')], { ...RULES, minWords: 2 });
  expect(explainNoInterruption(state, { ...RULES, minSpeechMs: 300, minWords: 2 })).toBeNull();
});

describe('why it was interrupted', () => {
  test.each<[string, readonly InterruptionInput[], Partial<InterruptionRules>, string]>([
    ['by voice', [audible, voice(512)], {}, 'interrupted: 512 ms of voice, 500 needed'],
    [
      'by words',
      [audible, voice(512), words('no wait')],
      { minWords: 2 },
      'interrupted: 512 ms of voice, 500 needed; 2 words, 2 needed',
    ],
    [
      'by a phrase',
      [audible, voice(256), words('stop')],
      {},
      "interrupted: 'stop' is an interrupt phrase with 256 ms of voice, 250 needed",
    ],
    [
      'by a phrase with enough voice, but too few words',
      [audible, voice(512), words('stop')],
      { minWords: 2 },
      "interrupted: 'stop' is an interrupt phrase with 512 ms of voice, 250 needed",
    ],
    [
      'by a phrase with all voice of its segment',
      [audible, voice(160), voice(160, 0, 400, 160), voice(320, 0, 560), words('stop')],
      {},
      "interrupted: 'stop' is an interrupt phrase with 320 ms of voice, 250 needed",
    ],
  ])('%s', (_what, inputs, own, text) => {
    const rules = { ...RULES, ...own };
    const state = stateAfter(inputs, rules);
    const [by] = state.interruptions;
    expect(by && explainInterruption(by, state, rules).sentence.text).toBe(text);
  });
});
