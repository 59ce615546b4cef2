import type { ElevenLabsSttSettings } from '../../providers/elevenlabs/scribe/settings.ts';
import type { ElevenLabsTtsSettings } from '../../providers/elevenlabs/settings.ts';
import { elevenLabsStt } from '../../providers/elevenlabs/stt.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import {
  createSpeechToTextContract,
  type SpeechToTextSubject,
} from '../../src/testing/contracts/speechToTextContract.ts';
import {
  createTextToSpeechContract,
  type TextToSpeechSubject,
} from '../../src/testing/contracts/textToSpeechContract.ts';
import { INJECTED_FAULTS, type InjectedFault } from '../../src/testing/contracts/injectedFault.ts';
import { createElevenLabsFake, type ElevenLabsFakeOptions } from '../fakes/elevenlabs.ts';
import { createScribeFake, type ScribeFakeOptions } from '../fakes/elevenlabs/scribe.ts';
import { keeps, sttAgainst, TEXT_FAULTS, ttsAgainst } from './against.ts';

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

function listening(
  settings: Partial<ElevenLabsSttSettings> = {},
  fake: ScribeFakeOptions = {},
): (scene: { readonly fault?: InjectedFault }) => Promise<SpeechToTextSubject> {
  return sttAgainst(
    () => createScribeFake(fake),
    (base_url) => elevenLabsStt({ api_key, base_url, ...settings }),
  );
}

keeps(
  'ElevenLabs keeps the contract of SpeechToText',
  createSpeechToTextContract(listening(), { faults: TEXT_FAULTS }),
);

keeps(
  'ElevenLabs keeps it with timestamps',
  createSpeechToTextContract(listening({ include_timestamps: true }), { faults: TEXT_FAULTS }),
);

keeps(
  'ElevenLabs keeps it, too, where the text with timestamps comes first',
  createSpeechToTextContract(listening({ include_timestamps: true }, { swaps: true })),
);
