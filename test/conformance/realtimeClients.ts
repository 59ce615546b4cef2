import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WebSocket } from 'ws';
import type { ServeOptions } from '../../src/server/serve.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { createPlayer } from '../dialects/player.ts';
import { sdk } from './kit.ts';

/** An event of the server. */
export type ServerEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** An official client in a session, without its microphone. */
export interface RealtimeClient {
  /** Sends audio of the user at `SAMPLE_RATE`. */
  send(samples: Int16Array): void;
  /** Asks for an item as it is now. */
  retrieve(itemId: string): void;
  playedMs(): number;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<unknown>;
  close(): void;
}

/** How an official client is run. */
export interface ClientKind {
  /** Options of the server. */
  readonly options: Partial<ServeOptions>;
  /** Connects. `hear` gets every event of the server, and `play` the audio to play. */
  connect(
    url: string,
    hear?: (event: ServerEvent) => void,
    play?: (samples: Int16Array) => void,
  ): Promise<RealtimeClient>;
}

export const SAMPLE_RATE = 24_000;

interface Realtime {
  on(type: 'event', hear: (event: ServerEvent) => void): void;
  send(event: object): void;
  close(): void;
  readonly socket: WebSocket;
}

interface OpenAiPackage {
  readonly OpenAI: new (options: object) => object;
  readonly OpenAIRealtimeWS: new (options: object, client: object) => Realtime;
}

interface AgentsSession {
  connect(options: object): Promise<void>;
  sendAudio(audio: ArrayBufferLike): void;
  close(): void;
  on(event: string, listener: (event: { readonly data: ArrayBuffer }) => void): void;
  readonly transport: {
    on(event: 'disconnected', listener: (_: unknown) => void): void;
    sendEvent(event: object): void;
    on(event: '*', listener: (event: ServerEvent) => void): void;
  };
}

const own = createRequire(new URL('../../package.json', import.meta.url));
const earlier = { ...own('openai'), ...own('openai/realtime/ws') } as OpenAiPackage;
const latest = { ...(sdk('openai') as object), ...(sdk('openai/realtime/ws') as object) } as OpenAiPackage;
const { RealtimeAgent, RealtimeSession } = sdk('@openai/agents-realtime') as {
  RealtimeAgent: new (options: object) => object;
  RealtimeSession: new (agent: object, options: object) => AgentsSession;
};
const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
  readFileSync(new URL(`../server/tls/${name}`, import.meta.url), 'utf8'),
) as [string, string];

export const openAi6: ClientKind = createOpenAi(earlier);
export const openAi7: ClientKind = createOpenAi(latest);

/** A client that stops playing at `speech_started`, over TLS: this class of the SDK has no other. */
function createOpenAi({ OpenAI, OpenAIRealtimeWS }: OpenAiPackage): ClientKind {
  return {
    options: { realtime: {}, tls: { cert, key } },
    connect: async (url, hear = () => {}, play = () => {}) => {
      const client = new OpenAI({ apiKey: 'any', baseURL: `${url}/v1` });
      const realtime = new OpenAIRealtimeWS({ model: 'reception', options: { ca: cert } }, client);
      const player = createPlayer();
      realtime.on('event', (event) => {
        if (event.type === 'input_audio_buffer.speech_started') player.clear();
        if (event.type === 'response.output_audio.delta') {
          const samples = samplesOf(Buffer.from(String(event['delta']), 'base64'));
          player.play(msOf(samples));
          play(samples);
        }
        hear(event);
      });
      await once(realtime.socket, 'open');
      return {
        send: (samples) =>
          realtime.send({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(samples)) }),
        retrieve: (item_id) => realtime.send({ type: 'conversation.item.retrieve', item_id }),
        playedMs: player.playedMs,
        ended: once(realtime.socket, 'close'),
        close: () => realtime.close(),
      };
    },
  };
}

/** The Agents SDK, which says itself what to play and when to stop. */
export const agents: ClientKind = {
  options: { realtime: {} },
  connect: async (url, hear = () => {}, play = () => {}) => {
    const player = createPlayer();
    const session = new RealtimeSession(new RealtimeAgent({ name: 'guest' }), { transport: 'websocket' });
    session.on('audio', ({ data }) => {
      player.play(msOf(data));
      play(samplesOf(data));
    });
    session.on('audio_interrupted', () => player.clear());
    session.transport.on('*', hear);
    await session.connect({ apiKey: 'any', url: `${url.replace('http', 'ws')}/v1/realtime?model=reception` });
    return {
      send: (samples) => session.sendAudio(samples.slice().buffer),
      retrieve: (item_id) => session.transport.sendEvent({ type: 'conversation.item.retrieve', item_id }),
      playedMs: player.playedMs,
      ended: new Promise((resolve) => session.transport.on('disconnected', resolve)),
      close: () => session.close(),
    };
  },
};

function samplesOf(bytes: ArrayBuffer | Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(new Uint8Array(bytes)).buffer);
}

function msOf({ byteLength }: { readonly byteLength: number }): number {
  return byteLength / 2 / (SAMPLE_RATE / 1000);
}
