import { fishTts } from '../../providers/fish/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createFishFake } from '../fakes/fish.ts';
import { keeps, ttsAgainst } from './against.ts';

keeps(
  'Fish Audio keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(createFishFake, (base_url) => fishTts({ api_key: 'fake-key', base_url })),
    { faults: INJECTED_FAULTS, keepsConnection: false },
  ),
);
