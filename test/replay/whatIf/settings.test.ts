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

test.each([
  [{ min_endpointing: 0.2 }, 'there is no setting "min_endpointing": expected one of'],
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
