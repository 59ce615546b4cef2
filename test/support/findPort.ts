import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system gives to a connection or to a server that asks for any: only who looks for one here may take it meanwhile. */
const FIRST = 20_000;
const LAST = 32_000;

/** Finds a port of loopback that nobody listens at. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
