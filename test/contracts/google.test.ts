import { googleTts } from '../../providers/google/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { makeAccount } from '../fakes/google/account.ts';
import { googleTtsFake } from '../fakes/google.ts';
import { HTTP_TROUBLES, keeps, ttsAgainst } from './against.ts';

const account = makeAccount();

keeps(
  'Google keeps the contract of TextToSpeech',
  textToSpeechContract(
    ttsAgainst(
      () => googleTtsFake({ account }),
      (base_url) => googleTts({ credentials: account.credentials, base_url }),
    ),
    { troubles: HTTP_TROUBLES, keepsConnection: false },
  ),
);

keeps(
  'Google keeps it, too, in mp3 and with a token that is asked for',
  textToSpeechContract(
    ttsAgainst(
      () => googleTtsFake({ account }),
      (base_url) => {
        const credentials = { ...account.credentials, type: 'other', token_uri: `${base_url}/token` };
        return googleTts({ credentials, encoding: 'mp3', base_url });
      },
    ),
    { troubles: ['is busy once', 'refuses the key', 'cuts oddly'], keepsConnection: false },
  ),
);
