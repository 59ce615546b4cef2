import { describe, test } from 'vitest';
import {
  createSpeechToTextContract,
  type SpeechToTextSubject,
} from '../../src/testing/contracts/speechToTextContract.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

describe('the double of a recogniser keeps the contract of SpeechToText', () => {
  const make = async ({ texts }: { texts: readonly string[] }): Promise<SpeechToTextSubject> => {
    const ledger = new SubscriptionLedger();
    const closed = async (): Promise<void> => {
      if (Object.keys(ledger.open()).length > 0) throw new Error('a session is still open');
    };
    return { stt: createSttDouble({ says: texts, delayMs: 0, ledger }), closed };
  };
  for (const { name, run } of createSpeechToTextContract(make)) test(name, run);
});
