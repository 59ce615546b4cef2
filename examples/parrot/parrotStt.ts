import type { SpeechToText } from 'antiphon';
import {
  asText,
  bytesOfSamples,
  parseObject,
  createWebSocketStt,
  buildSocketUrl,
  type SttAction,
  type SttDialect,
  type AdapterOptions,
} from 'antiphon/providers';

export interface ParrotSettings {
  readonly api_key: string;
  /** Another address than Parrot's own. */
  readonly base_url?: string | undefined;
}

const SAMPLE_RATE = 16_000;

/** Speech to text by Parrot, a vendor that does not exist. */
export function parrotStt({ api_key, base_url }: ParrotSettings, options: AdapterOptions = {}): SpeechToText {
  const url = buildSocketUrl({ origin: 'wss://api.parrot.example', baseUrl: base_url, path: '/v1/hear' });
  return createWebSocketStt(
    {
      name: 'parrot',
      sampleRate: SAMPLE_RATE,
      interims: true,
      request: () => ({ url, headers: { authorization: `Bearer ${api_key}` } }),
      dialect,
      answerMs: 1000,
      silence: 'fails',
    },
    options,
  );
}

function dialect(): SttDialect {
  return {
    open: () => [send({ type: 'hello', rate: SAMPLE_RATE })],
    begin: (utterance) => [send({ type: 'speech', utterance })],
    audio: (_, samples) => [{ kind: 'send', frame: bytesOfSamples(samples) }],
    end: (utterance) => [send({ type: 'stop', utterance })],
    receive: (frame) => {
      const { type, utterance, text } = parseObject(frame) ?? {};
      if (type === 'welcome') return [{ kind: 'ready' }];
      if (typeof utterance !== 'number') return [];
      if (type === 'hearing') return [{ kind: 'interim', utterance, text: asText(text) }];
      if (type !== 'heard') return [];
      return [
        { kind: 'piece', utterance, text: asText(text) },
        { kind: 'done', utterance },
      ];
    },
  };
}

function send(message: object): SttAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
