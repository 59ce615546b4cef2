import type { ElevenLabsTtsSettings } from '../../providers/elevenlabs/settings.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { elevenLabsFake } from '../fakes/elevenlabs.ts';
import type { ElevenLabsFakeOptions } from '../fakes/elevenlabs.ts';
import { keeps, ttsAgainst } from './against.ts';

const api_key = 'fake-key';

function speaking(
  settings: Partial<ElevenLabsTtsSettings> = {},
  fake: ElevenLabsFakeOptions = {},
): (scene: { readonly trouble?: Trouble }) => Promise<TextToSpeechSubject> {
  return ttsAgainst(
    () => elevenLabsFake(fake),
    (base_url) => elevenLabsTts({ api_key, base_url, encoding: 'pcm_24000', ...settings }),
  );
}

keeps('ElevenLabs keeps the contract of TextToSpeech', textToSpeechContract(speaking(), { troubles: TROUBLES }));

keeps(
  'ElevenLabs keeps it in mp3, as it comes by default',
  textToSpeechContract(speaking({ encoding: undefined }), { troubles: ['cuts oddly'] }),
);

keeps(
  'ElevenLabs keeps it, too, where flushes are answered, and times count from the utterance',
  textToSpeechContract(speaking({}, { flushDone: true, timesFrom: 'utterance' })),
);

keeps('ElevenLabs keeps it with SSML', textToSpeechContract(speaking({ enable_ssml_parsing: true })));
