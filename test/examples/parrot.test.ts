import { parrotStt } from '../../examples/parrot/parrotStt.ts';
import { parrotTts } from '../../examples/parrot/parrotTts.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { keeps, sttAgainst, ttsAgainst } from '../contracts/against.ts';
import { parrotFake } from '../fakes/parrot.ts';

const api_key = 'secret';

keeps(
  'Parrot, the vendor of the docs, keeps the contract of SpeechToText',
  createSpeechToTextContract(
    sttAgainst(
      () => parrotFake,
      (base_url) => parrotStt({ api_key, base_url }),
    ),
    { faults: INJECTED_FAULTS },
  ),
);

keeps(
  'Parrot, the vendor of the docs, keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(
      () => parrotFake,
      (base_url) => parrotTts({ api_key, base_url }),
    ),
    { faults: INJECTED_FAULTS },
  ),
);
