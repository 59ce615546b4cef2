import { describe, expect, it } from 'vitest';
import type { PlayoutReport } from '../../../src/core/playout.ts';
import {
  createUnplayedAudio,
  type PlayedPosition,
  type UnplayedAudio,
} from '../../../src/server/media/unplayedAudio.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';

const RATE = 1000;

interface Sending {
  readonly unplayed: UnplayedAudio;
  readonly clock: VirtualClock;
  /** Sends so many ms of an utterance now, in frames of 10 ms, and its end. */
  speak(utterance: string, ms: number, isEnded?: boolean): void;
  report(kind: PlayoutReport['kind'], utterance: string, playedSamples: number): void;
  /** What is sent again: the utterance, its first sample, the number of samples, its length. */
  again(from?: PlayedPosition, lastSeq?: number): readonly (readonly [string, number, number, number | null])[];
}

function sending(): Sending {
  const clock = new VirtualClock();
  let seq = 0;
  const unplayed = createUnplayedAudio(clock, () => seq++);
  return {
    unplayed,
    clock,
    speak: (utterance, ms, isEnded = true) => {
      unplayed.record({ kind: 'start', utterance, sampleRate: RATE });
      for (let at = 0; at < ms; at += 10)
        unplayed.record({ kind: 'audio', utterance, frame: { samples: new Int16Array(10), sampleRate: RATE } });
      if (isEnded) unplayed.record({ kind: 'end', utterance, samples: ms });
    },
    report: (kind, utterance, playedSamples) => unplayed.report({ kind, utterance, playedSamples }),
    again: (from, lastSeq = 99) =>
      unplayed
        .rewind(lastSeq, from)
        .utterances.map(({ utterance, firstSample, pieces, samples }) => [
          utterance,
          firstSample,
          pieces.reduce((sum, { length }) => sum + length, 0),
          samples,
        ]),
  };
}

describe('createUnplayedAudio', () => {
  it('sends again what the client has not played, to the sample', () => {
    const { speak, again } = sending();
    speak('a', 100);
    expect(again({ utterance: 'a', playedSamples: 0 })).toEqual([['a', 0, 100, 100]]);
    expect(again({ utterance: 'a', playedSamples: 37 })).toEqual([['a', 37, 63, 100]]);
    expect(again({ utterance: 'a', playedSamples: 99 })).toEqual([['a', 99, 1, 100]]);
    expect(again({ utterance: 'a', playedSamples: 100 })).toEqual([]);
  });

  it('announces an utterance of which everything was played and more is to come', () => {
    const { speak, again } = sending();
    speak('a', 100, false);
    expect(again({ utterance: 'a', playedSamples: 100 })).toEqual([['a', 100, 0, null]]);
  });

  it('sends later utterances whole, and earlier ones not at all', () => {
    const { speak, again } = sending();
    for (const utterance of ['a', 'b', 'c']) speak(utterance, 50);
    expect(again({ utterance: 'b', playedSamples: 20 })).toEqual([
      ['b', 20, 30, 50],
      ['c', 0, 50, 50],
    ]);
  });

  it('never sends again what was cleared', () => {
    const { speak, again, unplayed } = sending();
    speak('a', 50);
    unplayed.record({ kind: 'clear', utterance: 'a' });
    speak('b', 50);
    expect(again({ utterance: 'a', playedSamples: 20 })).toEqual([['b', 0, 50, 50]]);
  });

  it('goes by the reports of a client that does not say what it has played', () => {
    const { speak, again, report } = sending();
    speak('a', 50);
    speak('b', 50);
    report('position', 'a', 20);
    expect(again()[0]).toEqual(['a', 20, 30, 50]);
    report('finished', 'a', 50);
    report('started', 'b', 0);
    expect(again()).toEqual([['b', 0, 50, 50]]);
  });

  it('goes by the pacing clock if the client has never reported', () => {
    const { speak, again, clock, unplayed } = sending();
    speak('a', 50);
    speak('b', 50);
    clock.flush(60);
    unplayed.setRunning(false);
    clock.flush(5000);
    expect(again()).toEqual([['b', 10, 40, 50]]);
  });

  it('goes by nothing for an utterance whose start the client does not have', () => {
    const { speak, again, clock } = sending();
    speak('a', 50);
    speak('b', 50);
    clock.flush(200);
    expect(again(undefined, 0)).toEqual([['b', 0, 50, 50]]);
    expect(again(undefined, 1)).toEqual([]);
  });

  it.each([
    [60, 0],
    [100, 10],
    [160, 10],
  ])('after %i ms the client is behind by what it has to play more than is ahead', (ms, behindMs) => {
    const { speak, clock, unplayed } = sending();
    speak('a', 100);
    clock.flush(ms);
    unplayed.setRunning(false);
    clock.flush(5000);
    expect(unplayed.rewind(99, { utterance: 'a', playedSamples: Math.min(ms, 90) }).behindMs).toBe(behindMs);
  });

  it('keeps 5 s of audio that the clock has passed and nobody has reported', () => {
    const { speak, again, clock } = sending();
    speak('a', 5000);
    clock.flush(20_000);
    expect(again({ utterance: 'a', playedSamples: 0 })).toEqual([['a', 0, 5000, 5000]]);
    speak('b', 10);
    clock.flush(40_000);
    speak('c', 10);
    expect(again({ utterance: 'a', playedSamples: 0 })).toEqual([
      ['a', 10, 4990, 5000],
      ['b', 0, 10, 10],
      ['c', 0, 10, 10],
    ]);
  });
});
