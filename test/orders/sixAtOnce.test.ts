import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../properties/rules.ts';
import { CUES, ORDERS, type Cue } from './cues.ts';
import { lawful, outcomeOf } from './outcome.ts';
import { play, type Manner } from './play.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const ALL = ORDERS.filter(({ length }) => length === CUES.length);

const RETURNS = { user: 'spoke', drop: 'comes back', interruption: 'asked for' } as const;
const GONE = { user: 'spoke', drop: 'is gone', interruption: 'asked for' } as const;
/** Then no words supersede what was generated. */
const COUGHED = { user: 'coughed', drop: 'comes back', interruption: 'asked for' } as const;
const BY_VOICE = { user: 'spoke', drop: 'comes back', interruption: 'spoken' } as const;

const MANNERS: Readonly<Record<Situation['name'], readonly Omit<Manner, 'situation'>[]>> = {
  listening: [RETURNS],
  asking: [RETURNS],
  executing: [RETURNS, GONE, COUGHED],
  speaking: [RETURNS, GONE, COUGHED, BY_VOICE],
};

describe.each(SITUATIONS)('six things within one instant, while $is', (situation) => {
  it.each(MANNERS[situation.name])(
    'a user who $user, a client that $drop, an interruption that is $interruption: 720 orders, each with its lawful outcome',
    async (manner) => {
      expect(ALL).toHaveLength(720);
      const faults: string[] = [];
      for (const order of ALL) faults.push(...(await faultsIn({ ...manner, situation }, order)));
      expect(faults).toEqual([]);
    },
  );
});

async function faultsIn(manner: Manner, order: readonly Cue[]): Promise<readonly string[]> {
  const recording = await play(manner, order);
  const [came, expected] = [outcomeOf(recording), lawful(manner, order)];
  const unlawful = isDeepStrictEqual(came, expected)
    ? []
    : [`${JSON.stringify(came)}, not ${JSON.stringify(expected)}`];
  return [...faultsOf(recording), ...unlawful].map((fault) => `${order.join(' · ')}: ${fault}`);
}
