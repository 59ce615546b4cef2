import * as fc from 'fast-check';

/** What happens to the nodes, to their engine, or to a client. `at` picks one of them. */
export type Act =
  | { readonly kind: 'start'; readonly at: number; readonly key: number }
  /** A telephone call. */
  | { readonly kind: 'call'; readonly at: number }
  | { readonly kind: 'end' | 'break' | 'delete'; readonly at: number }
  | { readonly kind: 'kill' | 'restart' | 'drain' | 'cut' | 'half cut' | 'heal'; readonly at: number }
  | { readonly kind: 'slow' | 'slow store'; readonly at: number; readonly delayMs: number }
  | { readonly kind: 'engine restarts'; readonly awayMs: number }
  | { readonly kind: 'engine is full'; readonly forMs: number };

export interface Step {
  readonly afterMs: number;
  readonly act: Act;
}

export interface Schedule {
  /** How many nodes there are. */
  readonly nodes: number;
  /** How many sessions each key may have. */
  readonly limit: number;
  readonly steps: readonly Step[];
}

const at = fc.nat({ max: 99 });

function onOne<Kind extends string>(kind: Kind): fc.Arbitrary<{ readonly kind: Kind; readonly at: number }> {
  return at.map((index) => ({ kind, at: index }));
}

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('start' as const), at, key: fc.nat({ max: 1 }) }) },
  { weight: 5, arbitrary: onOne('call') },
  { weight: 4, arbitrary: onOne('break') },
  { weight: 3, arbitrary: onOne('end') },
  { weight: 3, arbitrary: onOne('delete') },
  { weight: 2, arbitrary: onOne('kill') },
  { weight: 3, arbitrary: onOne('restart') },
  { weight: 1, arbitrary: onOne('drain') },
  { weight: 2, arbitrary: onOne('cut') },
  { weight: 2, arbitrary: onOne('half cut') },
  { weight: 3, arbitrary: onOne('heal') },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('slow store' as const), at, delayMs: fc.constantFrom(0, 300, 700) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('slow' as const), at, delayMs: fc.constantFrom(0, 20, 150) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('engine restarts' as const), awayMs: fc.constantFrom(0, 100, 4000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('engine is full' as const), forMs: fc.constantFrom(300, 4000) }),
  },
);

/** Some twenty seconds of what can happen. */
export const schedules: fc.Arbitrary<Schedule> = createSchedules(acts);

const OF_THE_ENGINE: ReadonlySet<Act['kind']> = new Set([
  'start',
  'call',
  'slow',
  'slow store',
  'engine restarts',
  'engine is full',
]);

/** What can happen to the engine alone, while sessions start. */
export const schedulesOfTheEngine: fc.Arbitrary<Schedule> = createSchedules(
  acts.filter(({ kind }) => OF_THE_ENGINE.has(kind)),
);

/** Nodes that are cut off from the directory alone, and write checkpoints that come late, while others read them. */
export const schedulesOfLateCheckpoints: fc.Arbitrary<Schedule> = fc.record({
  nodes: fc.constant(2),
  limit: fc.constant(4),
  steps: fc
    .array(fc.record({ afterMs: fc.constantFrom(50, 300, 1000), act: fc.oneof(onOne('break'), onOne('heal')) }), {
      minLength: 6,
      maxLength: 20,
    })
    .map((steps): readonly Step[] => [
      ...[0, 1, 2, 3].map((n): Step => ({ afterMs: 50, act: { kind: 'start', at: n, key: n % 2 } })),
      { afterMs: 50, act: { kind: 'call', at: 0 } },
      { afterMs: 1000, act: { kind: 'slow store', at: 1, delayMs: 700 } },
      { afterMs: 0, act: { kind: 'slow', at: 0, delayMs: 150 } },
      { afterMs: 50, act: { kind: 'half cut', at: 1 } },
      { afterMs: 2500, act: { kind: 'break', at: 0 } },
      ...steps,
    ]),
});

function createSchedules(act: fc.Arbitrary<Act>): fc.Arbitrary<Schedule> {
  return fc.record({
    nodes: fc.integer({ min: 2, max: 4 }),
    limit: fc.integer({ min: 1, max: 4 }),
    steps: fc.array(fc.record({ afterMs: fc.constantFrom(0, 50, 300, 1000, 2500), act }), {
      minLength: 10,
      maxLength: 40,
    }),
  });
}
