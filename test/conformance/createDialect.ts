import type { Dialect } from '../dialects/dialect.ts';
import { createMicrophone } from '../dialects/microphone.ts';
import { SAMPLE_RATE, type ClientKind } from './realtimeClients.ts';

/** Creates the dialect of an official client, whose microphone is a tone. */
export function createDialect({ options, connect }: ClientKind): Dialect {
  return {
    options,
    connect: async (url, { toneHz, hear } = {}) => {
      const play = (samples: Int16Array): void => hear?.(samples, SAMPLE_RATE);
      const client = await connect(url, undefined, play);
      const microphone = createMicrophone(SAMPLE_RATE, client.send, { toneHz });
      return {
        ...microphone,
        playedMs: client.playedMs,
        ended: client.ended,
        close: () => {
          microphone.stop();
          client.close();
        },
      };
    },
  };
}
