import type { ElevenLabsTtsSettings } from '../../providers/elevenlabs/settings.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import {
  createTextToSpeechContract,
  type TextToSpeechSubject,
} from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS, type InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { createElevenLabsFake, type ElevenLabsFakeOptions } from '../fakes/elevenlabs.ts';
import { keeps, ttsAgainst } from './against.ts';

const api_key = 'fake-key';

function speaking(
  settings: Partial<ElevenLabsTtsSettings> = {},
  fake: ElevenLabsFakeOptions = {},
): (scene: { readonly fault?: InjectedFault }) => Promise<TextToSpeechSubject> {
  return ttsAgainst(
    () => createElevenLabsFake(fake),
    (base_url) => elevenLabsTts({ api_key, base_url, encoding: 'pcm_24000', ...settings }),
  );
}

keeps(
  'ElevenLabs keeps the contract of TextToSpeech',
  createTextToSpeechContract(speaking(), { faults: INJECTED_FAULTS }),
);

keeps(
  'ElevenLabs keeps it in mp3, as it comes by default',
  createTextToSpeechContract(speaking({ encoding: undefined }), { faults: ['cuts oddly'] }),
);

keeps(
  'ElevenLabs keeps it, too, where flushes are answered, and times count from the utterance',
  createTextToSpeechContract(speaking({}, { flushDone: true, timesFrom: 'utterance' })),
);

keeps('ElevenLabs keeps it with SSML', createTextToSpeechContract(speaking({ enable_ssml_parsing: true })));
