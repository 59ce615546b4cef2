import { expect } from 'vitest';
import { sttDouble } from '../../src/testing/doubles/stt.ts';
import { SubscriptionLedger } from '../../src/testing/ledger.ts';
import { speechToTextContract } from '../contracts/speechToText.ts';

speechToTextContract('the double of a recogniser', async (says) => {
  const ledger = new SubscriptionLedger();
  return { stt: sttDouble({ says, delayMs: 0, ledger }), closed: async () => expect(ledger.open()).toEqual({}) };
});
