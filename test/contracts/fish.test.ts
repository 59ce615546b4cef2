import { describe, test } from 'vitest';
import { fishTts } from '../../providers/fish/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { fishFake } from '../fakes/fish.ts';
import { startFake } from '../fakes/kit/fake.ts';

const TROUBLES: readonly Trouble[] = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'is mute',
  'talks garbage',
  'cuts oddly',
  'is slow',
];

async function make({ trouble }: { readonly trouble?: Trouble }): Promise<TextToSpeechSubject> {
  const server = await startFake(fishFake({ key: 'secret' }), { trouble });
  return {
    voice: fishTts({ api_key: 'secret', base_url: server.origin }),
    closed: () => server.idle(),
    faults: () => server.faults,
    attempts: () => server.doors.length,
    dispose: () => server.close(),
  };
}

describe('Fish Audio keeps the contract of TextToSpeech', () => {
  test.each(textToSpeechContract(make, { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});
