import { openAiTts } from '../../providers/openai/tts.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { createOpenAiTtsFake } from '../fakes/openaiTts.ts';
import { HTTP_FAULTS, keeps, ttsAgainst } from './against.ts';

const api_key = 'fake-key';

keeps(
  "OpenAI's voice keeps the contract of TextToSpeech",
  createTextToSpeechContract(
    ttsAgainst(createOpenAiTtsFake, (base_url) => openAiTts({ api_key, base_url })),
    { faults: HTTP_FAULTS, keepsConnection: false },
  ),
);

keeps(
  'a compatible server that answers in events keeps it, too',
  createTextToSpeechContract(
    ttsAgainst(
      () => createOpenAiTtsFake({ events: 'delta' }),
      (origin) => openAiTts({ api_key, base_url: `${origin}/v1` }),
    ),
    { faults: HTTP_FAULTS, keepsConnection: false },
  ),
);
