import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../properties/rules.ts';
import { INSTANT_EVENTS, ORDERS, type InstantEvent } from './instantEvents.ts';
import { expectedOutcome, outcomeOf } from './outcome.ts';
import { playOrder, type Variant } from './playOrder.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const ALL = ORDERS.filter(({ length }) => length === INSTANT_EVENTS.length);
/** One order in six is played in each variant, in each variant others, so that each is played; with `ORDERS=all` all are. */
const SHARES = process.env['ORDERS'] === 'all' ? 1 : 6;

const RETURNS = { user: 'spoke', drop: 'comes back', interruption: 'asked for' } as const;
const GONE = { user: 'spoke', drop: 'is gone', interruption: 'asked for' } as const;
/** Then no words supersede what was generated. */
const COUGHED = { user: 'coughed', drop: 'comes back', interruption: 'asked for' } as const;
const BY_VOICE = { user: 'spoke', drop: 'comes back', interruption: 'spoken' } as const;

const VARIANTS: Readonly<Record<Situation['name'], readonly Omit<Variant, 'situation'>[]>> = {
  listening: [RETURNS],
  asking: [RETURNS],
  executing: [RETURNS, GONE, COUGHED],
  speaking: [RETURNS, GONE, COUGHED, BY_VOICE],
};

const CASES = SITUATIONS.flatMap((situation) =>
  VARIANTS[situation.name].map((variant) => ({ is: situation.name, ...variant, situation })),
).map((variant, index) => ({ ...variant, orders: ALL.filter((_, at) => at % SHARES === index % SHARES) }));

it('all 720 orders of six things are played', () => {
  expect(new Set(CASES.flatMap(({ orders }) => orders)).size).toBe(720);
});

describe('six things within one instant', () => {
  it.each(CASES)(
    'while $is, a user who $user, a client that $drop, an interruption that is $interruption: each order has its lawful outcome',
    async ({ orders, ...variant }) => {
      const faults: string[] = [];
      for (const order of orders) faults.push(...(await faultsIn(variant, order)));
      expect(faults).toEqual([]);
    },
  );
});

async function faultsIn(variant: Variant, order: readonly InstantEvent[]): Promise<readonly string[]> {
  const recording = await playOrder(variant, order);
  const [came, expected] = [outcomeOf(recording), expectedOutcome(variant, order)];
  const unlawful = isDeepStrictEqual(came, expected)
    ? []
    : [`${JSON.stringify(came)}, not ${JSON.stringify(expected)}`];
  return [...faultsOf(recording), ...unlawful].map((fault) => `${order.join(' · ')}: ${fault}`);
}
