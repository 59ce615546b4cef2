import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastify, type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLoopback } from '../../src/server/addresses/publicUrl.ts';
import { demoPage, type PageText } from '../../src/server/demo/demoPage.ts';
import { serve, type RunningServer, type ServeOptions } from '../../src/server/serve.ts';
import { untilClosed } from '../support/untilClosed.ts';
import { doubled } from './support.ts';

async function serving(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve({ ...doubled(), port: 0, logger: false, ...options });
  onTestFinished(() => server.close());
  return server;
}

describe('serve', () => {
  it('listens at the printed address, and serves sessions', async () => {
    const { url } = await serving();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    expect((await fetch(`${url}/v1/sessions`, { method: 'POST' })).status).toBe(201);
  });

  it('answers as problem+json where there is nothing', async () => {
    const response = await fetch(`${(await serving()).url}/nowhere`);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('stops listening when it is closed', async () => {
    const { url, close } = await serving();
    await close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('does not wait for a client that never finishes its request', async () => {
    const { url, close } = await serving();
    const idler = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void idler.destroy());
    idler.write('POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n');
    await once(idler, 'data');
    const left = untilClosed(idler);
    await close();
    await left;
  });

  it('refuses a host that others can reach, with the reason', async () => {
    await expect(serving({ host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringMatching(/^host 0\.0\.0\.0: this server does not identify its callers/u),
    });
  });

  it.each<[string, object]>([
    ['agent.on_user_speaking', { on_user_speaking: () => {} }],
    ['agent.llm_response_handler', { llm_response_handler: undefined }],
    ['agent.configure_session', { configure_session: undefined }],
  ])('refuses an agent that no session can start with: %s', async (path, fields) => {
    const agent = { ...doubled().agent, ...fields } as ServeOptions['agent'];
    await expect(serving({ agent })).rejects.toMatchObject({ code: 'usage_invalid', details: { path } });
  });

  it('reports that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(serving({ port })).rejects.toMatchObject({
      code: 'usage_invalid',
      message: `port ${port} of 127.0.0.1: it is in use by another program; choose another port`,
    });
  });

  it('reports that a port is invalid', async () => {
    await expect(serving({ port: 70_000 })).rejects.toMatchObject({ code: 'usage_invalid' });
  });

  it('is not at the service of a name that was made to point here', async () => {
    const { url } = await serving();
    const rebound = await raw(url, 'evil.example');
    expect(rebound).toMatch(/^HTTP\/1\.1 403 /u);
    expect(rebound).toContain('"code":"host_not_allowed"');
    expect(await raw(url, `localhost:${new URL(url).port}`)).toMatch(/^HTTP\/1\.1 200 /u);
  });
});

describe('loopback', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.0.1', '127.0.0.1.example', 'localhost.example', '128.0.0.1', ''])(
    'is not "%s"',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('the page', () => {
  it('is there, with what it is made of, and nothing else', async () => {
    const app = await pageOf({
      'page/index.html': '<h1>Talk</h1>',
      'page/main.js': 'export {};',
      'client/call.js': 'export {};',
      'server/serve.js': 'secret',
      'page/main.d.ts': 'secret',
      'core/errors.js': 'secret',
    });
    const answer = await app.inject('/');
    expect([answer.body, answer.headers['content-type']]).toEqual(['<h1>Talk</h1>', 'text/html; charset=utf-8']);
    expect((await app.inject('/assets/page/main.js')).headers['content-type']).toMatch(/^application\/javascript/u);
    expect((await app.inject('/assets/client/call.js')).statusCode).toBe(200);
    const hidden = [
      'server/serve.js',
      'core/errors.js',
      'page/main.d.ts',
      'page/../server/serve.js',
      'page/..%2fserver/serve.js',
      'page/',
    ];
    for (const path of hidden) expect([path, (await app.inject(`/assets/${path}`)).statusCode]).toEqual([path, 404]);
    // As it is sent: `inject` resolves dots.
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    for (const path of ['page/%2e%2e/server/serve.js', 'page/..%2fserver/serve.js', 'client/%2E./server/serve.js']) {
      const asked = get({ port, host: '127.0.0.1', path: `/assets/${path}`, headers: { host: `127.0.0.1:${port}` } });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
  });

  it('loads from its own origin only', async () => {
    const { headers } = await (await pageOf({ 'page/index.html': '' })).inject('/');
    expect(headers['content-security-policy']).toMatch(/^default-src 'self';/u);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('shows who answers and the phrases of the agent, as text', async () => {
    const html = '<p><!-- about --></p><ul><!-- phrases --></ul>';
    const app = await pageOf({ 'page/index.html': html }, { about: 'Tom & <i>Co</i>', phrases: ['hello', 'stop'] });
    expect((await app.inject('/')).body).toBe(
      '<p>Tom &#38; &#60;i&#62;Co&#60;/i&#62;</p><ul>' +
        '<li><button class="phrase" type="button">hello</button></li><li><button class="phrase" type="button">stop</button></li></ul>',
    );
  });

  it('shows the engines of the agent, as text', async () => {
    const html = '<dl><!-- engines --></dl>';
    const app = await pageOf({ 'page/index.html': html }, { engines: { hears: 'deepgram', speaks: '<b>' } });
    expect((await app.inject('/')).body).toBe(
      '<dl><div><dt>hears</dt><dd>deepgram</dd></div><div><dt>speaks</dt><dd>&#60;b&#62;</dd></div></dl>',
    );
  });

  it('leads a browser on this machine to the recording of its call in Studio', async () => {
    const studio = (session: string): string => `http://127.0.0.1:1/#token=t&call=${session}.jsonl`;
    const app = await pageOf({ 'page/index.html': '<p><!-- studio --></p>' }, { studio });
    expect((await app.inject('/')).body).toContain('hidden>Open in Studio</a>');
    const { statusCode, headers } = await app.inject('/studio/ses_1');
    expect([statusCode, headers.location]).toEqual([302, 'http://127.0.0.1:1/#token=t&call=ses_1.jsonl']);
    const elsewhere = await app.inject({ url: '/studio/ses_1', remoteAddress: '192.0.2.7' });
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([404, undefined]);
  });

  it('shows nothing where the server knows nothing', async () => {
    const { url } = await serving();
    const html = await (await fetch(url)).text();
    expect(html).toContain('<p class="about"></p>');
    expect(html).toContain('<dl class="engines" aria-label="Engines"></dl>');
    expect(html).toContain('<ul id="phrases"></ul>');
  });

  it('can be left out', async () => {
    const { url } = await serving({ page: false });
    expect((await fetch(url)).status).toBe(404);
  });
});

async function pageOf(files: Readonly<Record<string, string>>, text: PageText = {}): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'antiphon-page-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await app.register(demoPage, { root: pathToFileURL(`${folder}/`), ...text });
  return app;
}

/** What a server answers to a request for a host of this name: fetch would not send it. */
async function raw(url: string, host: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
