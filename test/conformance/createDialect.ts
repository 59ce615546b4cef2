import type { Dialect } from '../dialects/dialect.ts';
import { createMicrophone } from '../dialects/microphone.ts';
import { SAMPLE_RATE, type ClientKind } from './realtimeClients.ts';

/** Creates the dialect of an official client, whose microphone is a tone. */
export function createDialect({ options, connect }: ClientKind): Dialect {
  return {
    options,
    connect: async (url, { toneHz } = {}) => {
      const client = await connect(url);
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
