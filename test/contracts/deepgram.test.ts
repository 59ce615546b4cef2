import { deepgramStt } from '../../providers/deepgram/stt.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { deepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { deepgramFluxTtsFake } from '../fakes/deepgram/fluxTts.ts';
import { deepgramSttFake } from '../fakes/deepgram/stt.ts';
import { deepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { keeps, sttAgainst, TEXT_TROUBLES, ttsAgainst } from './against.ts';

const api_key = 'secret';

keeps(
  'Deepgram keeps the contract of SpeechToText',
  speechToTextContract(
    sttAgainst(deepgramSttFake, (base_url) => deepgramStt({ api_key, base_url })),
    { troubles: TEXT_TROUBLES },
  ),
);

keeps(
  'Deepgram keeps it where a Finalize in vain is not answered',
  speechToTextContract(
    sttAgainst(
      () => deepgramSttFake({ answersInVain: false }),
      (base_url) => deepgramStt({ api_key, base_url }),
    ),
  ),
);

keeps(
  'Deepgram keeps it with Flux',
  speechToTextContract(
    sttAgainst(deepgramFluxFake, (base_url) => deepgramStt({ api_key, base_url, model: 'flux-general-en' })),
    { troubles: TEXT_TROUBLES },
  ),
);

keeps(
  'Deepgram keeps it with Flux that ends turns by itself',
  speechToTextContract(
    sttAgainst(deepgramFluxFake, (base_url) =>
      deepgramStt({ api_key, base_url, model: 'flux-general-en', eot_threshold: 0.7, eager_eot_threshold: 0.4 }),
    ),
  ),
);

keeps(
  'Deepgram keeps the contract of TextToSpeech with a Flux voice',
  textToSpeechContract(
    ttsAgainst(deepgramFluxTtsFake, (base_url) => deepgramTts({ api_key, base_url, model: 'flux-haley-en' })),
    { troubles: TROUBLES },
  ),
);

keeps(
  'Deepgram keeps the contract of TextToSpeech',
  textToSpeechContract(
    ttsAgainst(deepgramTtsFake, (base_url) => deepgramTts({ api_key, base_url })),
    { troubles: TROUBLES },
  ),
);
