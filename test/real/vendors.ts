import { STT, TTS } from 'antiphon';
import type { SttConfig, TtsConfig } from 'antiphon/providers';
import { createAssemblyAiSttFake } from '../fakes/assemblyai/stt.ts';
import { createAzureSttFake } from '../fakes/azure/stt.ts';
import { createAzureTtsFake } from '../fakes/azure/tts.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { createDeepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { createDeepgramSttFake } from '../fakes/deepgram/stt.ts';
import { createDeepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { createScribeFake } from '../fakes/elevenlabs/scribe.ts';
import { createFishFake } from '../fakes/fish.ts';
import { ACCESS_KEY, createPollyFake } from '../fakes/polly.ts';
import { createRimeFake } from '../fakes/rime.ts';
import { createAccount } from '../fakes/google/account.ts';
import { createGoogleTtsFake } from '../fakes/google.ts';
import { startFake, type FakeServer, type FakeVendor } from '../fakes/kit/fake.ts';
import { createSpeechReader } from '../fakes/kit/speechReader.ts';
import { createOpenAiSttFake } from '../fakes/openaiStt.ts';
import { createOpenAiTtsFake } from '../fakes/openaiTts.ts';
import { createSpeechmaticsFake } from '../fakes/speechmatics.ts';
import { createSonioxSttFake } from '../fakes/soniox/stt.ts';

/** A vendor's server, and the config that leads to it. */
interface Vendor<Config> {
  readonly fake: FakeVendor;
  readonly config: (base_url: string) => Config;
}

/** In seconds: on a busy machine an answer may be late, and the words so far would stand for it. */
const final_timeout = 30;
const api_key = 'fake-key';
const region = 'westeurope';
const account = createAccount();

/** What the guest says. No sentence begins as another does: the vendor's server passes on what it has heard so far. */
export const SENTENCES = { about: 'tell me about the restaurant', stop: 'stop', goodbye: 'goodbye' };
const grammar = `#JSGF V1.0;
grammar guest;
public <line> = ${Object.values(SENTENCES).join(' | ')};
`;

/** STT vendors, whose fakes read real speech. */
export const RECOGNISERS: Readonly<
  Record<string, (createReader: Awaited<ReturnType<typeof createSpeechReader>>) => Vendor<SttConfig>>
> = {
  deepgram: (createReader) => ({
    fake: createDeepgramSttFake({ createReader, endpoints: false }),
    config: (base_url) => STT.Deepgram({ api_key, base_url, final_timeout }),
  }),
  'deepgram flux': (createReader) => ({
    fake: createDeepgramFluxFake({ createReader }),
    config: (base_url) => STT.Deepgram({ api_key, base_url, final_timeout, model: 'flux-general-en' }),
  }),
  openai: (createReader) => ({
    fake: createOpenAiSttFake({ createReader }),
    config: (base_url) => STT.OpenAI({ api_key, base_url, final_timeout }),
  }),
  'openai over HTTP': (createReader) => ({
    fake: createOpenAiSttFake({ createReader }),
    config: (base_url) => STT.OpenAI({ api_key, base_url, final_timeout, model: 'whisper-1' }),
  }),
  azure: (createReader) => ({
    fake: createAzureSttFake({ createReader }),
    config: (base_url) => STT.Azure({ api_key, region, base_url, final_timeout }),
  }),
  elevenlabs: (createReader) => ({
    fake: createScribeFake({ createReader }),
    config: (base_url) => STT.ElevenLabs({ api_key, base_url, final_timeout }),
  }),
  speechmatics: (createReader) => ({
    fake: createSpeechmaticsFake({ createReader }),
    config: (base_url) => STT.Speechmatics({ api_key, base_url, final_timeout }),
  }),
  assemblyai: (createReader) => ({
    fake: createAssemblyAiSttFake({ createReader }),
    config: (base_url) => STT.AssemblyAI({ api_key, base_url, final_timeout }),
  }),
  soniox: (createReader) => ({
    fake: createSonioxSttFake({ createReader, finalizesEarly: false }),
    config: (base_url) => STT.Soniox({ api_key, base_url, final_timeout }),
  }),
};

/** A voice whose speech cannot be read any more: mp3 keeps how long it is. */
export const IN_MP3 = 'elevenlabs in mp3';

/** Vendors that speak so that it can be read, but for the one in mp3. */
export const VOICES: Readonly<Record<string, Vendor<TtsConfig>>> = {
  deepgram: { fake: createDeepgramTtsFake(), config: (base_url) => TTS.Deepgram({ api_key, base_url }) },
  openai: { fake: createOpenAiTtsFake(), config: (base_url) => TTS.OpenAI({ api_key, base_url }) },
  azure: { fake: createAzureTtsFake(), config: (base_url) => TTS.Azure({ api_key, region, base_url }) },
  elevenlabs: {
    fake: createElevenLabsFake(),
    config: (base_url) => TTS.ElevenLabs({ api_key, base_url, encoding: 'pcm_24000' }),
  },
  [IN_MP3]: { fake: createElevenLabsFake(), config: (base_url) => TTS.ElevenLabs({ api_key, base_url }) },
  google: {
    fake: createGoogleTtsFake({ account }),
    config: (base_url) => TTS.Google({ credentials: account.credentials, base_url }),
  },
  cartesia: { fake: createCartesiaFake(), config: (base_url) => TTS.Cartesia({ api_key, base_url }) },
  fish: { fake: createFishFake(), config: (base_url) => TTS.Fish({ api_key, base_url }) },
  polly: {
    fake: createPollyFake(),
    config: (base_url) =>
      TTS.Polly({
        region: ACCESS_KEY.region,
        access_key_id: ACCESS_KEY.id,
        secret_access_key: ACCESS_KEY.secret,
        base_url,
      }),
  },
  rime: { fake: createRimeFake(), config: (base_url) => TTS.Rime({ api_key, base_url }) },
};

export interface RunningVendor<Config> {
  readonly server: FakeServer;
  readonly config: Config;
}

export async function recognise(name: string): Promise<RunningVendor<SttConfig>> {
  const open = RECOGNISERS[name];
  if (open === undefined) throw new Error(`no recogniser ${name}`);
  return running(open(await createSpeechReader(grammar)));
}

export async function speak(name: string): Promise<RunningVendor<TtsConfig>> {
  const vendor = VOICES[name];
  if (vendor === undefined) throw new Error(`no voice ${name}`);
  return running(vendor);
}

async function running<Config>({ fake, config }: Vendor<Config>): Promise<RunningVendor<Config>> {
  const server = await startFake(fake);
  return { server, config: config(server.origin) };
}
