import { from, lastValueFrom, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { azureTts } from '../../providers/azure/tts.ts';
import { cartesiaTts } from '../../providers/cartesia/tts.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import { elevenLabsTts } from '../../providers/elevenlabs/tts.ts';
import { fishTts } from '../../providers/fish/tts.ts';
import { googleTts } from '../../providers/google/tts.ts';
import { openAiTts } from '../../providers/openai/tts.ts';
import { pollyTts } from '../../providers/polly/tts.ts';
import { rimeTts } from '../../providers/rime/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../src/core/ports.ts';
import { createAzureTtsFake } from '../fakes/azure/tts.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { createDeepgramFluxTtsFake } from '../fakes/deepgram/fluxTts.ts';
import { createDeepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { createFishFake } from '../fakes/fish.ts';
import { createAccount } from '../fakes/google/account.ts';
import { createGoogleTtsFake } from '../fakes/google.ts';
import { startFake, type FakeServer, type FakeVendor } from '../fakes/kit/fake.ts';
import { createOpenAiTtsFake } from '../fakes/openaiTts.ts';
import { ACCESS_KEY, createPollyFake } from '../fakes/polly.ts';
import { createRimeFake } from '../fakes/rime.ts';
import { LONG_TEXTS, longText, measureGrowth } from '../support/growth.ts';

const api_key = 'fake-key';
const account = createAccount();

/** A sample per character. */
const synthesize = (text: string): Int16Array => new Int16Array(text.length).fill(1000);

interface Voice {
  readonly fake: () => FakeVendor;
  readonly create: (base_url: string) => TextToSpeech;
}

const VOICES: Readonly<Record<string, Voice>> = {
  Azure: {
    fake: () => createAzureTtsFake({ key: api_key, synthesize: (text) => synthesize(text.slice(0, 240)), pieceMs: 0 }),
    create: (base_url) => azureTts({ api_key, region: 'westeurope', base_url }),
  },
  Cartesia: {
    fake: () => createCartesiaFake({ synthesize }),
    create: (base_url) => cartesiaTts({ api_key, base_url }),
  },
  'Deepgram, Aura': {
    fake: () => createDeepgramTtsFake({ synthesize }),
    create: (base_url) => deepgramTts({ api_key: 'secret', base_url }),
  },
  'Deepgram, Flux': {
    fake: () => createDeepgramFluxTtsFake({ synthesize }),
    create: (base_url) => deepgramTts({ api_key: 'secret', base_url, model: 'flux-haley-en' }),
  },
  ElevenLabs: {
    fake: () => createElevenLabsFake({ synthesize }),
    create: (base_url) => elevenLabsTts({ api_key, base_url, encoding: 'pcm_24000' }),
  },
  'ElevenLabs with tags': {
    fake: () => createElevenLabsFake({ synthesize }),
    create: (base_url) => elevenLabsTts({ api_key, base_url, encoding: 'pcm_24000', enable_ssml_parsing: true }),
  },
  'Fish Audio': {
    fake: () => createFishFake({ synthesize }),
    create: (base_url) => fishTts({ api_key, base_url }),
  },
  Google: {
    fake: () => createGoogleTtsFake({ account, synthesize }),
    create: (base_url) => googleTts({ credentials: account.credentials, base_url }),
  },
  OpenAI: {
    fake: () => createOpenAiTtsFake({ synthesize }),
    create: (base_url) => openAiTts({ api_key, base_url }),
  },
  Polly: {
    fake: () => createPollyFake({ synthesize }),
    create: (base_url) => {
      const { id: access_key_id, secret: secret_access_key, region } = ACCESS_KEY;
      return pollyTts({ region, access_key_id, secret_access_key, base_url });
    },
  },
  Rime: {
    fake: () => createRimeFake({ synthesize }),
    create: (base_url) => rimeTts({ api_key, base_url }),
  },
};

let server: FakeServer;

afterEach(async () => {
  await server.close();
  if (server.violations.length > 0) throw new Error(server.violations.join('; '));
});

/** Speaks a text that comes in chunks of so many characters, all at once. Returns how much of it was marked. */
async function speak(voice: TextToSpeech, text: string, chunkChars = text.length): Promise<number | undefined> {
  const chunks = Array.from({ length: Math.ceil(text.length / chunkChars) }, (_, at) =>
    text.slice(at * chunkChars, (at + 1) * chunkChars),
  );
  const events = await lastValueFrom(voice.synthesize(from(chunks)).pipe(toArray()));
  return events.findLast((event): event is Extract<TtsEvent, { kind: 'mark' }> => event.kind === 'mark')?.chars;
}

const CHARS = 20_000;

const TOKEN_CHARS = 4;

/** From about 100,000 characters on, copies of the text so far are slower than the rest of the work. */
const TOKENS_CHARS = 80_000;

/** Voices that are sent text as it is generated. Others get sentences, which `sentences` cuts. */
const STREAMING = Object.entries(VOICES).filter(
  ([name]) => !['Azure', 'Google', 'OpenAI', 'Polly', 'Rime'].includes(name),
);

const TWO_TEXTS = LONG_TEXTS.filter(([name]) => ['Latin', 'Japanese without a full stop'].includes(name));

describe.each(Object.entries(VOICES))('%s', (_, { fake, create }) => {
  test.each(TWO_TEXTS)(
    'speaks a chunk of 250,000 characters in time that grows with its length: %s',
    async (__, unit) => {
      server = await startFake(fake());
      const voice = create(server.origin);
      const work = async (chars: number): Promise<void> => {
        expect(await speak(voice, longText(unit, chars))).toBe(chars);
      };
      expect(await measureGrowth(CHARS, work)).toBeLessThan(3);
      await work(250_000);
    },
  );
});

describe.each(STREAMING)('%s', (_, { fake, create }) => {
  test.each(TWO_TEXTS)(
    'speaks 250,000 characters that come token by token in time that grows with their number: %s',
    async (__, unit) => {
      server = await startFake(fake());
      const voice = create(server.origin);
      const work = async (chars: number): Promise<void> => {
        expect(await speak(voice, longText(unit, chars), TOKEN_CHARS)).toBe(chars);
      };
      expect(await measureGrowth(TOKENS_CHARS, work)).toBeLessThan(3);
      await work(250_000);
    },
  );
});
