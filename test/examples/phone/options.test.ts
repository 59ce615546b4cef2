import { expect, test } from 'vitest';
import { DEFAULT_STEPS, parseOptions } from '../../../examples/phone/options.ts';

test('sentences, recordings and keys are done in their order', () => {
  const options = parseOptions(['hello', 'about.wav', '--keys', '42#', '--interrupt', 'stop', '--out', 'heard.wav']);
  expect(options).toEqual({
    help: false,
    out: 'heard.wav',
    steps: [
      { kind: 'text', text: 'hello', interrupts: false },
      { kind: 'file', path: 'about.wav', interrupts: false },
      { kind: 'keys', keys: '42#' },
      { kind: 'text', text: 'stop', interrupts: true },
    ],
  });
});

test('a caller who has nothing to say is given something', () => {
  expect(parseOptions([]).steps).toBe(DEFAULT_STEPS);
});

test.each<[readonly string[], string]>([
  [['--keys', '12x'], '--keys: expected keys of a telephone (0 to 9, *, #, A to D), got "12x"'],
  [['--keys', ''], '--keys: expected keys of a telephone (0 to 9, *, #, A to D), got ""'],
  [['hello', '--interrupt'], '--interrupt: expected a sentence or a WAV file after it'],
  [['--out', ''], '--out: expected the name of a WAV file, got ""'],
  [[' '], 'expected a sentence or a WAV file, got " "'],
])('%j is refused', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message);
});
