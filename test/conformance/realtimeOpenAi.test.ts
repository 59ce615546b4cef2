import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { createMicrophone } from '../dialects/microphone.ts';
import { createPlayer } from '../dialects/player.ts';
import { sdk } from './kit.ts';

interface Realtime {
  on(type: 'response.output_audio.delta', hear: (event: { readonly delta: string }) => void): void;
  on(type: 'input_audio_buffer.speech_started', hear: () => void): void;
  send(event: object): void;
  close(): void;
  readonly socket: WebSocket;
}

interface Package {
  readonly OpenAI: new (options: object) => object;
  readonly OpenAIRealtimeWS: new (options: object, client: object) => Realtime;
}

const own = createRequire(new URL('../../package.json', import.meta.url));
const earlier = { ...own('openai'), ...own('openai/realtime/ws') } as Package;
const latest = { ...(sdk('openai') as object), ...(sdk('openai/realtime/ws') as object) } as Package;

const SAMPLE_RATE = 24_000;
const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
  readFileSync(new URL(`../server/tls/${name}`, import.meta.url), 'utf8'),
) as [string, string];

/** A client that stops playing at `speech_started`, over TLS: this class of the SDK has no other. */
function createDialect({ OpenAI, OpenAIRealtimeWS }: Package): Dialect {
  return {
    options: { realtime: {}, tls: { cert, key } },
    connect: async (url, { toneHz } = {}) => {
      const client = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1` });
      const realtime = new OpenAIRealtimeWS({ model: 'reception', options: { ca: cert } }, client);
      const player = createPlayer();
      realtime.on('input_audio_buffer.speech_started', () => player.clear());
      realtime.on('response.output_audio.delta', ({ delta }) =>
        player.play(Buffer.from(delta, 'base64').length / 2 / (SAMPLE_RATE / 1000)),
      );
      await once(realtime.socket, 'open');
      const send = (samples: Int16Array): void =>
        realtime.send({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(samples)) });
      const microphone = createMicrophone(SAMPLE_RATE, send, { toneHz });
      return {
        ...microphone,
        playedMs: player.playedMs,
        ended: once(realtime.socket, 'close'),
        close: () => {
          microphone.stop();
          realtime.close();
        },
      };
    },
  };
}

holdsTheConversation(DIALECTS.realtimeOpenAi6, createDialect(earlier));
holdsTheConversation(DIALECTS.realtimeOpenAi7, createDialect(latest));
