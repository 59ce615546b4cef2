import type { SpeechToText } from '../../src/core/ports.ts';
import { deepgramStt } from '../../providers/deepgram/stt.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createDeepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { createDeepgramFluxTtsFake } from '../fakes/deepgram/fluxTts.ts';
import { createDeepgramSttFake } from '../fakes/deepgram/stt.ts';
import { createDeepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { keeps, sttAgainst, TEXT_FAULTS, ttsAgainst } from './against.ts';

const api_key = 'secret';

keeps(
  'Deepgram keeps the contract of SpeechToText',
  createSpeechToTextContract(
    sttAgainst(createDeepgramSttFake, (base_url) => deepgramStt({ api_key, base_url })),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'Deepgram keeps it where a Finalize in vain is not answered',
  createSpeechToTextContract(
    sttAgainst(
      () => createDeepgramSttFake({ answersEmptyFinalize: false }),
      (base_url) => deepgramStt({ api_key, base_url }),
    ),
  ),
);

keeps(
  'Deepgram keeps it with Flux',
  createSpeechToTextContract(
    sttAgainst(createDeepgramFluxFake, (base_url) => deepgramStt({ api_key, base_url, model: 'flux-general-en' })),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'Deepgram keeps it with Flux that ends turns by itself',
  createSpeechToTextContract(
    sttAgainst(createDeepgramFluxFake, (base_url) =>
      deepgramStt({ api_key, base_url, model: 'flux-general-en', eot_threshold: 0.7, eager_eot_threshold: 0.4 }),
    ),
  ),
);

keeps(
  'Deepgram keeps it with Flux whose turns are wanted',
  createSpeechToTextContract(
    sttAgainst(createDeepgramFluxFake, (base_url) =>
      withTurns(deepgramStt({ api_key, base_url, model: 'flux-general-en', eager_eot_threshold: 0.4 })),
    ),
    { faults: TEXT_FAULTS },
  ),
);

keeps(
  'Deepgram finds turns with Flux',
  createSpeechToTextContract(
    sttAgainst(createDeepgramFluxFake, (base_url) => deepgramStt({ api_key, base_url, model: 'flux-general-en' })),
    { turns: true },
  ).filter(({ name }) => name.includes('turn')),
);

/** The recogniser as a session uses it that takes the ends of turns from it. */
function withTurns(stt: SpeechToText): SpeechToText {
  return { ...stt, transcribe: (speech) => stt.transcribe(speech, { turns: true }) };
}

keeps(
  'Deepgram keeps the contract of TextToSpeech with a Flux voice',
  createTextToSpeechContract(
    ttsAgainst(createDeepgramFluxTtsFake, (base_url) => deepgramTts({ api_key, base_url, model: 'flux-haley-en' })),
    { faults: INJECTED_FAULTS },
  ),
);

keeps(
  'Deepgram keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(createDeepgramTtsFake, (base_url) => deepgramTts({ api_key, base_url })),
    { faults: INJECTED_FAULTS },
  ),
);
