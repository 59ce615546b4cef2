import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { serve, type StartSessionResponse } from 'antiphon/server';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { concierge } from '../../examples/concierge/agent.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('with the Vite config of docs/client.md a page of Vite starts a session and joins it', async () => {
  const server = await serve({ agent: concierge, page: false, port: 0 });
  onTestFinished(() => server.close());
  const page = await developing(await documentedConfig(server.url));

  const response = await fetch(`${page}/v1/sessions`, { method: 'POST', headers: { origin: page } });
  expect(response.status).toBe(201);
  const { transport } = (await response.json()) as StartSessionResponse;
  expect(new URL(transport.url).host).toBe(new URL(page).host);

  const { url, protocol, token } = transport;
  const socket = new WebSocket(url, [protocol, `antiphon.token.${token}`], { origin: page });
  onTestFinished(() => socket.terminate());
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(first.toString())).toMatchObject({ type: 'session.started' });
});

/** Where a page is served by Vite with that config. */
async function developing(configFile: string): Promise<string> {
  const vite = await createServer({
    configFile,
    root: join(configFile, '..'),
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const [url = ''] = vite.resolvedUrls?.local ?? [];
  return url.replace(/\/$/u, '');
}

/** The config as it is documented, for a server elsewhere. */
async function documentedConfig(server: string): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/client.md'), 'utf8');
  const [, config = ''] = /```js\n(import \{ defineConfig \}[^]*?)```/u.exec(text) ?? [];
  const folder = join(ROOT, '.cache/vite-proxy');
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'vite.config.mjs');
  await writeFile(file, config.replace('http://127.0.0.1:3000', server));
  return file;
}
