import { expect, test } from 'vitest';
import { emptyLog, type SessionLog } from '../../examples/talk/sessionLog.ts';
import { formatTimeline } from '../../examples/talk/timeline.ts';

const RATE = 1000;

/** Sound of full scale, where there is any. */
function recorded(seconds: number, ...sounds: readonly (readonly [fromMs: number, toMs: number])[]): Int16Array {
  return Int16Array.from({ length: seconds * RATE }, (_, ms) =>
    sounds.some(([fromMs, toMs]) => fromMs <= ms && ms < toMs) ? 32_767 : 0,
  );
}

function drawn(log: Partial<SessionLog>, user: Int16Array, agent: Int16Array, columns = 80): readonly string[] {
  const terminal = { columns, paint: (_: unknown, text: string) => text };
  const recording = { sampleRate: RATE, user, agent };
  return formatTimeline({ log: { ...emptyLog, ...log }, recording, terminal }).map((line) => line.trimEnd());
}

test('speech, transcripts and replies of both sides stand on one axis', () => {
  const log = {
    speech: [{ fromMs: 400, toMs: 1600 }],
    words: [{ atMs: 1600, text: 'the time' }],
    replies: [{ fromMs: 1600, toMs: 2600 }],
    calls: [{ atMs: 2000, text: 'current_time' }],
    interruptions: [{ atMs: 4400, text: 'by 512 ms' }],
  };
  expect(drawn(log, recorded(6, [200, 1000]), recorded(6, [2800, 4400]))).toEqual([
    '        0s   ·    ·    ·    ·    5s',
    'you      ████',
    'vad       ━━━━━━',
    'words           the time',
    'model           ░░░░░',
    'calls             current_time',
    'agent                 ████████',
    'cut                           ✗ interr',
  ]);
});

test('a session that is longer than the terminal is wide goes on below, from a whole second', () => {
  const spoken = recorded(11, [4800, 5400]);
  expect(drawn({}, spoken, recorded(11), 37)).toEqual([
    '        0s   ·    ·    ·    ·',
    'you                             █',
    '',
    '        5s   ·    ·    ·    ·',
    'you     ██',
    '',
    '        10s',
  ]);
});

test('a text that would run into the next ends before it', () => {
  const words = [
    { atMs: 0, text: 'what time is it' },
    { atMs: 1000, text: 'stop' },
  ];
  expect(drawn({ words }, recorded(3), recorded(3))[1]).toBe('words   what stop');
});

test('what is quieter is lower: 6 dB a step', () => {
  const loud = Int16Array.from({ length: 2000 }, (_, ms) => 32_767 / 2 ** Math.floor(ms / 200));
  expect(drawn({}, loud, recorded(2))[1]).toBe('you     █▇▆▅▄▃▂▁');
});
