import { expect, test } from 'vitest';
import { configWith, recordedValue } from '../../../src/replay/whatIf/settings.ts';
import { says } from '../../support/userActions.ts';
import { recordingOf } from './conversation.ts';

const { head } = await recordingOf({
  user: [says(320, 'tell me')],
  llm: ['Once.'],
  config: { interrupt_time_threshold: 0.7, vad: { provider: 'silero', min_silence_duration: 0.3 } },
  untilMs: 2000,
});

test('settings are changed by their names in the spec, those of the VAD among its own', () => {
  expect(configWith(head, { min_endpointing_delay: 0.2, 'vad.activation_threshold': 0.7 })).toMatchObject({
    min_endpointing_delay: 0.2,
    interrupt_time_threshold: 0.7,
    vad: { provider: 'silero', min_silence_duration: 0.3, activation_threshold: 0.7 },
  });
});

const withText = (changed: object): object => ({ provider: 'text', ...changed });

test.each([
  [{ turn_detection: 'text' }, withText({})],
  [{ 'turn_detection.min_delay': 0.3 }, withText({ min_delay: 0.3 })],
  [{ 'turn_detection.thresholds.de': 0.3 }, withText({ thresholds: { de: 0.3 } })],
  [{ turn_detection: 'text', 'turn_detection.max_delay': 2 }, withText({ max_delay: 2 })],
  [{ turn_detection: 'off' }, undefined],
])('%o turns rules about the words on or off', (changes, expected) => {
  expect(configWith(head, changes).turn_detection).toEqual(expected);
});

test('settings of the turn detection that a recording has are kept', () => {
  const config = { ...head.config, turn_detection: { provider: 'text', max_delay: 2 } } as const;
  expect(configWith({ config }, { 'turn_detection.min_delay': 0.3 }).turn_detection).toEqual(
    withText({ min_delay: 0.3, max_delay: 2 }),
  );
});

test.each([
  [{ turn_detection: 'oracle' }, 'turn_detection.provider: expected'],
  [{ 'turn_detection.min_delay': 300 }, 'turn_detection.min_delay: expected at most 60, in seconds'],
  [{ 'turn_detection.delay': 1 }, 'there is no setting "turn_detection.delay"'],
  [{ 'turn_detection.model_path': 'a.onnx' }, 'turn_detection.model_path cannot be changed in a recording'],
  [{ min_endpointing: 0.2 }, 'there is no setting "min_endpointing"; expected one of'],
  [{ min_endpointing_delay: 'soon' }, 'min_endpointing_delay: expected'],
  [{ 'vad.activation_threshold': 2 }, 'vad.activation_threshold: expected at most 1, got 2'],
  [{ 'stt.model': 'nova-2' }, 'stt.model cannot be changed in a recording: it shaped the words and the voice'],
  [{ 'vad.sample_rate': 8000 }, 'vad.sample_rate cannot be changed in a recording: it shaped the probabilities'],
  [{ initial_messages: '[]' }, 'initial_messages cannot be changed in a recording: it shaped the answers'],
])('%o is refused by its name', (changes, message) => {
  expect(() => configWith(head, changes)).toThrowError(
    expect.objectContaining({ code: 'usage_invalid', message: expect.stringContaining(message) }),
  );
});

test('what a setting was is known, its default included', () => {
  expect(recordedValue(head, 'interrupt_time_threshold')).toBe(0.7);
  expect(recordedValue(head, 'min_endpointing_delay')).toBe(0.5);
  expect(recordedValue(head, 'vad.min_silence_duration')).toBe(0.3);
});
