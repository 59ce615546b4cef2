import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import { createFloor, floor } from '../../../src/session/floor/floor.ts';
import type { Floor } from '../../../src/session/floor/state.ts';
import type { Decision, FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';

const settings: FloorSettings = {
  allowInterruptions: true,
  minSpeechMs: 500,
  resumeAfterFalseInterruption: true,
  phrases: createPhrases(),
};

/** Reduces `[ms, event]` pairs and returns all decisions, each with its time. */
export function play(score: readonly (readonly [number, FloorEvent])[], own: Partial<FloorSettings> = {}): Played {
  let state: Floor = createFloor({ ...settings, ...own });
  const decided: (readonly [number, Decision])[] = [];
  for (const [now, event] of score) {
    const step = floor(state, event, now);
    state = step.floor;
    decided.push(...step.decisions.map((decision) => [now, decision] as const));
  }
  return { state, decided };
}

export interface Played {
  readonly state: Floor;
  readonly decided: readonly (readonly [number, Decision])[];
}

export const turn = { turn: 0, text: 'tell me' };
export const voice = (
  kind: 'started' | 'window' | 'ended',
  segment: number,
  atMs: number,
  voicedMs: number,
): FloorEvent => {
  const measured = { segment, atMs, voicedMs, lastVoicedMs: atMs };
  if (kind === 'window') return { kind, ...measured, voiced: true, audio: [] };
  return kind === 'started' ? { kind, ...measured, audio: [] } : { kind, ...measured, by: 'silence' };
};
export const playout = (event: Extract<FloorEvent, { kind: 'playout' }>['event']): FloorEvent => ({
  kind: 'playout',
  event,
});

/** A reply to `turn`, audible from 0 on, whose last sample so far was sent at 0. */
export const speaking: readonly (readonly [number, FloorEvent])[] = [
  [0, { kind: 'turn', turn }],
  [0, { kind: 'reply', event: { kind: 'text', turn: 0, round: 0, delta: 'One two.' } }],
  [0, { kind: 'speech', event: { kind: 'started', turn: 0, utterance: 'u0.0' } }],
  [0, { kind: 'speech', event: { kind: 'text', utterance: 'u0.0', text: 'One two.' } }],
  [0, playout({ kind: 'sent', utterance: 'u0.0', samples: 320 })],
  [0, playout({ kind: 'started', utterance: 'u0.0' })],
];
export const stopped = (at: number): readonly [number, FloorEvent] => [
  at,
  playout({
    kind: 'stopped',
    utterance: 'u0.0',
    samples: 320,
    heard: 'One two.',
    whole: true,
    by: 'timings',
    heardBy: 'reported',
  }),
];

export function commits(decided: Played['decided']): readonly string[] {
  return decided.flatMap(([, decision]) => (decision.kind === 'commit' ? decision.turn.text : []));
}
