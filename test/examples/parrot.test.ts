import { describe, test } from 'vitest';
import { parrotStt } from '../../examples/parrot/parrotStt.ts';
import { parrotTts } from '../../examples/parrot/parrotTts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { startFake } from '../fakes/kit/fake.ts';
import { parrotFake } from '../fakes/parrot.ts';

const SETTINGS = { api_key: 'secret' };

describe('Parrot, the vendor of the docs, keeps the contract of SpeechToText', () => {
  const cases = speechToTextContract(
    async ({ trouble }) => {
      const { origin: base_url, idle: closed, close: dispose, faults } = await startFake(parrotFake, { trouble });
      return { stt: parrotStt({ ...SETTINGS, base_url }), closed, dispose, faults: () => faults };
    },
    { troubles: TROUBLES },
  );
  for (const { name, run } of cases) test(name, run, 10_000);
});

describe('Parrot, the vendor of the docs, keeps the contract of TextToSpeech', () => {
  const cases = textToSpeechContract(
    async ({ trouble }) => {
      const { origin: base_url, idle: closed, close: dispose, faults } = await startFake(parrotFake, { trouble });
      return { voice: parrotTts({ ...SETTINGS, base_url }), closed, dispose, faults: () => faults };
    },
    { troubles: TROUBLES },
  );
  for (const { name, run } of cases) test(name, run, 10_000);
});
