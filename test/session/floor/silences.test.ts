import { describe, expect, it } from 'vitest';
import { isHeld } from '../../../src/session/floor/hold.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { play, speaking, voice } from './playFloor.ts';

const words = (text: string): FloorEvent => ({ kind: 'interim', segment: 0, text });
const bargeIn = (count: number): FloorEvent => ({ kind: 'barge_in', by: { segment: 0, voicedMs: 512, words: count } });

const cutAt = (score: readonly (readonly [number, FloorEvent])[]): number | undefined =>
  play([...speaking, ...score]).decided.find(([, { kind }]) => kind === 'cut')?.[0];

describe('a silence of 1 s within the speech of the agent', () => {
  it.each([
    [999, 1600],
    [1000, undefined],
    [1001, undefined],
  ])('voice that begins after %i ms of it cuts at: %s', (atMs, cut) => {
    expect(
      cutAt([
        [atMs, voice('started', 0, atMs, 64)],
        [1600, bargeIn(0)],
      ]),
    ).toBe(cut);
  });

  it('words cut in it as soon as they come', () => {
    expect(
      cutAt([
        [1200, voice('started', 0, 1200, 64)],
        [1600, bargeIn(0)],
        [1700, words('wait')],
      ]),
    ).toBe(1700);
  });

  it('words that came before it cut once there is voice in it', () => {
    expect(
      cutAt([
        [900, voice('started', 0, 900, 64)],
        [950, words('wait')],
        [1000, voice('window', 0, 1000, 96)],
      ]),
    ).toBe(1000);
  });

  it.each<[string, FloorEvent, boolean]>([
    ['are awaited', { kind: 'endpoint' }, true],
    ['are known to be none', { kind: 'settled', segment: 0, by: 'empty' }, false],
  ])('the agent is held after speech in it while its words %s: %3$s', (_, event, held) => {
    const { state } = play([
      ...speaking,
      [1200, voice('started', 0, 1200, 64)],
      [1800, voice('ended', 0, 1200, 64)],
      [1900, event],
    ]);
    expect(isHeld(state)).toBe(held);
  });
});
