import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { serve, type RunningServer, type ServeOptions } from '../../../src/server/serve.ts';
import { untilClosed } from '../../support/untilClosed.ts';
import { doubled } from '../support.ts';

/** A server that is closed when the test is over. */
export async function serving(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve({ ...doubled(), port: 0, logger: false, page: false, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A connection to a server, from one of the addresses of loopback. */
export function dial({ url }: RunningServer, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything that the server says until it closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  await untilClosed(socket);
  return text;
}

/** Sends a request as it is, and reads until the server closes the connection. */
export function exchange(server: RunningServer, request: string): Promise<string> {
  const socket = dial(server);
  socket.write(request);
  return readToEnd(socket);
}

/** Whether the server keeps a new connection: it answers a request on it. */
export async function isKept(socket: Socket): Promise<boolean> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answered = new Promise<string>((resolve) => void socket.once('data', (data) => resolve(data.toString())));
  const answer = await Promise.race([answered, untilClosed(socket).then(() => '')]);
  return answer.startsWith('HTTP/1.1 200');
}
