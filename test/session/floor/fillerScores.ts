import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';
import { play, turn } from './playFloor.ts';

export type Score = readonly (readonly [number, FloorEvent])[];

export const FILLER: Partial<FloorSettings> = { filler: { text: 'Hm.', delayMs: 1000 } };
export const ASKED: Partial<FloorSettings> = { filler: { text: null, delayMs: 1000 } };

export const WAKE: FloorEvent = { kind: 'wake' };
export const DONE: FloorEvent = { kind: 'commit_done' };
export const EMPTY: FloorEvent = { kind: 'settled', segment: 0, by: 'empty' };
/** A reply under way from 0 on. */
export const REPLY: Score = [[0, { kind: 'turn', turn }]];

export const text = (delta: string, round = 0, of = 0): FloorEvent => ({
  kind: 'reply',
  event: { kind: 'text', turn: of, round, delta },
});
export const ended = (reason: 'complete'): FloorEvent => ({
  kind: 'reply',
  event: { kind: 'ended', turn: 0, reason },
});
export const calls = (filler?: string, round = 0, of = 0): FloorEvent => ({
  kind: 'calls',
  calls: {
    turn: of,
    round,
    calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
    ...(filler !== undefined && { filler }),
  },
});
export const asked = (words: string, of = 0): FloorEvent => ({ kind: 'filler', turn: of, text: words });
export const late = (words: string): FloorEvent => ({ kind: 'say', text: words, first: false, filler: true });
export const speech = (kind: 'started'): FloorEvent => ({
  kind: 'speech',
  event: { kind, turn: 0, utterance: 'u0.0' },
});

/** The fillers that are decided, each with its time; `?` for one that the agent's code is asked for. */
export function fillersIn(score: Score, settings: Partial<FloorSettings> = FILLER): readonly string[] {
  return play(score, settings).decided.flatMap(([at, decision]) => {
    if (decision.kind === 'ask_filler') return [`${at} ?`];
    return decision.kind === 'say' && decision.filler === true ? [`${at} ${decision.text}`] : [];
  });
}
