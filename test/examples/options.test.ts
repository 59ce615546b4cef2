import { expect, test } from 'vitest';
import { parseOptions } from '../../examples/talk/options.ts';

test('without arguments the guest speaks by heart, and the recordings go to out', () => {
  expect(parseOptions([])).toEqual({ help: false, out: 'out', files: [] });
});

test('files are spoken one after another', () => {
  expect(parseOptions(['a.wav', 'b.wav']).files).toEqual([{ path: 'a.wav' }, { path: 'b.wav' }]);
});

test('the file after --over is spoken over the answer, that one alone', () => {
  const { files } = parseOptions(['a.wav', '--over', '2.5', 'b.wav', 'c.wav', '--out', 'here']);
  expect(files).toEqual([{ path: 'a.wav' }, { path: 'b.wav', over: 2.5 }, { path: 'c.wav' }]);
});

test.each([
  [['--over', 'soon', 'a.wav'], '--over: expected seconds, got "soon"'],
  [['--over', '-1', 'a.wav'], /--over/],
  [['--over=-1', 'a.wav'], '--over: expected seconds, got "-1"'],
  [['a.wav', '--over', '2'], '--over: expected a WAV file after it'],
  [['--loud'], /Unknown option '--loud'/],
])('%j is refused', (args, complaint) => {
  expect(() => parseOptions(args)).toThrow(complaint);
});
