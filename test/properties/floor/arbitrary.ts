import fc from 'fast-check';
import { HEARD_BY } from '../../../src/core/playout.ts';
import { createPhrases } from '../../../src/core/phrases/createPhrases.ts';
import type { Transcript, VadEvent } from '../../../src/core/speech.ts';
import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';

export const settings: fc.Arbitrary<FloorSettings> = fc.record({
  allowInterruptions: fc.boolean(),
  minSpeechMs: fc.constantFrom(0, 500),
  resumeAfterFalseInterruption: fc.boolean(),
  phrases: fc.constant(createPhrases()),
  preemptiveGeneration: fc.boolean(),
});

/** Few values, so that events often concern the same segment, turn or round. */
const segment = fc.nat({ max: 3 });
const turn = fc.nat({ max: 4 });
const round = fc.nat({ max: 1 });
const ms = fc.nat({ max: 4000 });
const utterance = fc.tuple(turn, fc.nat({ max: 1 })).map(([of, n]) => `u${of}.${n}`);
const text = fc.constantFrom('', ' ', 'one', 'one two', 'one two three');
const reason = fc.constantFrom('complete' as const, 'interrupted' as const, 'superseded' as const, 'failed' as const);

const voice: fc.Arbitrary<VadEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('started' as const),
    segment,
    atMs: ms,
    voicedMs: ms,
    lastVoicedMs: ms,
    audio: none(),
  }),
  fc.record({
    kind: fc.constant('window' as const),
    segment,
    atMs: ms,
    voiced: fc.boolean(),
    voicedMs: ms,
    lastVoicedMs: ms,
    audio: none(),
  }),
  fc.record({ kind: fc.constant('truncated' as const), segment, atMs: ms }),
  fc.record({
    kind: fc.constant('ended' as const),
    segment,
    atMs: ms,
    voicedMs: ms,
    lastVoicedMs: ms,
    by: fc.constantFrom('silence' as const, 'stall' as const, 'mute' as const),
  }),
);

const words: fc.Arbitrary<Transcript> = fc.record({ kind: fc.constantFrom('interim', 'final'), segment, text });

const user: fc.Arbitrary<FloorEvent> = fc.oneof(
  voice,
  words,
  fc.record({
    kind: fc.constant('settled' as const),
    segment,
    by: fc.constantFrom('final' as const, 'empty' as const, 'failed' as const, 'timeout' as const, 'noise' as const),
  }),
  fc.record({ kind: fc.constant('typed' as const), text }),
  fc.constant<FloorEvent>({ kind: 'endpoint' }),
  fc.record({ kind: fc.constantFrom('eager_end' as const, 'resumed' as const) }),
  fc.record({
    kind: fc.constant('barge_in' as const),
    by: fc.record({ segment, voicedMs: ms, words: fc.nat({ max: 3 }) }),
  }),
);

const agent: fc.Arbitrary<FloorEvent> = fc.oneof(
  wrap('turn', fc.record({ turn, text })).map(({ kind, event: of }): FloorEvent => ({ kind, turn: of })),
  wrap(
    'reply',
    fc.oneof(
      fc.record({ kind: fc.constant('started' as const), turn }),
      fc.record({ kind: fc.constant('text' as const), turn, round, delta: text }),
      fc.record({ kind: fc.constant('round' as const), turn, round, calls: none() }),
      fc.record({ kind: fc.constant('ended' as const), turn, reason }),
    ),
  ),
  wrap('calls', fc.record({ turn, round, calls: none() })).map(
    ({ kind, event: calls }): FloorEvent => ({ kind, calls }),
  ),
  wrap('results', fc.record({ turn, round, results: none() })).map(
    ({ kind, event: results }): FloorEvent => ({ kind, results }),
  ),
  wrap(
    'speech',
    fc.oneof(
      fc.record({ kind: fc.constant('started' as const), turn, utterance }),
      fc.record({ kind: fc.constant('text' as const), utterance, text }),
      fc.constant({ kind: 'audio' as const, utterance: 'u0.0', frame: { samples: new Int16Array(0), sampleRate: 1 } }),
      fc.record({ kind: fc.constant('ended' as const), utterance, reason }),
    ),
  ),
  wrap(
    'playout',
    fc.oneof(
      fc.record({ kind: fc.constantFrom('sent' as const, 'played' as const), utterance, samples: ms }),
      fc.record({ kind: fc.constant('started' as const), utterance }),
      fc.record({
        kind: fc.constant('stopped' as const),
        utterance,
        samples: ms,
        heard: text,
        whole: fc.boolean(),
        by: fc.constant('estimate' as const),
        heardBy: fc.constantFrom(...HEARD_BY),
      }),
    ),
  ),
);

const application: fc.Arbitrary<FloorEvent> = fc.oneof(
  fc.record({ kind: fc.constant('say' as const), text, first: fc.boolean() }),
  fc.constant<FloorEvent>({ kind: 'interrupt' }),
  fc.constant<FloorEvent>({ kind: 'wake' }),
  fc.record({
    kind: fc.constant('end' as const),
    after: fc.constant('speech' as const),
    reason: fc.constant('agent_ended' as const),
  }),
);

/** Any event but those that answer a decision of the floor. */
export const event: fc.Arbitrary<FloorEvent> = fc.oneof(
  { arbitrary: user, weight: 5 },
  { arbitrary: agent, weight: 6 },
  { arbitrary: application, weight: 1 },
);

function wrap<Kind extends string, T>(
  kind: Kind,
  of: fc.Arbitrary<T>,
): fc.Arbitrary<{ readonly kind: Kind; readonly event: T }> {
  return of.map((one) => ({ kind, event: one }));
}

function none(): fc.Arbitrary<readonly never[]> {
  return fc.constant([]);
}
