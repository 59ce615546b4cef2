import { describe, test } from 'vitest';
import type { ElevenLabsTtsSettings } from '../../providers/elevenlabs/settings.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { TextToSpeechSubject } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { elevenLabsFake } from '../fakes/elevenlabs.ts';
import type { ElevenLabsFakeOptions } from '../fakes/elevenlabs.ts';
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

function speaking(settings: Partial<ElevenLabsTtsSettings> = {}, fake: ElevenLabsFakeOptions = {}) {
  return async ({ trouble }: { readonly trouble?: Trouble }): Promise<TextToSpeechSubject> => {
    const server = await startFake(elevenLabsFake({ key: 'secret', ...fake }), { trouble });
    return {
      voice: elevenLabsTts({ api_key: 'secret', base_url: server.origin, ...settings }),
      closed: () => server.idle(),
      faults: () => server.faults,
      attempts: () => server.doors.length,
      dispose: () => server.close(),
    };
  };
}

describe('ElevenLabs keeps the contract of TextToSpeech', () => {
  test.each(textToSpeechContract(speaking({ encoding: 'pcm_24000' }), { troubles: TROUBLES }))(
    '$name',
    ({ run }) => run(),
    10_000,
  );
});

describe('ElevenLabs keeps it in mp3, as it comes by default', () => {
  test.each(textToSpeechContract(speaking(), { troubles: ['cuts oddly'] }))('$name', ({ run }) => run(), 10_000);
});

describe('ElevenLabs keeps it, too, where flushes are answered, and times count from the utterance', () => {
  const make = speaking({ encoding: 'pcm_24000' }, { flushDone: true, timesFrom: 'utterance' });
  test.each(textToSpeechContract(make))('$name', ({ run }) => run(), 10_000);
});

describe('ElevenLabs keeps it with SSML', () => {
  const make = speaking({ encoding: 'pcm_24000', enable_ssml_parsing: true });
  test.each(textToSpeechContract(make))('$name', ({ run }) => run(), 10_000);
});
