import { once } from 'node:events';
import { get } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startFake, type FakeOptions, type FakeServer, type FakeVendor } from './fake.ts';

/** Says `result <frame>` to each frame, and eight bytes of audio to `audio`. */
const parrot: FakeVendor = {
  validate: ({ headers }) => (headers['authorization'] === 'Key k' ? [] : ['no key']),
  refuse: (status) => ({ status, headers: { 'x-vendor': 'parrot' }, body: '{"message":"no"}' }),
  connect: (socket) => {
    socket.send('hello');
    return {
      onFrame: (frame) => {
        if (frame === 'break') socket.reportViolation('said break');
        if (frame === 'throw') throw new Error('cannot read this');
        if (frame === 'audio') socket.sendResult(AUDIO);
        else if (frame === 'wrapped') socket.sendResult(AUDIO, (piece) => `<${piece.length}>`);
        else socket.sendResult(`result ${frame.toString()}`);
      },
    };
  },
  answer: ({ body }) => ({ status: 200, body: body.length === 0 ? AUDIO : body }),
};
const AUDIO = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7);
const headers = { authorization: 'Key k' };

const servers: FakeServer[] = [];
const start = async (options: FakeOptions = {}): Promise<FakeServer> => {
  const server = await startFake(parrot, options);
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe('a fake server', () => {
  test('receives and answers on a socket, and keeps a log of it', async () => {
    const server = await start();
    const client = await dial(server);
    client.socket.send('hi');
    expect(await client.heard(2)).toEqual(['hello', 'result hi']);
    expect(server.log).toEqual([
      { connection: 0, from: 'server', frame: 'hello' },
      { connection: 0, from: 'client', frame: 'hi' },
      { connection: 0, from: 'server', frame: 'result hi' },
    ]);
  });

  test('answers a request', async () => {
    const { origin } = await start();
    expect(await (await fetch(origin, { method: 'POST', headers, body: 'what?' })).text()).toBe('what?');
  });

  test('logs the requests of its clients', async () => {
    const { origin, requests } = await start();
    await fetch(`${origin}/v1/speak?a=1&a=2`, { method: 'POST', headers, body: 'text' });
    const query = [
      ['a', '1'],
      ['a', '2'],
    ];
    expect(requests).toMatchObject([{ kind: 'request', method: 'POST', path: '/v1/speak', query, headers }]);
    expect(Buffer.from(requests[0]?.body ?? []).toString()).toBe('text');
  });

  test('refuses requests with violations, and logs them', async () => {
    const { origin, violations } = await start();
    expect((await fetch(`${origin}/v1`)).status).toBe(400);
    expect(await refusalOf(origin, {})).toBe(400);
    expect(violations).toEqual(['request GET /v1: no key', 'upgrade GET /: no key']);
  });

  test('logs violations on a socket, and frames that cannot be read', async () => {
    const server = await start();
    const { socket } = await dial(server);
    socket.send('break');
    socket.send('throw');
    expect((await once(socket, 'close'))[0]).toBe(1011);
    expect(server.violations).toEqual([
      'connection 0: said break',
      'connection 0: Error: cannot read this over a frame of 5 bytes',
    ]);
  });

  test('has no sockets or no requests if the vendor has none', async () => {
    const server = await startFake({ validate: () => [], refuse: (status) => ({ status }) });
    servers.push(server);
    expect((await fetch(server.origin)).status).toBe(400);
    expect(server.violations).toEqual(['request GET /: there is no request here']);
  });

  test('speaks TLS, with a certificate that a client can check', async () => {
    const server = await start({ tls: true });
    const ca = server.certificate ?? '';
    const socket = new WebSocket(server.origin.replace('http', 'ws'), { headers, ca });
    await once(socket, 'open');
    const [response] = await once(request(server.origin, { headers, ca, agent: false }).end(), 'response');
    expect(new Uint8Array(await buffer(response))).toEqual(AUDIO);
  });

  test('is idle as soon as the last socket has closed, and not before', async () => {
    const server = await start();
    const [first, second] = [await dial(server), await dial(server)];
    let idle = false;
    const gone = server.idle().then(() => (idle = true));
    first.socket.close();
    await once(first.socket, 'close');
    expect([server.open, idle]).toEqual([1, false]);
    second.socket.close();
    await gone;
    expect(server.open).toBe(0);
  });

  test.each([false, true])('is not idle while a socket is only being opened (TLS: %s)', async (tls) => {
    const server = await start({ tls });
    const ca = server.certificate ?? undefined;
    const socket = new WebSocket(server.origin, { headers, ...(ca !== undefined && { ca }) });
    let idle = false;
    const gone = server.idle().then(() => (idle = true));
    await once(socket, 'open');
    expect(idle).toBe(false);
    socket.terminate();
    await gone;
  });

  test('is idle when a request was answered, though its connection is kept', async () => {
    const server = await start();
    await (await fetch(server.origin, { headers })).text();
    await server.idle();
  });
});

describe('with an injected fault', () => {
  test('it drops one connection before its first result', async () => {
    const server = await start({ fault: 'drops before the first result' });
    const client = await dial(server);
    client.socket.send('hi');
    await once(client.socket, 'close');
    expect(client.frames).toEqual(['hello']);
    const again = await dial(server);
    again.socket.send('hi');
    expect(await again.heard(2)).toEqual(['hello', 'result hi']);
  });

  test('it drops one connection after its first result', async () => {
    const server = await start({ fault: 'drops after the first result' });
    const client = await dial(server);
    client.socket.send('hi');
    client.socket.send('ho');
    expect((await once(client.socket, 'close'))[0]).toBe(1006);
    expect(client.frames).toEqual(['hello', 'result hi']);
  });

  test('it breaks off one answer before its head, or in its body', async () => {
    const before = await start({ fault: 'drops before the first result' });
    await expect(fetch(before.origin, { headers })).rejects.toThrow('fetch failed');
    expect((await fetch(before.origin, { headers })).status).toBe(200);
    const after = await start({ fault: 'drops after the first result' });
    const broken = await fetch(after.origin, { headers });
    await expect(broken.arrayBuffer()).rejects.toThrow('terminated');
    expect((await (await fetch(after.origin, { headers })).arrayBuffer()).byteLength).toBe(8);
  });

  test('it refuses every key, as the vendor does', async () => {
    const { origin } = await start({ fault: 'refuses the key' });
    expect(await refusalOf(origin, headers)).toBe(401);
    const response = await fetch(origin, { headers });
    expect([response.status, response.headers.get('x-vendor'), await response.text()]).toEqual([
      401,
      'parrot',
      '{"message":"no"}',
    ]);
  });

  test('it is busy once, and says for how long', async () => {
    const server = await start({ fault: 'is busy once' });
    const response = await fetch(server.origin, { headers });
    expect([response.status, response.headers.get('retry-after-ms')]).toEqual([429, '20']);
    await dial(server);
  });

  test('it is mute', async () => {
    const server = await start({ fault: 'is mute' });
    const client = await dial(server);
    client.socket.send('hi');
    client.socket.close();
    await once(client.socket, 'close');
    expect(client.frames).toEqual([]);
    const aborted = fetch(server.origin, { headers, signal: AbortSignal.timeout(100) });
    await expect(aborted).rejects.toThrow('timeout');
    await server.idle();
  });

  test('it talks garbage before each result', async () => {
    const client = await dial(await start({ fault: 'talks garbage' }));
    client.socket.send('hi');
    const frames = await client.heard(8);
    expect(frames).toEqual(['hello', '', 'not json', 'null', '[]', '{}', '{"type":"unheard-of"}', 'result hi']);
  });

  test('it cuts audio oddly, bare, in frames and in bodies', async () => {
    const server = await start({ fault: 'cuts oddly' });
    const client = await dial(server);
    client.socket.send('audio');
    client.socket.send('wrapped');
    client.socket.send('hi');
    const [, ...frames] = await client.heard(8);
    const bytes = (...values: number[]): Buffer => Buffer.from(values);
    expect(frames).toEqual([bytes(0), bytes(1, 2, 3), bytes(4, 5, 6, 7), '<1>', '<3>', '<4>', 'result hi']);
    const [response] = await once(get(server.origin, { headers, agent: false }), 'response');
    const lengths: number[] = [];
    for await (const piece of response) lengths.push(piece.length);
    expect([lengths.length > 2, sum(lengths), lengths.at(-1)]).toEqual([true, 8, 3]);
  });

  test('it is slow to read', async () => {
    const server = await start({ fault: 'is slow' });
    const client = await dial(server);
    const sentAt = performance.now();
    client.socket.send('hi');
    await client.heard(2);
    client.socket.send('ho');
    await client.heard(3);
    await fetch(server.origin, { headers });
    expect(performance.now() - sentAt).toBeGreaterThan(350);
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

interface Client {
  readonly socket: WebSocket;
  readonly frames: readonly (string | Buffer)[];
  /** The first `count` frames, once they are there. */
  readonly heard: (count: number) => Promise<readonly (string | Buffer)[]>;
}

async function dial({ origin }: FakeServer): Promise<Client> {
  const socket = new WebSocket(origin, { headers });
  const frames: (string | Buffer)[] = [];
  socket.on('message', (data: Buffer, isBinary) => frames.push(isBinary ? data : data.toString()));
  await once(socket, 'open');
  const heard: Client['heard'] = async (count) => {
    while (frames.length < count) await once(socket, 'message');
    return frames.slice(0, count);
  };
  return { socket, frames, heard };
}

/** The status of a refused upgrade. */
async function refusalOf(origin: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(origin, { headers });
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  socket.terminate();
  return response.statusCode;
}
