import { assemblyAiStt } from '../../../providers/assemblyai/stt.ts';
import { azureStt } from '../../../providers/azure/stt.ts';
import { azureTts } from '../../../providers/azure/tts.ts';
import { cartesiaTts } from '../../../providers/cartesia/tts.ts';
import { deepgramStt } from '../../../providers/deepgram/stt.ts';
import { deepgramTts } from '../../../providers/deepgram/tts.ts';
import { elevenLabsStt } from '../../../providers/elevenlabs/stt.ts';
import { elevenLabsTts } from '../../../providers/elevenlabs/tts.ts';
import { fishTts } from '../../../providers/fish/tts.ts';
import { googleTts } from '../../../providers/google/tts.ts';
import { openAiStt } from '../../../providers/openai/stt.ts';
import { openAiTts } from '../../../providers/openai/tts.ts';
import { pollyTts } from '../../../providers/polly/tts.ts';
import { rimeTts } from '../../../providers/rime/tts.ts';
import { sonioxStt } from '../../../providers/soniox/stt.ts';
import { speechmaticsStt } from '../../../providers/speechmatics/stt.ts';
import type { SpeechToText, TextToSpeech } from '../../../src/core/ports.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import { createAssemblyAiSttFake } from '../../fakes/assemblyai/stt.ts';
import { createAzureSttFake } from '../../fakes/azure/stt.ts';
import { createAzureTtsFake } from '../../fakes/azure/tts.ts';
import { createCartesiaFake } from '../../fakes/cartesia.ts';
import { createDeepgramFluxFake } from '../../fakes/deepgram/flux.ts';
import { createDeepgramFluxTtsFake } from '../../fakes/deepgram/fluxTts.ts';
import { createDeepgramSttFake } from '../../fakes/deepgram/stt.ts';
import { createDeepgramTtsFake } from '../../fakes/deepgram/tts.ts';
import { createElevenLabsFake } from '../../fakes/elevenlabs.ts';
import { createScribeFake } from '../../fakes/elevenlabs/scribe.ts';
import { createFishFake } from '../../fakes/fish.ts';
import { createAccount } from '../../fakes/google/account.ts';
import { createGoogleTtsFake } from '../../fakes/google.ts';
import type { FakeVendor } from '../../fakes/kit/fake.ts';
import { createOpenAiSttFake } from '../../fakes/openaiStt.ts';
import { createOpenAiTtsFake } from '../../fakes/openaiTts.ts';
import { ACCESS_KEY, createPollyFake } from '../../fakes/polly.ts';
import { createRimeFake } from '../../fakes/rime.ts';
import { createSonioxSttFake } from '../../fakes/soniox/stt.ts';
import { createSpeechmaticsFake } from '../../fakes/speechmatics.ts';

/** Name, the vendor's fake, and the adapter at its address. */
type Row<Port> = readonly [string, () => FakeVendor, (base_url: string, options: AdapterOptions) => Port];

const [secret, fake] = [{ api_key: 'secret' }, { api_key: 'fake-key' }];
const azure = { ...fake, region: 'westeurope' };
const account = createAccount();
const aws = { region: 'us-east-1', access_key_id: ACCESS_KEY.id, secret_access_key: ACCESS_KEY.secret } as const;
const flux = { stt: 'flux-general-en', tts: 'flux-haley-en' };

/** The recognisers that have a fake. A further one is a line. */
export const RECOGNISERS: readonly Row<SpeechToText>[] = [
  ['Deepgram Nova', createDeepgramSttFake, (base_url, options) => deepgramStt({ ...secret, base_url }, options)],
  [
    'Deepgram Flux',
    createDeepgramFluxFake,
    (base_url, options) => deepgramStt({ ...secret, base_url, model: flux.stt }, options),
  ],
  ['OpenAI, realtime', createOpenAiSttFake, (base_url, options) => openAiStt({ ...fake, base_url }, options)],
  [
    'OpenAI, HTTP',
    createOpenAiSttFake,
    (base_url, options) => openAiStt({ ...fake, base_url, endpoint: 'transcriptions' }, options),
  ],
  ['Azure', createAzureSttFake, (base_url, options) => azureStt({ ...azure, base_url }, options)],
  ['Soniox', createSonioxSttFake, (base_url, options) => sonioxStt({ ...secret, base_url }, options)],
  ['AssemblyAI', createAssemblyAiSttFake, (base_url, options) => assemblyAiStt({ ...secret, base_url }, options)],
  ['ElevenLabs Scribe', createScribeFake, (base_url, options) => elevenLabsStt({ ...fake, base_url }, options)],
  ['Speechmatics', createSpeechmaticsFake, (base_url, options) => speechmaticsStt({ ...fake, base_url }, options)],
];

/** The voices that have a fake. A further one is a line. */
export const VOICES: readonly Row<TextToSpeech>[] = [
  [
    'ElevenLabs',
    createElevenLabsFake,
    (base_url, options) => elevenLabsTts({ ...fake, base_url, encoding: 'pcm_24000' }, options),
  ],
  ['Cartesia', createCartesiaFake, (base_url, options) => cartesiaTts({ ...fake, base_url }, options)],
  ['Fish Audio', createFishFake, (base_url, options) => fishTts({ ...fake, base_url }, options)],
  ['Deepgram Aura', createDeepgramTtsFake, (base_url, options) => deepgramTts({ ...secret, base_url }, options)],
  [
    'Deepgram Flux',
    createDeepgramFluxTtsFake,
    (base_url, options) => deepgramTts({ ...secret, base_url, model: flux.tts }, options),
  ],
  ['Azure', createAzureTtsFake, (base_url, options) => azureTts({ ...azure, base_url }, options)],
  ['OpenAI, HTTP', createOpenAiTtsFake, (base_url, options) => openAiTts({ ...fake, base_url }, options)],
  [
    'Google, HTTP',
    () => createGoogleTtsFake({ account }),
    (base_url, options) => googleTts({ credentials: account.credentials, base_url }, options),
  ],
  ['Rime', createRimeFake, (base_url, options) => rimeTts({ ...fake, base_url }, options)],
  ['Polly, HTTP', createPollyFake, (base_url, options) => pollyTts({ ...aws, base_url }, options)],
];
