import { expect, test } from 'vitest';
import { openResources } from '../../server/faults/openResources.ts';
import { joinOverRtc, serveRtc, type JoinedClient } from './serveRtc.ts';
import { untilNothingIsOpen } from './untilNothingIsOpen.ts';

interface Sockets {
  readonly connection: { readonly protocols: readonly { close(): Promise<void> }[] };
}

/** Ends of a connection that nobody announces: the client no longer consents to what is sent. */
const SILENT_ENDS: readonly { readonly name: string; end(client: JoinedClient): Promise<void> }[] = [
  {
    name: 'the network of the client is gone',
    end: async ({ connection }) => {
      for (const transport of connection.iceTransports)
        for (const socket of (transport as unknown as Sockets).connection.protocols) await socket.close();
    },
  },
  { name: 'the client closes its connection without a word', end: ({ connection }) => connection.close() },
];

test.each(SILENT_ENDS)('when $name, it is disconnected after 30 s, and nothing is left', async ({ end }) => {
  const before = openResources();
  const server = await serveRtc();
  const client = await joinOverRtc(server);
  await end(client);
  expect(await server.endOf(client.session)).toBe('disconnected');
  await client.connection.close();
  await untilNothingIsOpen(server, before);
});
