import { describe, test } from 'vitest';
import { openAiTts } from '../../providers/openai/tts.ts';
import { textToSpeechContract } from '../../src/testing/contracts/textToSpeech.ts';
import type { Trouble } from '../../src/testing/contracts/trouble.ts';
import { openAiTtsFake } from '../fakes/openaiTts.ts';
import { ttsAgainst } from './against.ts';

const KEY = { api_key: 'fake-key' };
const TROUBLES: readonly Trouble[] = [
  'drops before the first result',
  'drops after the first result',
  'refuses the key',
  'is busy once',
  'is mute',
  'cuts oddly',
  'is slow',
];

describe("OpenAI's voice keeps the contract of TextToSpeech", () => {
  const make = ttsAgainst(openAiTtsFake, (origin) => openAiTts({ ...KEY, base_url: origin }));
  test.each(textToSpeechContract(make, { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});

describe('a compatible server that answers in events keeps it, too', () => {
  const make = ttsAgainst(
    () => openAiTtsFake({ events: 'delta' }),
    (origin) => openAiTts({ ...KEY, base_url: `${origin}/v1` }),
  );
  test.each(textToSpeechContract(make, { troubles: TROUBLES }))('$name', ({ run }) => run(), 10_000);
});
