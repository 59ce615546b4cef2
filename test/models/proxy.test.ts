import { once } from 'node:events';
import { createServer, request as requestThrough, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { pullModel } from '../../src/models/pull/pullModel.ts';
import { createArchive } from './support/archive.ts';
import { serveFile, type FileServer } from './support/fileServer.ts';
import { createModel, createOptions } from './support/pull.ts';

/** Starts a proxy that knows `CONNECT` and plain requests. Returns its address and the hosts that were asked for. */
async function startProxy(): Promise<{ readonly url: string; readonly hosts: string[] }> {
  const hosts: string[] = [];
  const sockets: Socket[] = [];
  const proxy = createServer((request, response) => {
    const { host, pathname } = new URL(request.url ?? '');
    hosts.push(host);
    const [hostname, port] = host.split(':');
    const forwarded = requestThrough({ hostname, port, path: pathname, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    hosts.push(url);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) one.on('error', () => {});
    sockets.push(socket, target);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, hosts };
}

async function serveArchive(): Promise<{ readonly server: FileServer; readonly archive: Buffer }> {
  const archive = await createArchive([{ name: 'model/tokens.txt', content: 'a b' }]);
  const server = await serveFile(() => archive);
  onTestFinished(() => server.close());
  return { server, archive };
}

test('a pull goes through the proxy of HTTP_PROXY', async () => {
  const { server, archive } = await serveArchive();
  const proxy = await startProxy();
  await pullModel(createModel(server.url, archive), createOptions({ env: { HTTP_PROXY: proxy.url } }));
  expect(proxy.hosts).toEqual([server.url.replace('http://', '')]);
});

test('a pull goes around the proxy to the hosts of NO_PROXY', async () => {
  const { server, archive } = await serveArchive();
  const proxy = await startProxy();
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' };
  await pullModel(createModel(server.url, archive), createOptions({ env }));
  expect(proxy.hosts).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test('a pull takes the file from the mirror of ANTIPHON_MODELS_URL', async () => {
  const { server, archive } = await serveArchive();
  const env = { ANTIPHON_MODELS_URL: `${server.url}/mirror/` };
  await pullModel(createModel('https://models.invalid/releases', archive), createOptions({ env }));
  expect(server.requests).toEqual(['/mirror/model.tar.bz2']);
});

test.each(['ftp://mirror', 'mirror', 'https://mirror/?a=b', 'https://user:secret@mirror/'])(
  'a mirror at %s is refused',
  async (mirror) => {
    const { archive } = await serveArchive();
    const options = createOptions({ env: { ANTIPHON_MODELS_URL: mirror } });
    await expect(pullModel(createModel('https://models.invalid', archive), options)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: 'ANTIPHON_MODELS_URL: expected an address with http or https, without a user or a query',
    });
  },
);
