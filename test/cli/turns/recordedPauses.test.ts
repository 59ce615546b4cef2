import { describe, expect, it } from 'vitest';
import { evaluateCommits, readCommittedPauses, readFoundPauses } from '../../../src/cli/turns/recordedPauses.ts';
import type { RecordedFinding, TimedSpeech } from '../../../src/cli/turns/scorePauses.ts';

const END = Number.POSITIVE_INFINITY;

/** Two turns; in the first one a pause from 1000 to 1500 ms of audio, which is heard 100 ms later. */
function createSpeech(committedMs: readonly number[], found: readonly RecordedFinding[] = []): TimedSpeech {
  const agent = { heard: '', unsaid: '' };
  return {
    samples: new Int16Array(),
    language: undefined,
    turns: [
      { startMs: 500, words: [], pauses: [{ fromMs: 1000, toMs: 1500 }], endMs: 2000, agent },
      { startMs: 4000, words: [], pauses: [], endMs: 4500, agent },
    ],
    session: { committedMs, found, timeOfEnd: (ms) => ms + 100, timeOfStart: (ms) => ms + 100 },
  };
}

const scoresOf = (atMs: number): readonly (readonly number[])[] =>
  readFoundPauses(createSpeech([], [{ atMs, over: 0.7 }])).map(({ scores }) => scores.map(({ afterMs }) => afterMs));

describe('what a recogniser finds belongs to the pause in which it comes', () => {
  it.each([
    ['before the pause', 1099, [[], [], []]],
    ['as the pause begins', 1100, [[0], [], []]],
    ['as it ends', 1599, [[499], [], []]],
    ['when the user speaks again', 1600, [[], [], []]],
    ['as the turn ends', 2100, [[], [0], []]],
    ['just before the next turn', 4099, [[], [1999], []]],
    ['when the next turn has begun', 4100, [[], [], []]],
    ['behind the last turn', 9600, [[], [], [5000]]],
  ])('%s', (_, atMs, afterMs) => {
    expect(scoresOf(atMs)).toEqual(afterMs);
  });

  it('is within its pause, also if no audio came meanwhile', () => {
    const speech = createSpeech([], [{ atMs: 3000, over: 1 }]);
    const muted = { ...speech, session: { ...speech.session, timeOfStart: (ms: number) => ms + 5000 } } as TimedSpeech;
    expect(readFoundPauses(muted)[0]).toEqual({ lengthMs: 500, scores: [{ afterMs: 499, over: 1 }] });
  });
});

describe('what was committed is evaluated as it was', () => {
  const evaluate = (...committedMs: readonly number[]): unknown => {
    const result = evaluateCommits(readCommittedPauses(createSpeech(committedMs)));
    return result && [result.cutOffs, result.waits.mean];
  };

  it.each([
    ['a commit in the pause cuts off', [1400, 2500, 5000], [1, 400]],
    ['one when the user speaks again does not', [1600, 2500, 5000], [0, 400]],
    ['the first commit behind a turn counts', [2500, 3000, 5000], [0, 400]],
    ['an end without a commit does not count', [2500], [0, 400]],
    ['without any commit behind a turn there is nothing to evaluate', [1400], undefined],
  ])('%s', (_, committedMs, expected) => {
    expect(evaluate(...committedMs)).toEqual(expected);
  });

  it('lists the ends of turns as pauses without an end', () => {
    expect(readCommittedPauses(createSpeech([])).map(({ lengthMs }) => lengthMs)).toEqual([500, END, END]);
  });

  it('has nothing of an audio file', () => {
    expect(readCommittedPauses({ ...createSpeech([2500]), session: undefined })).toEqual([]);
  });
});
