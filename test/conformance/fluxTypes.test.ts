import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createDeepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { startFake } from '../fakes/kit/fake.ts';
import { sdk } from './kit.ts';

/** The fields that the SDK declares for `TurnInfo`, with whether each may be absent, and the names of its events. */
const DECLARATION = readFileSync(
  new URL(
    'node_modules/@deepgram/sdk/dist/esm/api/resources/listen/resources/v2/types/ListenV2TurnInfo.d.mts',
    import.meta.url,
  ),
  'utf8',
);
const [INTERFACE = '', NAMESPACE = ''] = DECLARATION.split('export declare namespace');
const FIELDS = new Map([...INTERFACE.matchAll(/^ {4}(\w+)(\?)?: /gmu)].map(([, name, mark]) => [name, mark === '?']));
const EVENTS = [...NAMESPACE.matchAll(/readonly (\w+): "\w+"/gu)].map(([, name]) => name);

interface Socket {
  on(event: 'message', listener: (message: Readonly<Record<string, unknown>>) => void): void;
  connect(): unknown;
  waitForOpen(): Promise<unknown>;
  sendMedia(samples: Int16Array): void;
  close(): void;
}

interface Client {
  readonly listen: { readonly v2: { connect(settings: object): Promise<Socket> } };
}

const { DeepgramClient } = sdk('@deepgram/sdk') as { DeepgramClient: new (options: object) => Client };

test('the server of the tests says of a turn what the SDK declares', async () => {
  const server = await startFake(createDeepgramFluxFake());
  onTestFinished(server.close);
  const socketUrl = server.origin.replace('http', 'ws');
  const client = new DeepgramClient({
    apiKey: 'secret',
    environment: { base: server.origin, production: socketUrl, agent: socketUrl, agentRest: server.origin },
  });
  const socket = await client.listen.v2.connect({
    model: 'flux-general-en',
    encoding: 'linear16',
    sample_rate: 16_000,
    eager_eot_threshold: 0.5,
    eot_threshold: 0.7,
    Authorization: 'Token secret',
    reconnectAttempts: 0,
  });
  const told = new Promise<readonly Readonly<Record<string, unknown>>[]>((resolve) => {
    const turns: Readonly<Record<string, unknown>>[] = [];
    socket.on('message', (message) => {
      if (message['type'] === 'TurnInfo') turns.push(message);
      if (message['event'] === 'EndOfTurn') resolve(turns);
    });
  });
  socket.connect();
  await socket.waitForOpen();
  const audio = [...encodeText('thank you', 16_000), ...new Int16Array(16_000)];
  for (let at = 0; at < audio.length; at += 1280) socket.sendMedia(Int16Array.from(audio.slice(at, at + 1280)));
  const turns = await told;
  socket.close();
  const events = new Set(turns.map(({ event }) => event));
  expect([...events].filter((event) => !EVENTS.includes(event as string))).toEqual([]);
  expect([...events]).toEqual(expect.arrayContaining(['StartOfTurn', 'EagerEndOfTurn', 'EndOfTurn']));
  for (const turn of turns) {
    expect(Object.keys(turn).filter((name) => !FIELDS.has(name))).toEqual([]);
    expect([...FIELDS].filter(([name, isOptional]) => !isOptional && turn[name ?? ''] === undefined)).toEqual([]);
  }
});

test('the adapter knows each event of a turn that the SDK declares', () => {
  const protocol = readFileSync(new URL('../../providers/deepgram/fluxProtocol.ts', import.meta.url), 'utf8');
  const known = [...protocol.matchAll(/case '(\w+)':/gu)].map(([, name]) => name);
  expect(new Set(known)).toEqual(new Set(EVENTS));
});
