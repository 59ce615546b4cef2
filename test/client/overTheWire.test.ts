import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openSocket } from '../../src/client/openSocket.ts';
import { createSessionSocket } from '../../src/client/sessionSocket.ts';
import { startNode, testDirectory } from '../server/cluster/support.ts';
import { appWith, listening, startSession } from '../server/support.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('the client of the browser, over real sockets', () => {
  it('begins its session when its first connection breaks before session.started', async () => {
    const app = await appWith();
    const way = await openWay(await listening(app));
    way.breakAfterUpgrade();
    const client = await join(await startSession(app), way.port);
    await client.happens('session.started');
    expect(client.types).toEqual(['session.resumed', 'session.started']);
    expect(client.events).toEqual(['reconnecting', 'resumed']);
  });

  it('knows that its server was restarted long before resume_timeout is over', async () => {
    const [app, restarted] = [await appWith({ resume_timeout: 600 }), await appWith()];
    const way = await openWay(await listening(app));
    const client = await join(await startSession(app), way.port);
    await client.happens('session.started');
    way.leadTo(await listening(restarted));
    await client.happens('closed 4404');
    expect(client.events).toEqual(['reconnecting', 'closed 4404']);
  });

  it('begins its session on the node that has it when its first connection comes to another one', async () => {
    const known = testDirectory();
    const [a, b] = [await startNode(known, 'a', { max_sessions: 1 }), await startNode(known, 'b')];
    const client = await join(await startSession(b.app), Number(a.url.port));
    await client.happens('session.started');
    expect(new URL(client.url).host).toBe(b.url.host);
  });

  it('looks for its session when its node has lost it to another one', async () => {
    const known = testDirectory();
    const { app, url } = await startNode(known, 'a');
    const session = await startSession(app);
    const client = await join(session, Number(url.port));
    await client.happens('session.started');
    known.loseTo('b', session.session_id);
    await client.happens('reconnecting');
  });
});

interface Way {
  readonly port: number;
  /** Breaks the next connection as soon as the client has the answer to its handshake, and nothing behind it. */
  breakAfterUpgrade(): void;
  /** Breaks all connections, and leads to another server. */
  leadTo(at: URL): void;
}

/** A way to a server, which breaks. */
async function openWay(first: URL): Promise<Way> {
  let to = first;
  let breaks = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    client.pipe(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    if (!breaks) return void upstream.pipe(client);
    breaks = false;
    upstream.once('data', (data: Buffer) => client.end(data.subarray(0, data.indexOf('\r\n\r\n') + 4)));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    breakAfterUpgrade: () => void (breaks = true),
    leadTo: (at) => {
      to = at;
      cut();
    },
  };
}

/** As in a browser, no message comes before what follows from the opening has happened. */
class BrowserSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols);
    this.on('error', () => undefined);
    this.once('open', () => {
      this.pause();
      setImmediate(() => this.resume());
    });
  }
}

interface Client {
  /** Where the session was found. */
  readonly url: string;
  readonly types: readonly string[];
  readonly events: readonly string[];
  /** Resolves when a message of this type has come, or an event. */
  happens(what: string): Promise<void>;
}

async function join(
  { session_id, transport }: Awaited<ReturnType<typeof startSession>>,
  port: number,
): Promise<Client> {
  vi.stubGlobal('WebSocket', BrowserSocket);
  vi.stubGlobal('navigator', {});
  const life = new AbortController();
  onTestFinished(() => life.abort());
  const { signal: lifetime } = life;
  const address = `ws://127.0.0.1:${port}/v1/sessions/${session_id}/media`;
  const { webSocket, url } = await openSocket({ ...transport, url: address }, lifetime);
  const types: string[] = [];
  const events: string[] = [];
  const happened = new EventEmitter();
  const add = (list: string[], what: string): void => {
    list.push(what);
    happened.emit(what);
  };
  createSessionSocket({
    webSocket,
    url,
    token: transport.token,
    sampleRate: 16_000,
    lifetime,
    loudspeaker: { handle: () => undefined, play: () => undefined, drop: async () => null },
    message: ({ type }) => add(types, type),
    reconnecting: () => add(events, 'reconnecting'),
    resumed: () => add(events, 'resumed'),
    closed: (code) => add(events, `closed ${code}`),
  });
  const happens = async (what: string): Promise<void> => {
    if (!types.includes(what) && !events.includes(what)) await once(happened, what);
  };
  return { url, types, events, happens };
}
