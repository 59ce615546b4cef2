import * as fc from 'fast-check';

/** What happens to the nodes, to their engine, or to a client. `at` picks one of them. */
export type Act =
  | { readonly kind: 'start'; readonly at: number; readonly key: number }
  | { readonly kind: 'end' | 'break' | 'delete'; readonly at: number }
  | { readonly kind: 'kill' | 'restart' | 'drain' | 'cut' | 'heal'; readonly at: number }
  | { readonly kind: 'slow'; readonly at: number; readonly delayMs: number }
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
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('start' as const), at, key: fc.nat({ max: 1 }) }) },
  { weight: 4, arbitrary: onOne('break') },
  { weight: 3, arbitrary: onOne('end') },
  { weight: 3, arbitrary: onOne('delete') },
  { weight: 2, arbitrary: onOne('kill') },
  { weight: 3, arbitrary: onOne('restart') },
  { weight: 1, arbitrary: onOne('drain') },
  { weight: 2, arbitrary: onOne('cut') },
  { weight: 3, arbitrary: onOne('heal') },
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

const OF_THE_ENGINE: ReadonlySet<Act['kind']> = new Set(['start', 'slow', 'engine restarts', 'engine is full']);

/** What can happen to the engine alone, while sessions start. */
export const schedulesOfTheEngine: fc.Arbitrary<Schedule> = createSchedules(
  acts.filter(({ kind }) => OF_THE_ENGINE.has(kind)),
);

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
