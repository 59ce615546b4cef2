import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { drain } from '../../../src/server/life/drains.ts';
import type { AntiphonOptions } from '../../../src/server/plugin.ts';
import { appWith, listening, openSocket, readRefusal } from '../support.ts';
import { startPair, untilMessages, untilMetric, type Pair } from './taken.ts';

interface ServerEvent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

interface RealtimeClient {
  readonly socket: WebSocket;
  readonly events: readonly ServerEvent[];
  /** Resolves with the first event of this type. */
  first(type: string): Promise<ServerEvent>;
  type(text: string): void;
}

const REALTIME: Partial<AntiphonOptions> = { realtime: {} };

/** A client of the Realtime API at a node. `token`: in place of an API key. */
function connect({ url }: { readonly url: URL | string }, token = ''): RealtimeClient {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const address = new URL('/v1/realtime', url).href.replace('http', 'ws');
  const socket = openSocket(address, { protocols: [], headers });
  const events: ServerEvent[] = [];
  socket.on('message', (data: Buffer) => {
    events.push(JSON.parse(data.toString()) as ServerEvent);
    socket.emit('read');
  });
  return {
    socket,
    events,
    first: async (type) => {
      for (;;) {
        const found = events.find((event) => event.type === type);
        if (found !== undefined) return found;
        await once(socket, 'read');
      }
    },
    type: (text) => {
      const content = [{ type: 'input_text', text }];
      socket.send(
        JSON.stringify({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }),
      );
    },
  };
}

interface Talked {
  readonly pair: Pair;
  readonly client: RealtimeClient;
  readonly session: string;
  readonly token: string;
  readonly urls: readonly string[];
}

/** A client that has had one turn with node a. */
async function talk(pair: Pair): Promise<Talked> {
  const client = connect(pair.a);
  const { session_id, resume_token, resume_urls } = await client.first('antiphon.session');
  const session = String(session_id);
  client.type('hello');
  await untilMessages(pair.store, session, 2);
  return { pair, client, session, token: String(resume_token), urls: resume_urls as readonly string[] };
}

interface Item {
  readonly content: readonly { readonly transcript?: string; readonly text?: string }[];
}

function textsOf({ events }: RealtimeClient, type: string): readonly unknown[] {
  const items = events.filter((event) => event.type === type).map(({ item }) => item as Item);
  return items.map(({ content: [first] }) => first?.transcript ?? first?.text);
}

