import type { FloorEvent } from '../../../src/session/floor/types.ts';
import { playout, speaking, voice } from './playFloor.ts';

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
