import { describe, expect, it } from 'vitest';
import { floor } from '../../../src/session/floor/floor.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { commits, play, playout, speaking, stopped, turn, voice } from './playFloor.ts';

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
    [2001, 'deferred'],
  ])('takes speech %i ms before the agent stopped as %s', (before, claim) => {
    const { state } = play([
      ...speaking,
      [100, voice('started', 0, 100, 64)],
      [100, voice('ended', 0, 100, 64)],
      [150, { kind: 'interim', segment: 0, text: 'yes' }],
      [200, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
      stopped(100 + before),
    ]);
    expect(state.user.pending.map((speech) => speech.claim)).toEqual([claim]);
  });

  it('counts from when the agent stopped, not from when its reply was over', () => {
    const { state } = play([
      ...speaking,
      [100, voice('started', 0, 100, 64)],
      [100, voice('ended', 0, 100, 64)],
      [150, { kind: 'interim', segment: 0, text: 'yes' }],
      stopped(1100),
      [5000, { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } }],
    ]);
    expect(state.user.pending).toMatchObject([{ claim: 'live', waitsUntil: null }]);
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

  it('keeps the words of a settled segment against an interim that comes after', () => {
    const { decided } = play([
      [0, voice('started', 0, 0, 64)],
      [100, voice('ended', 0, 100, 64)],
      [110, { kind: 'final', segment: 0, text: 'book a table' }],
      [110, { kind: 'settled', segment: 0, by: 'final' }],
      [120, { kind: 'interim', segment: 0, text: 'for two' }],
      [600, { kind: 'endpoint' }],
    ]);
    expect(commits(decided)).toEqual(['book a table']);
  });

  it('gives calls that cannot be interrupted 10 s in all, whatever happens meanwhile', () => {
    const calls = [{ id: 'call_1', type: 'function', function: { name: 'book', arguments: '{}' } }] as const;
    const settling = (ms: number): boolean =>
      play([
        ...speaking,
        [100, { kind: 'calls', calls: { turn: 0, round: 0, calls } }],
        [1000, { kind: 'typed', text: 'wait' }],
        [
          1000,
          playout({
            kind: 'stopped',
            utterance: 'u0.0',
            samples: 0,
            heard: '',
            whole: false,
            by: 'timings',
            heardBy: 'reported',
          }),
        ],
        ...[4000, 8000].map((at) => [at, { kind: 'endpoint' }] as const),
        [ms, { kind: 'wake' }],
      ]).decided.some(([, { kind }]) => kind === 'settle_calls');
    expect([10_999, 11_000].map(settling)).toEqual([false, true]);
  });

  const frame = { samples: new Int16Array(160), sampleRate: 16_000 };
  const audible = speaking.slice(2);
  const text: FloorEvent = { kind: 'reply', event: { kind: 'text', turn: 0, round: 0, delta: 'One two.' } };
  const generated: FloorEvent = { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } };
  const call = { id: 'call_1', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
  it.each<[phase: string, score: readonly (readonly [number, FloorEvent])[]]>([
    ['handler', []],
    ['held', [[10, voice('started', 0, 10, 64)]]],
    ['functions', [[10, { kind: 'calls', calls: { turn: 0, round: 0, calls: [call] } }]]],
    [
      'tts',
      [
        [5, text],
        [5, { kind: 'speech', event: { kind: 'started', turn: 0, utterance: 'u0.0' } }],
        [10, generated],
      ],
    ],
    [
      'playout',
      [
        [5, text],
        [5, { kind: 'speech', event: { kind: 'started', turn: 0, utterance: 'u0.0' } }],
        [6, { kind: 'speech', event: { kind: 'audio', utterance: 'u0.0', frame } }],
        [7, { kind: 'speech', event: { kind: 'ended', utterance: 'u0.0', reason: 'complete' } }],
        [10, generated],
      ],
    ],
    [
      'suspended',
      [
        [0, text],
        ...audible,
        [10, voice('started', 0, 10, 600)],
        [20, { kind: 'barge_in', by: { segment: 0, voicedMs: 600, words: 0 } }],
      ],
    ],
  ])('reports that a silent reply waits for: %s', (phase, score) => {
    const { decided } = play([[0, { kind: 'turn', turn }], ...score, [30_000, { kind: 'wake' }]]);
    expect(decided.flatMap(([, decision]) => (decision.kind === 'report' ? decision.error.details.phase : []))).toEqual(
      [phase],
    );
  });

  it.each<[first: 'speech' | 'now', second: 'speech' | 'now', ends: boolean]>([
    ['speech', 'speech', false],
    ['speech', 'now', true],
    ['now', 'speech', true],
  ])('ended after %s, then after %s, cuts its speech: %s', (first, second, ends) => {
    const end = (after: 'speech' | 'now', reason: 'agent_ended' | 'draining'): FloorEvent => ({
      kind: 'end',
      after,
      reason,
    });
    const { state, decided } = play([...speaking, [100, end(first, 'agent_ended')], [200, end(second, 'draining')]]);
    expect(decided.some(([, { kind }]) => kind === 'cut')).toBe(ends);
    expect(state.ending).toEqual({ phase: 'requested', after: ends ? 'now' : 'speech', reason: 'agent_ended' });
  });

  it('begins nothing once its calls were ended with the session', () => {
    const { decided } = play([
      [0, { kind: 'turn', turn }],
      [10, { kind: 'calls', calls: { turn: 0, round: 0, calls: [call] } }],
      [20, { kind: 'end', after: 'speech', reason: 'agent_ended' }],
      [30, { kind: 'typed', text: 'wait' }],
      [30, { kind: 'say', text: 'One more thing.', first: false }],
    ]);
    const kinds = decided.map(([, { kind }]) => kind);
    expect(kinds).toContain('settle_calls');
    expect(kinds).not.toContain('say');
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
