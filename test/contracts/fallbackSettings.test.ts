import { STT, TTS } from '../../providers/names.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { openPorts } from '../../src/session/config/ports.ts';
import { createSpeechToTextContract } from '../../src/testing/contracts/speechToTextContract.ts';
import { createTextToSpeechContract } from '../../src/testing/contracts/textToSpeechContract.ts';
import { createAzureSttFake } from '../fakes/azure/stt.ts';
import { createDeepgramFluxTtsFake } from '../fakes/deepgram/fluxTts.ts';
import { createDeepgramSttFake } from '../fakes/deepgram/stt.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { startFake, type FakeVendor, type InjectedFault } from '../fakes/kit/fake.ts';
import { shortest } from '../session/config/table.ts';
import { keeps } from './against.ts';

const api_key = 'fake-key';

interface Member {
  readonly vendor: () => FakeVendor;
  readonly fault?: InjectedFault;
}

/** Runs two vendors, of which one does the work. The first counts for what the contract asks of the server. */
async function serve(members: readonly Member[]) {
  const servers = await Promise.all(members.map(({ vendor, fault }) => startFake(vendor(), { fault })));
  return {
    origins: servers.map(({ origin }) => origin),
    subject: {
      closed: async () => void (await Promise.all(servers.map((server) => server.idle()))),
      dispose: async () => void (await Promise.all(servers.map((server) => server.close()))),
      violations: () => servers.flatMap(({ violations }) => violations),
      attempts: () => 1,
    },
    fallSilent: () => servers.forEach((server) => server.mute()),
  };
}

const WORKING: readonly (readonly [who: string, first: { readonly fault?: InjectedFault }])[] = [
  ['the first', {}],
  ['the second', { fault: 'refuses the key' }],
];

for (const [who, first] of WORKING) {
  keeps(
    `STT.Fallback keeps the contract of SpeechToText when ${who} does the work`,
    createSpeechToTextContract(async () => {
      const { origins, ...rest } = await serve([
        { vendor: createDeepgramSttFake, ...first },
        { vendor: createAzureSttFake },
      ]);
      const [deepgram = '', azure = ''] = origins;
      const fallback = STT.Fallback([
        STT.Deepgram({ api_key, base_url: deepgram }),
        STT.Azure({ api_key, region: 'westeurope', base_url: azure }),
      ]);
      const { stt } = openPorts(parseConfig({ ...shortest, stt: fallback }));
      return { ...rest.subject, fallSilent: rest.fallSilent, stt };
    }),
  );

  keeps(
    `TTS.Fallback keeps the contract of TextToSpeech when ${who} does the work`,
    createTextToSpeechContract(async () => {
      const { origins, subject } = await serve([
        { vendor: createDeepgramFluxTtsFake, ...first },
        { vendor: createElevenLabsFake },
      ]);
      const [deepgram = '', elevenlabs = ''] = origins;
      const fallback = TTS.Fallback([
        TTS.Deepgram({ api_key, base_url: deepgram, model: 'flux-haley-en' }),
        TTS.ElevenLabs({ api_key, base_url: elevenlabs, encoding: 'pcm_24000' }),
      ]);
      return { ...subject, tts: openPorts(parseConfig({ ...shortest, tts: fallback })).tts };
    }),
  );
}
