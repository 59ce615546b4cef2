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

const measured = { whole: false, by: 'timings', heardBy: 'reported' } as const;

/** The client reports that it has cut the reply after its first word. */
export const cutAt = (ms: number): Score[0] => [
  ms,
  playout({
    kind: 'stopped',
    utterance: 'u0.0',
    samples: 160,
    heard: 'One',
    ...measured,
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

/** The user speaks during a function that cannot be interrupted. */
export const waitsForFunction: Score = [
  ...asked,
  [10, voice('started', 0, 10, 64)],
  [20, final(0, 'for two')],
  [500, ends(64, 500)],
  [510, settled(0)],
  [510, { kind: 'endpoint' }],
];

export const complete: FloorEvent = { kind: 'reply', event: { kind: 'ended', turn: 0, reason: 'complete' } };

/** The user says "at eight" over the agent, too briefly to interrupt it. */
export const remark: Score = [
  ...over('at eight', 320),
  [1500, ends(1320, 1500)],
  [1500, final(0, 'at eight')],
  [1500, settled(0)],
  [1500, { kind: 'endpoint' }],
];

/** A result from the background comes while the user speaks. */
export const resultWaits: Score = [
  ...inBackground('when_idle'),
  [12, complete],
  [20, voice('started', 0, 20, 64)],
  returned(30, { background: { kind: 'final', policy: 'when_idle' } }),
];

/** A filler after 700 ms, which is heard from 710 ms on. */
export const filling: Score = [
  [0, { kind: 'turn', turn }],
  [700, { kind: 'wake' }],
  [700, { kind: 'reply', event: { kind: 'text', turn: 0, round: -1, delta: 'One moment.', filler: true } }],
  ...speaking.slice(2).map(([, event]) => [710, event] as const),
];

/** The agent answers a segment from 0 to 600 ms that a speech model has heard, and whose words are not known. */
export const owed: Score = [
  [0, voice('started', 0, 0, 640)],
  [600, voice('ended', 0, 600, 640)],
  [600, { kind: 'settled', segment: 0, by: 'audio' }],
  [1000, { kind: 'endpoint' }],
  [1000, { kind: 'turn', turn: { turn: 0, text: '', input: { segments: [0], typed: '', owesWords: true } } }],
  [1000, { kind: 'commit_done' }],
];

/** A voice without words cuts the agent, which resumes in the last step; the first one begins the reply. */
export const wordless = (segment: number, ms: number): Score => {
  const utterance = `u0.${segment}`;
  return [
    ...(segment === 0 ? speaking.slice(0, 2) : []),
    [ms, { kind: 'speech', event: { kind: 'started', turn: 0, utterance } }],
    [ms, playout({ kind: 'sent', utterance, samples: 320 })],
    [ms, playout({ kind: 'started', utterance })],
    [ms + 100, voice('started', segment, ms + 100, 64)],
    [ms + 612, voice('window', segment, ms + 612, 512)],
    [ms + 612, { kind: 'barge_in', by: { segment, voicedMs: 512, words: 0 } }],
    [ms + 620, playout({ kind: 'stopped', utterance, samples: 160, heard: 'One', ...measured })],
    [ms + 700, voice('ended', segment, ms + 700, 512)],
    [ms + 700, { kind: 'settled', segment, by: 'empty' }],
  ];
};
