import { azureSpeechModel } from '../../../providers/azure/speechModel/speechModel.ts';
import { openAiSpeechModel } from '../../../providers/openai/speechModel/speechModel.ts';
import { xaiSpeechModel } from '../../../providers/xai/speechModel.ts';
import type { SpeechToSpeech } from '../../../src/core/speechToSpeech.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import type { ServiceName } from '../../fakes/openaiConversation/services.ts';

const api_key = 'fake-key';

interface Service {
  readonly name: string;
  readonly create: (options: AdapterOptions) => SpeechToSpeech;
}

/** The services whose adapters hold the conversation. */
export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  openai: { name: '`SpeechModel.OpenAI`', create: (options) => openAiSpeechModel({ api_key }, options) },
  azure: {
    name: '`SpeechModel.Azure`',
    create: (options) =>
      azureSpeechModel({ api_key, endpoint: 'https://a.services.ai.azure.com', model: 'gpt-realtime-2.1' }, options),
  },
  xai: { name: '`SpeechModel.XAI`', create: (options) => xaiSpeechModel({ api_key }, options) },
};
