import { describe, test } from 'vitest';
import { deepgramStt } from '../../providers/deepgram/stt.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import { speechToTextContract } from '../../src/testing/contracts/speechToText.ts';
import type { SpeechToTextSubject } from '../../src/testing/contracts/speechToText.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { deepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { deepgramSttFake } from '../fakes/deepgram/stt.ts';
import { deepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { startFake } from '../fakes/kit/fake.ts';
import type { FakeVendor } from '../fakes/kit/fake.ts';

const TROUBLES: readonly Trouble[] = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'is mute',
  'talks garbage',
  'is slow',
];

type Scene<S> = (scene: { readonly trouble?: Trouble }) => Promise<S>;

function listening(vendor: () => FakeVendor, model: string): Scene<SpeechToTextSubject> {
  return async ({ trouble }) => {
    const server = await startFake(vendor(), { trouble });
    return {
      stt: deepgramStt({ api_key: 'secret', model, base_url: server.origin }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

describe.concurrent('Deepgram keeps the contract of SpeechToText', () => {
  const cases = speechToTextContract(listening(deepgramSttFake, 'nova-3'), { troubles: TROUBLES });
  test.each(cases)('$name', ({ run }) => run(), 10_000);
});

describe.concurrent('Deepgram keeps it where a Finalize in vain is not answered', () => {
  const cases = speechToTextContract(listening(() => deepgramSttFake({ answersInVain: false }), 'nova-3'));
  test.each(cases)('$name', ({ run }) => run(), 10_000);
});

describe.concurrent('Deepgram keeps it with Flux', () => {
  const cases = speechToTextContract(listening(deepgramFluxFake, 'flux-general-en'), { troubles: TROUBLES });
  test.each(cases)('$name', ({ run }) => run(), 10_000);
});

async function speaking({ trouble }: { readonly trouble?: Trouble }): Promise<TextToSpeechSubject> {
  const server = await startFake(deepgramTtsFake(), { trouble });
  return {
    voice: deepgramTts({ api_key: 'secret', base_url: server.origin }),
    closed: () => server.idle(),
    faults: () => server.faults,
    attempts: () => server.doors.length,
    dispose: () => server.close(),
  };
}

describe.concurrent('Deepgram keeps the contract of TextToSpeech', () => {
  const troubles: readonly Trouble[] = [...TROUBLES, 'cuts oddly'];
  test.each(textToSpeechContract(speaking, { troubles }))('$name', ({ run }) => run(), 10_000);
});