describe('a client of the Realtime API whose node dies', () => {
  it('goes on at another node, with its token as the key, and has the history', async () => {
    const { pair, client, session, token, urls } = await talk(await startPair(REALTIME));
    expect(urls).toEqual([`ws://${pair.b.url.host}/v1/realtime`]);
    pair.known.die('a');
    client.socket.terminate();
    const back = connect(pair.b, token);
    expect(await back.first('antiphon.session')).toMatchObject({ session_id: session, resumed: true });
    expect(await back.first('session.created')).toMatchObject({ session: { id: session } });
    expect(pair.known.ownerOf(session)).toBe('b');
    back.socket.send(JSON.stringify({ type: 'session.update', session: { type: 'realtime' } }));
    back.type('again');
    await untilMessages(pair.store, session, 4);
    expect(textsOf(back, 'conversation.item.added').slice(0, 2)).toEqual(['hello', 'You said hello.']);
    await untilMetric(pair.b, 'antiphon_session_takeovers_total{result="resumed"} 1');
  });

  it('can go on at a third one, with the token of the second', async () => {
    const { pair, client, session, token } = await talk(await startPair(REALTIME));
    pair.known.die('a');
    client.socket.terminate();
    const second = connect(pair.b, token);
    const { resume_token } = await second.first('antiphon.session');
    second.type('again');
    await untilMessages(pair.store, session, 4);
    pair.known.die('b');
    second.socket.terminate();
    const third = connect(await pair.start('c'), String(resume_token));
    expect(await third.first('antiphon.session')).toMatchObject({ session_id: session });
    third.type('once more');
    await untilMessages(pair.store, session, 6);
  });

  it('gives no item an id twice', async () => {
    const { pair, client, token, session } = await talk(await startPair(REALTIME));
    pair.known.die('a');
    client.socket.terminate();
    const back = connect(pair.b, token);
    await back.first('antiphon.session');
    back.type('again');
    await untilMessages(pair.store, session, 4);
    const ids = [client, back].flatMap(({ events }) =>
      events
        .filter(({ type }) => type === 'conversation.item.added')
        .map(({ item }) => (item as { readonly id: string }).id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is led to its node as long as that lives, and begins no second session', async () => {
    const { pair, token, session } = await talk(await startPair(REALTIME));
    const { status, problem } = await readRefusal(connect(pair.b, token).socket);
    expect([status, problem.code]).toEqual([307, 'session_elsewhere']);
    expect(pair.known.ownerOf(session)).toBe('a');
  });

  it('keeps its session from a token of another session', async () => {
    const pair = await startPair(REALTIME);
    const one = await talk(pair);
    const forged = one.token.replace(/\.[^.]*$/u, `.${'A'.repeat(43)}`);
    pair.known.die('a');
    const { problem } = await readRefusal(connect(pair.b, forged).socket);
    expect(problem.code).toBe('token_invalid');
    expect(pair.known.ownerOf(one.session)).toBe(undefined);
  });
});

describe('a client of the Realtime API whose WebSocket breaks', () => {
  it('goes on at its node', async () => {
    const { pair, client, session, token } = await talk(await startPair(REALTIME));
    client.socket.terminate();
    const back = connect(pair.a, token);
    expect(await back.first('antiphon.session')).toMatchObject({ session_id: session, resumed: true });
    back.type('again');
    await untilMessages(pair.store, session, 4);
  });

  it('cannot use a token twice', async () => {
    const { pair, client, token, session } = await talk(await startPair(REALTIME));
    client.socket.terminate();
    const back = connect(pair.a, token);
    await back.first('antiphon.session');
    back.type('again');
    await untilMessages(pair.store, session, 4);
    const { problem } = await readRefusal(connect(pair.a, token).socket);
    expect(problem.code).toBe('token_used');
  });

  it('ends with it when the client has closed it', async () => {
    const { pair, client, session, token } = await talk(await startPair(REALTIME));
    client.socket.close();
    await untilMetric(pair.a, 'antiphon_session_ends_total{reason="ended_by_client"} 1');
    expect((await readRefusal(connect(pair.a, token).socket)).problem.code).toBe('session_ended');
    expect(await pair.store.load(session)).toBe('deleted');
  });

  it('gets no token from a server whose sessions end with it', async () => {
    const client = connect({ url: await listening(await appWith(REALTIME)) });
    await client.first('session.created');
    client.type('hello');
    await client.first('response.created');
    expect(client.events.map(({ type }) => type)).not.toContain('antiphon.session');
  });
});

describe('a client of the Realtime API whose node drains', () => {
  it('learns where its session goes on', async () => {
    const { pair, client, session, token } = await talk(await startPair({ ...REALTIME, drain_timeout: 0 }));
    const closed = once(client.socket, 'close');
    await drain(pair.a.app);
    expect((await closed)[0]).toBe(1001);
    expect(client.events.at(-1)).toMatchObject({
      type: 'antiphon.draining',
      resume_urls: [`ws://${pair.b.url.host}/v1/realtime`],
    });
    const back = connect(pair.b, token);
    expect(await back.first('antiphon.session')).toMatchObject({ session_id: session });
  });
});

describe('a backend that asks for a token of a session whose node has died', () => {
  it('lets a client of the Realtime API go on with it', async () => {
    const { pair, client, session } = await talk(await startPair(REALTIME, {}, {}));
    pair.known.die('a');
    client.socket.terminate();
    const asked = await fetch(new URL(`/v1/sessions/${session}/token`, pair.b.url), { method: 'POST' });
    const { transport } = (await asked.json()) as { readonly transport: { readonly token: string } };
    expect(await connect(pair.b, transport.token).first('antiphon.session')).toMatchObject({ session_id: session });
  });
});
