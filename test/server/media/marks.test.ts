import { describe, expect, it } from 'vitest';
import type { PlayoutCommand } from '../../../src/core/playout.ts';
import { createMarks, type Marks } from '../../../src/server/media/marks.ts';

const start = (utterance = 'u'): PlayoutCommand => ({ kind: 'start', utterance, sampleRate: 8000 });
const frame = (utterance = 'u'): PlayoutCommand => ({
  kind: 'audio',
  utterance,
  frame: { samples: new Int16Array(160), sampleRate: 8000 },
});
const end = (utterance = 'u', samples = 160): PlayoutCommand => ({ kind: 'end', utterance, samples });
const clear = (utterance = 'u'): PlayoutCommand => ({ kind: 'clear', utterance });

/** The marks behind each command. */
function record(marks: Marks, ...commands: readonly PlayoutCommand[]): readonly (readonly string[])[] {
  return commands.map((command) => marks.record(command));
}

const frames = (count: number): readonly PlayoutCommand[] => Array.from({ length: count }, () => frame());

describe('marks', () => {
  it('are behind the first frame, behind every 100 ms, and at the end', () => {
    const sent = record(createMarks(), start(), ...frames(11), end());
    expect(sent).toEqual([[], ['0'], [], [], [], [], ['1'], [], [], [], [], ['2'], ['3']]);
  });

  it('that come back say what was played', () => {
    const marks = createMarks();
    record(marks, start(), ...frames(6), end('u', 960));
    expect(['0', '1', '2'].map((name) => marks.reach(name))).toEqual([
      { type: 'playback.position', utterance_id: 'u', played_samples: 160 },
      { type: 'playback.position', utterance_id: 'u', played_samples: 960 },
      { type: 'playback.finished', utterance_id: 'u', played_samples: 960 },
    ]);
  });

  it('count from the beginning of their utterance', () => {
    const marks = createMarks();
    record(marks, start(), frame(), end(), start('v'), frame('v'));
    expect(marks.reach('2')).toEqual({ type: 'playback.position', utterance_id: 'v', played_samples: 160 });
  });

  it('of audio that was cleared say nothing: a peer sends them back when it drops them', () => {
    const marks = createMarks();
    record(marks, start(), ...frames(6), clear());
    expect(['0', '1'].map((name) => marks.reach(name))).toEqual([undefined, undefined]);
  });

  it('say nothing twice, late, or without having been sent', () => {
    const marks = createMarks();
    record(marks, start(), ...frames(6));
    marks.reach('1');
    expect(['1', '0', '7', ''].map((name) => marks.reach(name))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('that never come back are given up after 1000', () => {
    const marks = createMarks();
    record(marks, start(), ...frames(5001));
    expect([marks.reach('0'), marks.reach('1')?.played_samples]).toEqual([undefined, 960]);
  });
});
