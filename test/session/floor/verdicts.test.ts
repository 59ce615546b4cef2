import { describe, expect, it } from 'vitest';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { commits, play, turn, voice } from './playFloor.ts';

const words: FloorEvent = { kind: 'interim', segment: 0, text: 'book a table' };
const endpoint: FloorEvent = { kind: 'endpoint' };

describe('an endpoint inside a segment that has words', () => {
  it('ends the turn when it comes with the words', () => {
    const { decided } = play([
      [0, voice('started', 0, 0, 64)],
      [320, voice('window', 0, 320, 384)],
      [320, words],
      [320, endpoint],
    ]);
    expect(commits(decided)).toEqual(['book a table']);
  });

  it('is too late when the user has gone on speaking', () => {
    const { decided } = play([
      [0, voice('started', 0, 0, 64)],
      [320, words],
      [352, voice('window', 0, 352, 416)],
      [360, endpoint],
    ]);
    expect(commits(decided)).toEqual([]);
  });

  it.each([
    [415, 0],
    [416, 1],
    [417, 1],
  ])('ends the turn in a pause of 64 ms: at %i ms %i turn', (atMs, turns) => {
    const { decided } = play([
      [0, voice('started', 0, 0, 64)],
      [320, words],
      [352, voice('window', 0, 352, 416)],
      [atMs, endpoint],
    ]);
    expect(commits(decided)).toHaveLength(turns);
  });

  it('ends no reply if its words are a backchannel, while functions run: they are a remark', () => {
    const { decided } = play([
      [0, { kind: 'turn', turn }],
      [
        10,
        {
          kind: 'calls',
          calls: {
            turn: 0,
            round: 0,
            calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{}' } }],
          },
        },
      ],
      [100, voice('started', 0, 100, 64)],
      [320, { kind: 'interim', segment: 0, text: 'okay' }],
      [320, endpoint],
      [400, voice('ended', 0, 400, 300)],
      [450, { kind: 'settled', segment: 0, by: 'final' }],
    ]);
    expect(commits(decided)).toEqual(['okay']);
    expect(decided.map(([, { kind }]) => kind)).not.toContain('cut_calls');
  });
});
