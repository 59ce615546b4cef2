import { describe, test } from 'vitest';
import { googleTts } from '../../providers/google/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { googleTtsFake } from '../fakes/google.ts';
import { makeAccount } from '../fakes/google/account.ts';
import { ttsAgainst } from './against.ts';

const TROUBLES: readonly Trouble[] = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'is mute',
  'cuts oddly',
  'is slow',
];

const account = makeAccount();

describe('Google keeps the contract of TextToSpeech', () => {
  const make = ttsAgainst(
    () => googleTtsFake({ account }),
    (origin) => googleTts({ credentials: account.credentials, base_url: origin }),
  );
  test.each(textToSpeechContract(make, { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});

describe('Google keeps it, too, in mp3 and with a token that is asked for', () => {
  const make = ttsAgainst(
    () => googleTtsFake({ account }),
    (origin) => {
      const credentials = { ...account.credentials, type: 'other', token_uri: `${origin}/token` };
      return googleTts({ credentials, encoding: 'mp3', base_url: origin });
    },
  );
  test.each(textToSpeechContract(make, { troubles: ['is busy once', 'refuses the key', 'cuts oddly'] }))(
    '$name',
    ({ run }) => run(),
    10_000,
  );
});
