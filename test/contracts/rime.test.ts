import { rimeTts } from '../../providers/rime/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createRimeFake } from '../fakes/rime.ts';
import { keeps, ttsAgainst } from './against.ts';

const api_key = 'fake-key';

keeps(
  'Rime keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(createRimeFake, (base_url) => rimeTts({ api_key, base_url })),
    { faults: INJECTED_FAULTS },
  ),
);

keeps(
  'Rime keeps it, too, with a model and a language without the times of words',
  createTextToSpeechContract(
    ttsAgainst(createRimeFake, (base_url) => rimeTts({ api_key, base_url, model: 'mistv3', language: 'de' })),
    { faults: ['drops after the first result', 'cuts oddly'] },
  ),
);
