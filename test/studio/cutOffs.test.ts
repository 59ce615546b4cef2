import { expect, test } from 'vitest';
import { countCutOffs } from '../../src/cli/studio/index/cutOffs.ts';
import { traceOf } from '../../src/replay/timeline/lines.ts';
import type { Line } from '../../src/record/format.ts';

/** Speech of one word, whose end the VAD finds after 100 ms and the recogniser after 150 ms. */
function says(segment: number, fromMs: number, toMs: number, text: string): readonly object[] {
  const measured = { segment, voicedMs: 64, lastVoicedMs: toMs };
  return [
    { t: fromMs + 64, out: 'activity', v: { kind: 'started', ...measured, atMs: fromMs + 64 } },
    { t: toMs + 100, out: 'activity', v: { kind: 'ended', ...measured, by: 'silence', atMs: toMs + 100 } },
    { t: toMs + 150, out: 'transcript', v: { kind: 'final', segment, text } },
  ];
}

const turn = (t: number, more: object = {}): object => ({ t, out: 'userTurn', v: { turn: 1, text: '', ...more } });
const answer = (t: number, more: object = {}): readonly object[] => [
  { t, out: 'speech', v: { kind: 'started', turn: 1, utterance: 'u1.0' } },
  { t, out: 'playout', v: { kind: 'started', utterance: 'u1.0', ...more } },
];

test.each<[what: string, count: number, lines: readonly object[]]>([
  ['spoken and goes on', 1, [...says(0, 200, 500, 'hello'), turn(700), ...says(1, 900, 1400, 'there')]],
  [
    'spoken and goes on after three seconds',
    0,
    [...says(0, 200, 500, 'hello'), turn(700), ...says(1, 3100, 3600, 'so')],
  ],
  [
    'typed, whatever is said after it',
    0,
    [
      ...says(0, 200, 500, 'hello'),
      { t: 700, in: 'typed', v: { text: 'a table' } },
      turn(700),
      ...says(1, 900, 1400, 'there'),
    ],
  ],
  [
    'asked for by the application',
    0,
    [...says(0, 200, 500, 'hello'), turn(700, { request: { instructions: 'Greet.' } }), ...says(1, 900, 1400, 'there')],
  ],
  [
    'followed by noise, and by words after three seconds',
    0,
    [...says(0, 200, 500, 'hello'), ...says(1, 700, 900, ''), turn(1100), ...says(2, 3100, 3600, 'so')],
  ],
  [
    'answered a second before the next word',
    0,
    [...says(0, 200, 500, 'hello'), turn(700), ...answer(1400), ...says(1, 2000, 2500, 'so')],
  ],
  [
    'answered a second before the next word, but reported late',
    0,
    [...says(0, 200, 500, 'hello'), turn(700), ...answer(2000, { lateMs: 600 }), ...says(1, 2000, 2500, 'so')],
  ],
])('a turn that is %s is cut off %i times', (_what, count, lines) => {
  expect(countCutOffs(traceOf(lines as readonly Line[]))).toBe(count);
});
