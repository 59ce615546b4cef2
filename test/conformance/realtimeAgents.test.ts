import { createPlayer } from '../dialects/player.ts';
import { createMicrophone } from '../dialects/microphone.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { holdsTheConversation } from '../dialects/holdsTheConversation.ts';
import { sdk } from './kit.ts';

interface Session {
  connect(options: object): Promise<void>;
  sendAudio(audio: ArrayBufferLike): void;
  close(): void;
  on(event: string, listener: (event: { readonly data: ArrayBuffer }) => void): void;
  readonly transport: { on(event: 'disconnected', listener: (_: unknown) => void): void };
}

const { RealtimeAgent, RealtimeSession } = sdk('@openai/agents-realtime') as {
  RealtimeAgent: new (options: object) => object;
  RealtimeSession: new (agent: object, options: object) => Session;
};

const SAMPLE_RATE = 24_000;

const dialect: Dialect = {
  options: { realtime: {} },
  connect: async (url, { toneHz } = {}) => {
    const player = createPlayer();
    const session = new RealtimeSession(new RealtimeAgent({ name: 'guest' }), { transport: 'websocket' });
    session.on('audio', ({ data }) => player.play(data.byteLength / 2 / (SAMPLE_RATE / 1000)));
    session.on('audio_interrupted', () => player.clear());
    await session.connect({ apiKey: 'any', url: `${url.replace('http', 'ws')}/v1/realtime?model=reception` });
    const ended = new Promise((resolve) => session.transport.on('disconnected', resolve));
    const send = (samples: Int16Array): void => session.sendAudio(samples.slice().buffer);
    const microphone = createMicrophone(SAMPLE_RATE, send, { toneHz });
    return {
      ...microphone,
      playedMs: player.playedMs,
      ended,
      close: () => {
        microphone.stop();
        session.close();
      },
    };
  },
};

holdsTheConversation(DIALECTS.realtimeAgents, dialect);
