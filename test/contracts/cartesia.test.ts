import { describe, test } from 'vitest';
import { cartesiaTts } from '../../providers/cartesia/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import { TROUBLES } from '../../src/testing/contracts/trouble.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { cartesiaFake } from '../fakes/cartesia.ts';
import { startFake } from '../fakes/kit/fake.ts';

function speaking(model: string): (scene: { readonly trouble?: Trouble }) => Promise<TextToSpeechSubject> {
  return async ({ trouble }) => {
    const server = await startFake(cartesiaFake(), { trouble });
    return {
      voice: cartesiaTts({ api_key: 'fake-key', base_url: server.origin, model }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

describe.each(['sonic-3.5', 'sonic-english'])('%s keeps the contract of TextToSpeech', (model) => {
  test.each(textToSpeechContract(speaking(model), { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});
