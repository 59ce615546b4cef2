import { expect, test } from 'vitest';
import { joinOverRtc, serveRtc } from './serveRtc.ts';

interface Sockets {
  readonly connection: { readonly protocols: readonly { close(): Promise<void> }[] };
}

test('a client whose network is gone is disconnected after 30 s', async () => {
  const server = await serveRtc();
  const client = await joinOverRtc(server);
  for (const transport of client.connection.iceTransports)
    for (const socket of (transport as unknown as Sockets).connection.protocols) await socket.close();
  expect(await server.endOf(client.session)).toBe('disconnected');
});
