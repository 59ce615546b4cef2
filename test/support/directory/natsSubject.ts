import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { findEngine } from '../../../scripts/engines.mjs';
import { createNatsDirectory } from '../../../src/directory/nats/natsDirectory.ts';
import type { DirectoryOptions } from '../../../src/directory/options.ts';
import type { EngineCommand } from './engineServer.ts';
import { createEngineSubject, type EngineSubject, type TestEngine } from './engineSubject.ts';

const MEMORY = 8 * 1024 * 1024;
const FILLER = 'filler';

/** Debian's `nats-server`, with JetStream. */
export const NATS: EngineCommand = {
  command: findEngine('nats-server') ?? 'nats-server',
  args: (port, folder) => ['-a', '127.0.0.1', '-p', `${port}`, '-c', writeConfiguration(folder)],
  ready: 'Server is ready',
};

/** Creates a directory on a `nats-server` of its own. */
export function createNatsSubject(options?: DirectoryOptions): Promise<EngineSubject> {
  const engine: TestEngine = {
    ...NATS,
    connect: (port, given) => createNatsDirectory({ url: `nats://127.0.0.1:${port}`, ...given }),
    fill: (port) => withConnection(port, fill),
    free: (port) =>
      withConnection(port, async (connection) => {
        await (await jetstreamManager(connection)).streams.delete(FILLER);
      }),
  };
  return createEngineSubject(engine, options);
}

function writeConfiguration(folder: string): string {
  const path = join(folder, 'nats.conf');
  writeFileSync(path, `jetstream { store_dir: "${folder}", max_memory_store: ${MEMORY} }\n`);
  return path;
}

/** Stores messages, each half the size of the one before, until not even the smallest one is taken. */
async function fill(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: FILLER, subjects: [FILLER], storage: StorageType.Memory });
  const client = jetstream(connection);
  for (let size = 512 * 1024; size >= 1; size = Math.floor(size / 2)) {
    const isTaken = (): Promise<boolean> =>
      client.publish(FILLER, new Uint8Array(size)).then(
        () => true,
        () => false,
      );
    while (await isTaken());
  }
}

export async function withConnection(port: number, work: (connection: NatsConnection) => Promise<void>): Promise<void> {
  const connection = await connect({ servers: `127.0.0.1:${port}` });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}
