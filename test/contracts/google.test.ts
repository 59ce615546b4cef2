import { googleTts } from '../../providers/google/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { createAccount } from '../fakes/google/account.ts';
import { createGoogleTtsFake } from '../fakes/google.ts';
import { HTTP_FAULTS, keeps, ttsAgainst } from './against.ts';

const account = createAccount();

keeps(
  'Google keeps the contract of TextToSpeech',
  createTextToSpeechContract(
    ttsAgainst(
      () => createGoogleTtsFake({ account }),
      (base_url) => googleTts({ credentials: account.credentials, base_url }),
    ),
    { faults: HTTP_FAULTS, keepsConnection: false },
  ),
);

keeps(
  'Google keeps it, too, in mp3 and with a token that is asked for',
  createTextToSpeechContract(
    ttsAgainst(
      () => createGoogleTtsFake({ account }),
      (base_url) => {
        const credentials = { ...account.credentials, type: 'other', token_uri: `${base_url}/token` };
        return googleTts({ credentials, encoding: 'mp3', base_url });
      },
    ),
    { faults: ['is busy once', 'refuses the key', 'cuts oddly'], keepsConnection: false },
  ),
);
