import { fishTts } from '../../providers/fish/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import { fishFake } from '../fakes/fish.ts';
import { keeps, ttsAgainst } from './against.ts';

keeps(
  'Fish Audio keeps the contract of TextToSpeech',
  textToSpeechContract(
    ttsAgainst(fishFake, (base_url) => fishTts({ api_key: 'fake-key', base_url })),
    { troubles: TROUBLES, keepsConnection: false },
  ),
);
