import { openAiStt } from '../../providers/openai/stt.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { INJECTED_FAULTS } from '../../src/testing/contracts/injectedFault.ts';
import { createOpenAiSttFake } from '../fakes/openaiStt.ts';
import { keeps, sttAgainst } from './against.ts';

for (const model of ['gpt-live-transcribe', 'gpt-4o-transcribe', 'whisper-1']) {
  const make = sttAgainst(createOpenAiSttFake, (base_url) =>
    openAiStt({ api_key: 'fake-key', base_url, model, final_timeout: 1 }),
  );
  const keepsConnection = model !== 'whisper-1';
  keeps(
    `${model} keeps the contract of SpeechToText`,
    createSpeechToTextContract(make, { faults: INJECTED_FAULTS, keepsConnection }),
  );
}
