import { azureStt } from '../../providers/azure/stt.ts';
import { azureTts } from '../../providers/azure/tts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { azureSttFake } from '../fakes/azure/stt.ts';
import { azureTtsFake } from '../fakes/azure/tts.ts';
import { keeps, sttAgainst, ttsAgainst } from './against.ts';

const RESOURCE = { api_key: 'fake-key', region: 'westeurope' };

keeps(
  'Azure keeps the contract of SpeechToText',
  speechToTextContract(
    sttAgainst(azureSttFake, (base_url) => azureStt({ ...RESOURCE, base_url })),
    { troubles: TROUBLES },
  ),
);

keeps(
  'Azure keeps it, too, in phrases of two words that the service ends turns between',
  speechToTextContract(
    sttAgainst(
      () => azureSttFake({ phraseWords: 2, endsTurnAfterMs: 900 }),
      (base_url) => azureStt({ ...RESOURCE, base_url }),
    ),
  ),
);

keeps(
  'Azure keeps the contract of TextToSpeech',
  textToSpeechContract(
    ttsAgainst(azureTtsFake, (base_url) => azureTts({ ...RESOURCE, base_url })),
    { troubles: TROUBLES },
  ),
);

for (const onStop of ['goes on', 'falls silent'] as const) {
  const make = ttsAgainst(
    () => azureTtsFake({ onStop }),
    (base_url) => azureTts({ ...RESOURCE, base_url }),
  );
  const cancelling = textToSpeechContract(make).filter(({ name }) => name.includes('cancelled'));
  keeps(`Azure keeps it, too, where a turn that is stopped ${onStop}`, cancelling);
}
