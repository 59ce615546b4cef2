import fc from 'fast-check';
import { AntiphonError } from '../../../src/core/errors.ts';
import { garbage, mutated, thrown, type Make } from './garbage.ts';

/** What a broken port does, `gapMs` after what it did before. */
export type PortAction =
  | { readonly kind: 'emit'; readonly gapMs: number; readonly make: Make }
  | { readonly kind: 'fail'; readonly gapMs: number; readonly make: Make }
  | { readonly kind: 'end'; readonly gapMs: number };

/** What each of a port's streams does beside what it should, and what its teardown throws. */
export interface Plan {
  readonly streams: readonly (readonly PortAction[])[];
  readonly teardown: { readonly throws: boolean; readonly make: Make };
}

/** The streams that come into a session. */
export const PORTS = ['vad', 'stt', 'tts', 'keepWarm', 'audioIn', 'textIn', 'muted', 'connected', 'playout'] as const;

export type PortName = (typeof PORTS)[number];

const frame = fc
  .record({ length: fc.nat(800), sampleRate: fc.constantFrom(16_000, 8000, 11_025, 999, 16_001, 0) })
  .map(({ length, sampleRate }) => ({ samples: new Int16Array(length).fill(900), sampleRate }));
const segment = fc.integer({ min: -1, max: 4 });
const chars = fc.integer({ min: -1, max: 60 });
const text = fc.constantFrom('yes', 'a table', '');

const VALID: Readonly<Record<PortName, fc.Arbitrary<unknown>>> = {
  vad: fc.double({ min: -1, max: 2, noNaN: false }),
  stt: fc.oneof(
    fc.record({ kind: fc.constantFrom('interim', 'final'), segment, text, last: fc.boolean() }),
    fc.record({ kind: fc.constant('empty'), segment }),
    fc.record({ kind: fc.constant('failed'), segment, error: fc.constant(null) }),
  ),
  tts: fc.oneof(
    fc.record({ kind: fc.constant('audio'), frame }),
    fc.record({ kind: fc.constant('mark'), chars }),
    fc
      .record({ from: chars, to: chars, startMs: fc.double(), endMs: fc.double() })
      .map((word) => ({ kind: 'words', words: [word] })),
  ),
  keepWarm: fc.constant(new AntiphonError('provider_warning', 'slow today', { failure: false })),
  audioIn: frame,
  textIn: text,
  muted: fc.boolean(),
  connected: fc.boolean(),
  playout: fc.record({
    kind: fc.constantFrom('started', 'position', 'finished', 'cleared'),
    utterance: fc.constantFrom('u0.0', 'u1.0', 'u7.0', ''),
    playedSamples: fc.double({ min: -10, max: 100_000, noNaN: false }),
    outputLatencyMs: fc.option(fc.double({ min: -10, max: 1000 }), { nil: undefined }),
  }),
};

/** Mostly malformed, and some that are valid by their form but not in their order. */
function valueOf(port: PortName): fc.Arbitrary<Make> {
  const valid = VALID[port];
  const objects = valid.filter((value): value is object => typeof value === 'object' && value !== null);
  const hasObjects = ['stt', 'tts', 'audioIn', 'playout'].includes(port);
  return fc.oneof(
    { weight: 2, arbitrary: garbage },
    { weight: 1, arbitrary: valid.map((value) => () => value) },
    ...(hasObjects ? [{ weight: 3, arbitrary: mutated(objects) }] : []),
  );
}

const gapMs = fc.integer({ min: 0, max: 150 });

function actionOf(port: PortName): fc.Arbitrary<PortAction> {
  return fc.oneof(
    { weight: 40, arbitrary: fc.record({ kind: fc.constant('emit' as const), gapMs, make: valueOf(port) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('fail' as const), gapMs, make: thrown }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), gapMs }) },
  );
}

export function planOf(port: PortName): fc.Arbitrary<Plan> {
  const actions = fc.array(actionOf(port), { minLength: 8, maxLength: 40 });
  return fc.record({
    streams: fc.array(actions, { minLength: 10, maxLength: 10 }),
    teardown: fc.record({ throws: fc.boolean(), make: thrown }),
  });
}
