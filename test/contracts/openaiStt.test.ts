import { describe, test } from 'vitest';
import { openAiStt } from '../../providers/openai/stt.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import type { SpeechToTextSubject } from '../../src/testing/contracts/speechToText.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { startFake } from '../fakes/kit/fake.ts';
import { openAiSttFake } from '../fakes/openaiStt.ts';

function hearing(model: string): (scene: { readonly trouble?: Trouble }) => Promise<SpeechToTextSubject> {
  return async ({ trouble }) => {
    const server = await startFake(openAiSttFake(), { trouble });
    return {
      stt: openAiStt({ api_key: 'fake-key', base_url: server.origin, model }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

const MODELS = ['gpt-live-transcribe', 'gpt-4o-transcribe', 'whisper-1'];

describe.each(MODELS)('%s keeps the contract of SpeechToText', (model) => {
  test.each(speechToTextContract(hearing(model), { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});
