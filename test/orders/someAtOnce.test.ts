import { describe, expect, it } from 'vitest';
import { entriesOf } from '../properties/recording.ts';
import { faultsOf } from '../properties/rules.ts';
import { ORDERS, type InstantEvent } from './instantEvents.ts';
import { playOrder, USER_WORDS } from './playOrder.ts';
import { SITUATIONS, type Situation } from './situations.ts';

describe.each(SITUATIONS)('some things within one instant, while $is', (situation) => {
  it.each(situation.name === 'speaking' ? [2, 3, 4] : [2, 3])(
    'every order of %i keeps the law, and the words',
    async (length) => {
      const faults: string[] = [];
      for (const order of ORDERS.filter((other) => other.length === length))
        faults.push(...(await faultsIn(situation, order)));
      expect(faults).toEqual([]);
    },
  );
});

async function faultsIn(situation: Situation, order: readonly InstantEvent[]): Promise<readonly string[]> {
  const recording = await playOrder({ situation, user: 'spoke', drop: 'comes back', interruption: 'asked for' }, order);
  const messages = entriesOf(recording, 'event').filter(
    ({ value }) => value.name === 'on_user_message_added' && value.input.message.content.includes(USER_WORDS),
  );
  const words = messages.length === 1 ? [] : [`the words are in ${messages.length} messages`];
  return [...faultsOf(recording), ...words].map((fault) => `${order.join(' · ')}: ${fault}`);
}
