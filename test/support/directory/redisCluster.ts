import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findPort } from '../findPort.ts';
import { startEngineServer, type EngineCommand, type EngineServer } from './engineServer.ts';

const SLOTS = 16_384;

/** Starts a cluster of three servers, each with a third of the slots. */
export async function startRedisCluster(command: EngineCommand): Promise<readonly EngineServer[]> {
  const buses = [await findPort(), await findPort(), await findPort()];
  const servers = await Promise.all(
    buses.map((bus) =>
      startEngineServer({
        ...command,
        args: (port, folder) => [...command.args(port, folder), '--cluster-enabled', 'yes', '--cluster-port', `${bus}`],
      }),
    ),
  );
  const clients = servers.map(({ port }) => new Redis(port, '127.0.0.1'));
  for (const [at, client] of clients.entries()) {
    const [from, to] = [Math.floor((SLOTS * at) / 3), Math.floor((SLOTS * (at + 1)) / 3) - 1];
    await client.call('CLUSTER', 'ADDSLOTSRANGE', from, to);
    await client.call('CLUSTER', 'MEET', '127.0.0.1', servers[0]?.port ?? 0, buses[0] ?? 0);
  }
  for (const client of clients) while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  for (const client of clients) {
    client.disconnect();
    await once(client, 'end');
  }
  return servers;
}
