import { cartesiaTts } from '../../providers/cartesia/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { keeps, ttsAgainst } from './against.ts';

for (const model of ['sonic-3.5', 'sonic-english']) {
  const make = ttsAgainst(createCartesiaFake, (base_url) => cartesiaTts({ api_key: 'fake-key', base_url, model }));
  keeps(`${model} keeps the contract of TextToSpeech`, createTextToSpeechContract(make, { faults: INJECTED_FAULTS }));
}

keeps(
  'Cartesia keeps the contract of TextToSpeech where each word comes by itself',
  createTextToSpeechContract(
    ttsAgainst(
      () => createCartesiaFake({ wordByWord: true }),
      (base_url) => cartesiaTts({ api_key: 'fake-key', base_url }),
    ),
  ),
);
