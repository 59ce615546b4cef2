import { describe, expect, it } from 'vitest';
import { emptyFloor, floor } from '../../src/session/floor/floor.ts';
import type { Decision, Floor, FloorEvent, FloorSettings } from '../../src/session/floor/types.ts';

const settings: FloorSettings = { allowInterruptions: true, interruptMs: 500, resumeAfterFalseInterruption: true };

/** Reduces `[ms, event]` pairs and tells all that was decided, each with its time. */
function play(score: readonly (readonly [number, FloorEvent])[], own: Partial<FloorSettings> = {}): Played {
  let state: Floor = emptyFloor({ ...settings, ...own });
  const decided: (readonly [number, Decision])[] = [];
  for (const [now, event] of score) {
    const step = floor(state, event, now);
    state = step.floor;
    decided.push(...step.decisions.map((decision) => [now, decision] as const));
  }
  return { state, decided };
}

interface Played {
  readonly state: Floor;
  readonly decided: readonly (readonly [number, Decision])[];
}

const turn = { turn: 0, text: 'tell me' };
const voice = (kind: 'started' | 'window' | 'ended', segment: number, atMs: number, voicedMs: number): FloorEvent => {
  const measured = { segment, atMs, voicedMs, lastVoicedMs: atMs };
  if (kind === 'window') return { kind, ...measured, voiced: true, audio: [] };
  return kind === 'started' ? { kind, ...measured, audio: [] } : { kind, ...measured, by: 'silence' };
};
const playout = (event: Extract<FloorEvent, { kind: 'playout' }>['event']): FloorEvent => ({ kind: 'playout', event });

/** A reply to `turn`, audible from 0 on, whose last sample so far was sent at 0. */
const speaking: readonly (readonly [number, FloorEvent])[] = [
  [0, { kind: 'turn', turn }],
  [0, { kind: 'reply', event: { kind: 'text', turn: 0, round: 0, delta: 'One two.' } }],
  [0, { kind: 'speech', event: { kind: 'started', turn: 0, utterance: 'u0.0' } }],
  [0, playout({ kind: 'sent', utterance: 'u0.0', samples: 320 })],
  [0, playout({ kind: 'started', utterance: 'u0.0' })],
];
const stopped = (at: number): readonly [number, FloorEvent] => [
  at,
  playout({ kind: 'stopped', utterance: 'u0.0', samples: 320, heard: 'One two.', whole: true, by: 'timings' }),
];

describe('the floor', () => {
  it.each([
    [999, false],
    [1000, true],
    [1001, true],
  ])('lets words interrupt whose voice falls into a silence of the agent of %i ms: %s', (ms, interrupts) => {
    const { decided } = play([
      ...speaking,
      [ms, voice('started', 0, ms, 64)],
      [ms + 1, voice('ended', 0, ms, 64)],
      [ms + 2, { kind: 'final', segment: 0, text: 'wait' }],
    ]);
    expect(decided.some(([, { kind }]) => kind === 'cut')).toBe(interrupts);
  });

  it('does not where interruptions are not allowed', () => {
    const score: readonly (readonly [number, FloorEvent])[] = [
      ...speaking,
      [1000, voice('started', 0, 1000, 64)],
      [1001, { kind: 'interim', segment: 0, text: 'wait' }],
    ];
    expect(play(score, { allowInterruptions: false }).decided.some(([, { kind }]) => kind === 'cut')).toBe(false);
  });

  it.each([
    [1999, 'live'],
    [2000, 'live'],
    [2001, 'overheard'],
  ])('takes what was said %i ms before the agent stopped as %s', (before, standing) => {
    const { state } = play([
      ...speaking,
      [100, voice('started', 0, 100, 64)],
      [100, voice('ended', 0, 100, 64)],
      [150, { kind: 'interim', segment: 0, text: 'yes' }],
      [200, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
      stopped(100 + before),
    ]);
    expect(state.user.pieces.map((piece) => piece.standing)).toEqual([standing]);
  });

  it.each([
    [7999, 0],
    [8000, 1],
    [8001, 1],
  ])('reports a reply without a sound, woken at %i ms: %i', (ms, times) => {
    const { decided } = play([
      [0, { kind: 'turn', turn }],
      [ms, { kind: 'wake' }],
    ]);
    expect(decided.filter(([, { kind }]) => kind === 'report')).toHaveLength(times);
  });

  it('changes nothing that it was given', () => {
    const before = freeze(play(speaking).state);
    expect(() => floor(before, { kind: 'typed', text: 'wait' }, 500)).not.toThrow();
  });
});

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
