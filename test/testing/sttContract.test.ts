import { sttDouble } from '../../src/testing/doubles/stt.ts';
import { SubscriptionLedger } from '../../src/testing/ledger.ts';
import { speechToTextContract } from '../contracts/speechToText.ts';

speechToTextContract('the double of a recogniser', async (says) => {
  const ledger = new SubscriptionLedger();
  const closed = async (): Promise<void> => {
    if (Object.keys(ledger.open()).length > 0) throw new Error('a session is still open');
  };
  return { stt: sttDouble({ says, delayMs: 0, ledger }), closed };
});
