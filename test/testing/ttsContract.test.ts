import { describe, test } from 'vitest';
import {
  createTextToSpeechContract,
  type TextToSpeechSubject,
} from '../../src/testing/contracts/textToSpeechContract.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { SubscriptionLedger } from '../../src/stream/subscriptionLedger.ts';

/** Which is no louder than its characters, and has white space in it. */
const ITS_AUDIO_IS_ITS_TEXT: ReadonlySet<string> = new Set([
  'text becomes audio at the declared rate',
  'white space alone produces no audio',
]);

describe('the TTS double keeps the contract of TextToSpeech', () => {
  const make = async (): Promise<TextToSpeechSubject> => {
    const ledger = new SubscriptionLedger();
    const closed = async (): Promise<void> => {
      if (Object.keys(ledger.open()).length > 0) throw new Error('an utterance is still open');
    };
    return { tts: createTtsDouble({ ledger }), closed };
  };
  const cases = createTextToSpeechContract(make).filter(({ name }) => !ITS_AUDIO_IS_ITS_TEXT.has(name));
  for (const { name, run } of cases) test(name, run);
});
