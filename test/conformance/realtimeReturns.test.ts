import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect as connectTcp } from 'node:net';
import type { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { startPair, untilMessages, type Pair } from '../server/checkpoints/taken.ts';
import { sdk } from './kit.ts';

interface ServerEvent extends Readonly<Record<string, unknown>> {
  readonly type: string;
}

interface Told {
  readonly session_id: string;
  readonly resume_token: string;
  readonly resume_urls: readonly string[];
}

interface Realtime {
  on(type: 'event', hear: (event: ServerEvent) => void): void;
  on(type: 'error', hear: (error: Error) => void): void;
  send(event: object): void;
  close(): void;
  readonly socket: WebSocket;
}

interface OpenAiPackage {
  readonly OpenAI: new (options: object) => object;
  readonly OpenAIRealtimeWS: new (options: object, client: object) => Realtime;
}

interface HistoryItem {
  readonly role?: string;
  readonly content?: readonly { readonly transcript?: string; readonly text?: string }[];
}

interface AgentsSession {
  connect(options: object): Promise<void>;
  sendMessage(text: string): void;
  close(): void;
  readonly history: readonly HistoryItem[];
  readonly transport: {
    readonly status: string;
    on(event: '*', listener: (event: ServerEvent) => void): void;
    on(event: 'connection_change', listener: (status: string) => void): void;
  };
}

const own = createRequire(new URL('../../package.json', import.meta.url));
const VERSIONS = {
  '6.49.0': { ...own('openai'), ...own('openai/realtime/ws') },
  '7.55.0': { ...(sdk('openai') as object), ...(sdk('openai/realtime/ws') as object) },
} as unknown as Readonly<Record<string, OpenAiPackage>>;
const { RealtimeAgent, RealtimeSession } = sdk('@openai/agents-realtime') as {
  RealtimeAgent: new (options: object) => object;
  RealtimeSession: new (agent: object, options: object) => AgentsSession;
};

/** Collects events. `first` resolves with the first of a type behind the `from`-th. */
function collect(): {
  readonly add: (event: ServerEvent) => void;
  readonly events: readonly ServerEvent[];
  readonly first: (type: string, from?: number) => Promise<Told>;
} {
  const events: ServerEvent[] = [];
  let notify = (): void => undefined;
  return {
    events,
    add: (event) => {
      events.push(event);
      notify();
    },
    first: async (type, from = 0) => {
      for (;;) {
        const found = events.slice(from).find((event) => event.type === type);
        if (found !== undefined) return found as unknown as Told;
        await new Promise<void>((resolve) => (notify = resolve));
      }
    },
  };
}

/** What the death of a node does to its clients. */
function kill({ known, a }: Pair): void {
  known.die('a');
  for (const client of a.app.websocketServer.clients) client.terminate();
}

const typed = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
});

describe.each(Object.entries(VERSIONS))('openai %s', (_, { OpenAI, OpenAIRealtimeWS }) => {
  /** The class always uses TLS; the nodes of this test have none. */
  const open = (origin: string, apiKey: string): Realtime => {
    const client = new OpenAI({ apiKey, baseURL: `${origin}/v1` });
    const options = { createConnection: connectTcp };
    return new OpenAIRealtimeWS({ model: 'reception', options }, client);
  };

  it('gives up when its node dies, and goes on at another one as a new client whose key is the token', async () => {
    const pair = await startPair({ realtime: {} });
    const heard = collect();
    const realtime = open(pair.a.url.origin, 'any');
    realtime.on('event', heard.add);
    realtime.on('error', (error) => heard.add({ type: 'thrown', error }));
    const { session_id, resume_token, resume_urls } = await heard.first('antiphon.session');
    realtime.send(typed('hello'));
    await untilMessages(pair.store, session_id, 2);
    const closed = once(realtime.socket, 'close');
    const before = heard.events.length;
    kill(pair);
    expect((await closed)[0]).toBe(1006);
    // It reports nothing, and its socket is the same.
    expect(heard.events.slice(before)).toEqual([]);
    expect(realtime.socket.readyState).toBe(realtime.socket.CLOSED);

    const origin = new URL(resume_urls[0] ?? '').origin.replace('ws', 'http');
    const back = open(origin, resume_token);
    const again = collect();
    back.on('event', again.add);
    expect(await again.first('antiphon.session')).toMatchObject({ session_id, resumed: true });
    back.send(typed('again'));
    await untilMessages(pair.store, session_id, 4);
    back.close();
  });
});

describe('the Agents SDK', () => {
  it('gives up when its node dies, and the same session goes on at another one with the token, with its history', async () => {
    const pair = await startPair({ realtime: {} });
    const session = new RealtimeSession(new RealtimeAgent({ name: 'guest' }), { transport: 'websocket' });
    const { first, add, events } = collect();
    session.transport.on('*', add);
    session.transport.on('connection_change', (status) => add({ type: `is ${status}` }));
    await session.connect({ apiKey: 'any', url: `ws://${pair.a.url.host}/v1/realtime?model=reception` });
    const { session_id, resume_token, resume_urls } = await first('antiphon.session');
    session.sendMessage('hello');
    await untilMessages(pair.store, session_id, 2);
    const before = events.length;
    kill(pair);
    await first('is disconnected', before);
    expect(session.transport.status).toBe('disconnected');

    await session.connect({ apiKey: resume_token, url: resume_urls[0] });
    expect(await first('antiphon.session', before)).toMatchObject({ session_id, resumed: true });
    session.sendMessage('again');
    await untilMessages(pair.store, session_id, 4);
    expect(
      session.history.slice(0, 2).map(({ role, content }) => [role, content?.[0]?.transcript ?? content?.[0]?.text]),
    ).toEqual([
      ['user', 'hello'],
      ['assistant', 'You said hello.'],
    ]);
    session.close();
  });
});
