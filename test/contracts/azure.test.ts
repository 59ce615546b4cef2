import { describe, test } from 'vitest';
import { azureStt } from '../../providers/azure/stt.ts';
import { azureTts } from '../../providers/azure/tts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import type { SpeechToTextScene, SpeechToTextSubject } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechScene, TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import type { AzureSttFakeOptions } from '../fakes/azure/stt.ts';
import { azureSttFake } from '../fakes/azure/stt.ts';
import type { AzureTtsFakeOptions } from '../fakes/azure/tts.ts';
import { azureTtsFake } from '../fakes/azure/tts.ts';
import { startFake } from '../fakes/kit/fake.ts';

const TROUBLES: readonly Trouble[] = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'is mute',
  'talks garbage',
  'cuts oddly',
  'is slow',
];

function listening(options: AzureSttFakeOptions = {}) {
  return async ({ trouble }: Pick<SpeechToTextScene, 'trouble'>): Promise<SpeechToTextSubject> => {
    const server = await startFake(azureSttFake(options), { trouble });
    return {
      stt: azureStt({ api_key: 'fake-key', region: 'westeurope', base_url: server.origin }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

function speaking(options: AzureTtsFakeOptions = {}) {
  return async ({ trouble }: TextToSpeechScene): Promise<TextToSpeechSubject> => {
    const server = await startFake(azureTtsFake(options), { trouble });
    return {
      voice: azureTts({ api_key: 'fake-key', region: 'westeurope', base_url: server.origin }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

describe('Azure keeps the contract of SpeechToText', () => {
  test.each(speechToTextContract(listening(), { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});

describe('Azure keeps it, too, in phrases of two words that the service ends turns between', () => {
  const service: AzureSttFakeOptions = { phraseWords: 2, endsTurnAfterMs: 900 };
  test.each(speechToTextContract(listening(service)))('$name', ({ run }) => run(), 10_000);
});

describe('Azure keeps the contract of TextToSpeech', () => {
  test.each(textToSpeechContract(speaking(), { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});

describe.each(['goes on', 'falls silent'] as const)(
  'Azure keeps it, too, where a turn that is stopped %s',
  (onStop) => {
    const cancelling = textToSpeechContract(speaking({ onStop })).filter(({ name }) => name.includes('cancelled'));
    test.each(cancelling)('$name', ({ run }) => run(), 10_000);
  },
);
