import { parrotStt } from '../../examples/parrot/parrotStt.ts';
import { parrotTts } from '../../examples/parrot/parrotTts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { keeps, sttAgainst, ttsAgainst } from '../contracts/against.ts';
import { parrotFake } from '../fakes/parrot.ts';

const api_key = 'secret';

keeps(
  'Parrot, the vendor of the docs, keeps the contract of SpeechToText',
  speechToTextContract(
    sttAgainst(
      () => parrotFake,
      (base_url) => parrotStt({ api_key, base_url }),
    ),
    { troubles: TROUBLES },
  ),
);

keeps(
  'Parrot, the vendor of the docs, keeps the contract of TextToSpeech',
  textToSpeechContract(
    ttsAgainst(
      () => parrotFake,
      (base_url) => parrotTts({ api_key, base_url }),
    ),
    { troubles: TROUBLES },
  ),
);
