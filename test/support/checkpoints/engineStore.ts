import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckpointStore } from '../../../src/core/checkpointStore.ts';
import { withinTime } from '../../../src/testing/contracts/assertions.ts';
import type { CheckpointStoreSubject } from '../../../src/testing/contracts/checkpointStoreContract.ts';
import { startEngineServer, type EngineCommand } from '../directory/engineServer.ts';
import { createTcpProxy } from '../directory/tcpProxy.ts';

/** A store on a server of its own, behind a proxy that knows of open connections. */
export async function createEngineStoreSubject(
  engine: EngineCommand,
  connect: (port: number) => CheckpointStore,
): Promise<CheckpointStoreSubject> {
  const server = await startEngineServer(engine);
  const proxy = await createTcpProxy(server.port);
  const stores: CheckpointStore[] = [];
  return {
    open: () => {
      const store = connect(proxy.port);
      stores.push(store);
      return store;
    },
    stop: server.stop,
    start: server.start,
    pause: () => sleep(20),
    closed: async () => {
      for (const store of stores) await store.close();
      await withinTime('that there is no connection', proxy.unused(), undefined, 30_000);
    },
    dispose: async () => {
      for (const store of stores) await store.close();
      await proxy.close();
      await server.dispose();
    },
  };
}
