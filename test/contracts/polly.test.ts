import type { PollyTtsSettings } from '../../providers/polly/settings.ts';
import { pollyTts } from '../../providers/polly/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { ACCESS_KEY, createPollyFake } from '../fakes/polly.ts';
import { HTTP_FAULTS, keeps, ttsAgainst } from './against.ts';

const settings = { region: 'us-east-1', access_key_id: ACCESS_KEY.id, secret_access_key: ACCESS_KEY.secret } as const;

function against(more: Partial<PollyTtsSettings>): ReturnType<typeof ttsAgainst> {
  return ttsAgainst(createPollyFake, (base_url) => pollyTts({ ...settings, base_url, ...more }));
}

keeps(
  'Polly keeps the contract of TextToSpeech',
  createTextToSpeechContract(against({}), { faults: HTTP_FAULTS, keepsConnection: false }),
);

keeps(
  'Polly keeps it, too, with the generative engine, which times no words',
  createTextToSpeechContract(against({ engine: 'generative', sample_rate: 8000 }), {
    faults: ['is busy once', 'drops after the first result', 'cuts oddly'],
    keepsConnection: false,
  }),
);
