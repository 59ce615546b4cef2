import { afterEach, expect, test } from 'vitest';
import { startPair, untilMessages, type Pair } from '../server/checkpoints/taken.ts';
import { callWithPipecat, type PipecatCall } from './pipecat.ts';

const open: PipecatCall[] = [];

afterEach(async () => {
  for (const call of open.splice(0)) await call.close();
});

interface Told {
  readonly session_id: string;
  readonly resume_token: string;
  readonly resume_urls: readonly string[];
}

interface Talked {
  readonly pair: Pair;
  readonly call: PipecatCall;
  /** Resolves with the latest message of the server of this type. */
  readonly told: (type: string) => Promise<Told>;
  /** Resolves with the data of the first event of this name. */
  readonly first: (name: string) => Promise<unknown>;
}

async function talk(): Promise<Talked> {
  const pair = await startPair({ rtvi: {} });
  let notify = (): void => undefined;
  const call = await callWithPipecat(pair.a.url.origin, { on: () => notify() });
  open.push(call);
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (notify = resolve));
    }
  };
  const told = (type: string): Promise<Told> =>
    until(() => {
      const said = call.events.filter(({ name }) => name === 'onServerMessage').map(({ data }) => data as Told);
      return said.findLast((one) => 'type' in one && one.type === type);
    });
  return {
    pair,
    call,
    told,
    first: (name) => until(() => call.events.find((event) => event.name === name)?.data ?? undefined),
  };
}

test("Pipecat's client gives up when its node dies: it reports a fatal error, and disconnects", async () => {
  const { pair, call } = await talk();
  pair.known.die('a');
  for (const client of pair.a.app.websocketServer.clients) client.terminate();
  await call.ended;
  const last = call.events.filter(({ name }) => name === 'onError').map(({ data }) => data);
  expect(last).toMatchObject([{ data: { message: 'websocket connection closed. Code: 1006', fatal: true } }]);
  expect(call.client.state).toBe('disconnected');
  expect(pair.known.loads()).toEqual({ b: 0 });
});

test("a page with Pipecat's client goes on at another node, with the token and the address that the server has told it", async () => {
  const { pair, call, told } = await talk();
  const { session_id, resume_token, resume_urls } = await told('session.started');
  await call.client.sendText('hello');
  await untilMessages(pair.store, session_id, 2);
  expect(resume_urls).toEqual([`ws://${pair.b.url.host}/v1/rtvi/media`]);
  pair.known.die('a');
  for (const client of pair.a.app.websocketServer.clients) client.terminate();
  await call.ended;
  await call.client.connect({ ws_url: resume_urls[0], token: resume_token });
  expect(call.client.state).toBe('ready');
  expect(await told('session.resumed')).toMatchObject({ session_id });
  expect(await told('session.snapshot')).toMatchObject({
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'You said hello.' },
    ],
  });
  await call.client.sendText('again');
  await untilMessages(pair.store, session_id, 4);
  expect(pair.known.ownerOf(session_id)).toBe('b');
});
