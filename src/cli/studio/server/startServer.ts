import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AntiphonError } from '../../../core/errors.ts';
import { createListener, type ListenerOptions } from './listener.ts';

export interface StudioServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

export interface Listening {
  readonly host: string;
  /** The port; 0 selects a free one. */
  readonly port: number;
}

/** Time for a client to send its headers, in ms. */
const HEADERS_MS = 10_000;

/**
 * Starts the server.
 *
 * @throws (rejects with) AntiphonError `usage_invalid` if it cannot listen
 */
export async function startServer(
  { host, port }: Listening,
  options: Omit<ListenerOptions, 'port'>,
): Promise<StudioServer> {
  let actual = port;
  const listener = createListener({ ...options, port: () => actual });
  const server = createServer(
    { maxHeaderSize: 16_384, headersTimeout: HEADERS_MS, requestTimeout: HEADERS_MS },
    listener,
  );
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `studio: cannot listen on ${host}:${port}`, { cause });
  }
  actual = (server.address() as AddressInfo).port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
