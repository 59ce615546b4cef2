import { openAiTts } from '../../providers/openai/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import { openAiTtsFake } from '../fakes/openaiTts.ts';
import { HTTP_TROUBLES, keeps, ttsAgainst } from './against.ts';

const api_key = 'fake-key';

keeps(
  "OpenAI's voice keeps the contract of TextToSpeech",
  textToSpeechContract(
    ttsAgainst(openAiTtsFake, (base_url) => openAiTts({ api_key, base_url })),
    { troubles: HTTP_TROUBLES, keepsConnection: false },
  ),
);

keeps(
  'a compatible server that answers in events keeps it, too',
  textToSpeechContract(
    ttsAgainst(
      () => openAiTtsFake({ events: 'delta' }),
      (origin) => openAiTts({ api_key, base_url: `${origin}/v1` }),
    ),
    { troubles: HTTP_TROUBLES, keepsConnection: false },
  ),
);
