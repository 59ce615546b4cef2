import fc from 'fast-check';
import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';
import { event, settings } from '../floor/arbitrary.ts';

const turn = fc.nat({ max: 4 });
const call = { id: 'call_1', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
const result = { tool_call_id: 'call_1', name: 'book', content: 'done' } as never;
const policy = fc.constantFrom('when_idle' as const, 'interrupt' as const, 'silent' as const);

const words = fc.constantFrom('yeah', 'hello?', 'stop', 'are you there', 'no, for two', 'a table');

/** Events that concern functions, words with an effect, and requests of the application. */
const more: fc.Arbitrary<FloorEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('interim' as const, 'final' as const),
    segment: fc.nat({ max: 3 }),
    text: words,
  }),
  fc
    .record({ turn, wordsWait: fc.boolean() })
    .map((calls): FloorEvent => ({ kind: 'calls', calls: { ...calls, round: 0, calls: [call] } })),
  turn.map((turn): FloorEvent => ({ kind: 'results', results: { turn, round: 0, results: [result] } })),
  fc.record({ turn, policy }).map(
    ({ turn, policy }): FloorEvent => ({
      kind: 'results',
      results: { turn, round: 0, results: [result], acknowledged: [{ tool_call_id: 'call_1', policy }] },
    }),
  ),
  fc.record({ turn, policy }).map(
    ({ turn, policy }): FloorEvent => ({
      kind: 'results',
      results: { turn, round: 0, results: [result], background: { kind: 'final', policy } },
    }),
  ),
  turn.map(
    (turn): FloorEvent => ({
      kind: 'results',
      results: { turn, round: 0, results: [result], background: { kind: 'progress', say: 'Nearly.' } },
    }),
  ),
  fc.constantFrom<FloorEvent>(
    { kind: 'digit' },
    { kind: 'hand_off' },
    { kind: 'respond' },
    { kind: 'respond', request: { text: 'hello' } },
    { kind: 'respond', request: { instructions: 'Greet.' } },
    { kind: 'answer', text: 'a table' },
    { kind: 'cancel', tool_call_id: 'call_1' },
    { kind: 'add_messages', messages: [] },
    { kind: 'wake' },
  ),
  fc
    .record({ segment: fc.nat({ max: 3 }) })
    .map(({ segment }): FloorEvent => ({ kind: 'settled', segment, by: 'audio' })),
);

const ends = fc.constantFrom<FloorEvent>(
  { kind: 'end', after: 'now', reason: 'ended_by_api' },
  { kind: 'end', after: 'words', reason: 'ended_by_api' },
  { kind: 'terminate' },
);

const utterance = 'u0.0';
const stopped = { kind: 'stopped', utterance, samples: 320, by: 'timings', heardBy: 'reported' } as const;
const voice = { segment: 0, atMs: 600, voicedMs: 600, lastVoicedMs: 600, audio: [] };

/** What happens when a user speaks over a reply, of which any part may not happen. */
const overlapping = fc.subarray<FloorEvent>([
  { kind: 'turn', turn: { turn: 0, text: 'tell me' } },
  { kind: 'reply', event: { kind: 'text', turn: 0, round: 0, delta: 'One two.' } },
  { kind: 'speech', event: { kind: 'started', turn: 0, utterance } },
  { kind: 'playout', event: { kind: 'sent', utterance, samples: 320 } },
  { kind: 'playout', event: { kind: 'started', utterance } },
  { kind: 'started', ...voice },
  { kind: 'interim', segment: 0, text: 'yeah' },
  { kind: 'barge_in', by: { segment: 0, voicedMs: 600, words: 0 } },
  { kind: 'playout', event: { ...stopped, heard: 'One', whole: false } },
  { kind: 'ended', ...voice, atMs: 1200, by: 'silence' },
  { kind: 'settled', segment: 0, by: 'empty' },
]);

/** What happens until a turn is drafted and committed, of which any part may not happen. */
const committing = fc.subarray<FloorEvent>([
  { kind: 'started', ...voice },
  { kind: 'interim', segment: 0, text: 'a table' },
  { kind: 'eager_end' },
  { kind: 'final', segment: 0, text: 'a table' },
  { kind: 'ended', ...voice, atMs: 1200, by: 'silence' },
  { kind: 'settled', segment: 0, by: 'final' },
  { kind: 'wake' },
  { kind: 'endpoint' },
]);

/** Any event. */
const anyEvent: fc.Arbitrary<FloorEvent> = fc.oneof({ arbitrary: event, weight: 3 }, { arbitrary: more, weight: 1 });

/** Events with the time since the one before, in ms: something usual, then anything, and often an end. */
export const happenings: fc.Arbitrary<readonly (readonly [number, FloorEvent])[]> = fc
  .tuple(
    fc.oneof(overlapping, committing),
    fc.nat({ max: 400 }),
    fc.array(fc.tuple(fc.nat({ max: 3000 }), anyEvent), { maxLength: 50 }),
    fc.array(fc.tuple(fc.nat({ max: 3000 }), ends), { maxLength: 2 }),
  )
  .map(([usual, ms, others, last]) => [...usual.map((one) => [ms, one] as const), ...others, ...last]);

/** Settings of the floor that change which decisions it makes. */
export const anySettings: fc.Arbitrary<FloorSettings> = fc
  .tuple(
    settings,
    fc.record({
      filler: fc.constantFrom(undefined, { text: 'One moment.', delayMs: 700 }, { text: null, delayMs: 0 }),
      failureMessage: fc.constantFrom(undefined, 'Sorry?'),
      speechInterrupts: fc.boolean(),
      respondOnRequest: fc.boolean(),
      speechModel: fc.constantFrom(undefined, undefined, 'beside_stt' as const, 'alone' as const),
    }),
  )
  .map(([usual, others]) => ({ ...usual, ...others }));
