import type { TextToSpeech } from 'antiphon';
import {
  asText,
  fromBase64,
  parseObject,
  pcm16,
  buildSocketUrl,
  createWebSocketTts,
  type TtsAction,
  type TtsDialect,
  type AdapterOptions,
} from 'antiphon/providers';
import type { ParrotSettings } from './parrotStt.ts';

/** Text to speech by Parrot, a vendor that does not exist. */
export function parrotTts({ api_key, base_url }: ParrotSettings, options: AdapterOptions = {}): TextToSpeech {
  const url = buildSocketUrl({ origin: 'wss://api.parrot.example', baseUrl: base_url, path: '/v1/say' });
  return createWebSocketTts(
    {
      name: 'parrot',
      sampleRate: 24_000,
      accepts: 'tokens',
      language: 'en',
      request: () => ({ url, headers: { authorization: `Bearer ${api_key}` } }),
      dialect,
      decoder: pcm16,
      maxConcurrent: 4,
    },
    options,
  );
}

function dialect(): TtsDialect {
  return {
    open: () => [{ kind: 'ready' }],
    begin: () => [],
    text: (utterance, text) => [send({ type: 'say', utterance, text })],
    flush: (utterance) => [send({ type: 'flush', utterance })],
    end: (utterance) => [send({ type: 'finish', utterance })],
    // Its audio carries the utterance: what still comes of this one cannot be taken for another's.
    cancel: (utterance) => [send({ type: 'hush', utterance }), { kind: 'released', utterance }],
    receive: (frame) => {
      const { type, utterance, audio } = parseObject(frame) ?? {};
      if (typeof utterance !== 'number') return [];
      if (type === 'sound') return [{ kind: 'audio', utterance, bytes: fromBase64(asText(audio)) }];
      if (type === 'flushed') return [{ kind: 'flushed', utterance }];
      return type === 'finished' ? [{ kind: 'done', utterance }] : [];
    },
  };
}

function send(message: object): TtsAction {
  return { kind: 'send', frame: JSON.stringify(message) };
}
