import { azureStt } from '../../providers/azure/stt.ts';
import { azureTts } from '../../providers/azure/tts.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createAzureSttFake } from '../fakes/azure/stt.ts';
import { createAzureTtsFake } from '../fakes/azure/tts.ts';
import { keeps, sttAgainst, ttsAgainst } from './against.ts';

const RESOURCE = { api_key: 'fake-key', region: 'westeurope' };

keeps(
  'Azure keeps the contract of SpeechToText',
  createSpeechToTextContract(
    sttAgainst(createAzureSttFake, (base_url) => azureStt({ ...RESOURCE, base_url })),
    { faults: INJECTED_FAULTS },
  ),
);

keeps(
  'Azure keeps it, too, in phrases of two words that the service ends turns between',
  createSpeechToTextContract(
    sttAgainst(
      () => createAzureSttFake({ phraseWords: 2, endsTurnAfterMs: 900 }),
      (base_url) => azureStt({ ...RESOURCE, base_url }),
    ),
  ),
);

keeps(
  'Azure keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(createAzureTtsFake, (base_url) => azureTts({ ...RESOURCE, base_url })),
    { faults: INJECTED_FAULTS },
  ),
);

for (const onStop of ['goes on', 'falls silent'] as const) {
  const make = ttsAgainst(
    () => createAzureTtsFake({ onStop }),
    (base_url) => azureTts({ ...RESOURCE, base_url }),
  );
  const cancelling = createTextToSpeechContract(make).filter(({ name }) => name.includes('cancelled'));
  keeps(`Azure keeps it, too, where a turn that is stopped ${onStop}`, cancelling);
}
