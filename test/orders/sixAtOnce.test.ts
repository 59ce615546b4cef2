import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../properties/rules.ts';
import { INSTANT_EVENTS, ORDERS, type InstantEvent } from './instantEvents.ts';
import { expectedOutcome, outcomeOf } from './outcome.ts';
import { playOrder, type Variant } from './playOrder.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const ALL = ORDERS.filter(({ length }) => length === INSTANT_EVENTS.length);

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

describe.each(SITUATIONS)('six things within one instant, while $is', (situation) => {
  it.each(VARIANTS[situation.name])(
    'a user who $user, a client that $drop, an interruption that is $interruption: 720 orders, each with its lawful outcome',
    async (variant) => {
      expect(ALL).toHaveLength(720);
      const faults: string[] = [];
      for (const order of ALL) faults.push(...(await faultsIn({ ...variant, situation }, order)));
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
