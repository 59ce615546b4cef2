import type { FunctionResults, ResultPolicy } from '../../../src/core/turn.ts';
import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { playout, speaking, turn, voice } from './playFloor.ts';

export type Score = readonly (readonly [number, FloorEvent])[];

export const interim = (segment: number, text: string): FloorEvent => ({ kind: 'interim', segment, text });
export const final = (segment: number, text: string): FloorEvent => ({ kind: 'final', segment, text });
export const settled = (segment: number): FloorEvent => ({ kind: 'settled', segment, by: 'final' });
export const bargeIn = (voicedMs: number, words = 0): FloorEvent => ({
  kind: 'barge_in',
  by: { segment: 0, voicedMs, words },
});
export const sent: FloorEvent = playout({ kind: 'sent', utterance: 'u0.0', samples: 320 });
export const commit = (text: string): FloorEvent => ({ kind: 'turn', turn: { turn: 0, text } });
export const ends = (voicedMs: number, atMs: number): FloorEvent => ({
  kind: 'ended',
  segment: 0,
  atMs,
  voicedMs,
  lastVoicedMs: voicedMs,
  by: 'silence',
});

/** The user says "a table" from 0 to 500 ms, and their segment ends 576 ms later. */
export const spoken: Score = [
  [64, voice('started', 0, 64, 64)],
  [500, voice('window', 0, 500, 500)],
  [520, interim(0, 'a table')],
  [1076, ends(500, 1076)],
];
export const known: Score = [...spoken, [1080, final(0, 'a table')], [1080, settled(0)]];

/** The user speaks over the agent from 1000 to 1600 ms. */
export const over = (text: string, voicedMs: number): Score => [
  ...speaking,
  [900, sent],
  [1000, voice('started', 0, 1000, 64)],
  [1000 + voicedMs, voice('window', 0, 1000 + voicedMs, voicedMs)],
  ...(text === '' ? [] : [[1000 + voicedMs, interim(0, text)] as const]),
];

/** The client reports that it has cut the reply after its first word. */
export const cutAt = (ms: number): Score[0] => [
  ms,
  playout({
    kind: 'stopped',
    utterance: 'u0.0',
    samples: 160,
    heard: 'One',
    whole: false,
    by: 'timings',
    heardBy: 'reported',
  }),
];
/** The user speaks over the agent, which is cut until it is known whether the voice has words. */
export const suspended: Score = [...over('', 512), [1512, bargeIn(512)], cutAt(1600)];

/** A reply whose voice has begun, and has sent no audio. */
export const voiced: Score = speaking.slice(0, 3);

const call = { id: 'a', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
/** The answer to a turn calls a function. */
export const asked: Score = [
  [0, { kind: 'turn', turn }],
  [5, { kind: 'calls', calls: { turn: 0, round: 0, calls: [call] } }],
];
export const returned = (ms: number, more: Partial<FunctionResults> = {}): Score[0] => [
  ms,
  {
    kind: 'results',
    results: { turn: 0, round: 0, results: [{ tool_call_id: 'a', name: 'book', content: 'done' }] as never, ...more },
  },
];
/** The function goes on in the background. */
export const inBackground = (policy: ResultPolicy): Score => [
  ...asked,
  returned(9, { acknowledged: [{ tool_call_id: 'a', policy }] }),
];
export const end: FloorEvent = { kind: 'end', after: 'now', reason: 'agent_ended' };
