import { from, lastValueFrom, toArray } from 'rxjs';
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import type { SonioxSttSettings } from '../../providers/soniox/settings.ts';
import { sonioxStt } from '../../providers/soniox/stt.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { startFake, type FakeServer, type InjectedFault } from '../fakes/kit/fake.ts';
import { createSonioxSttFake } from '../fakes/soniox/stt.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface SdkToken {
  readonly text: string;
  readonly is_final: boolean;
}

/** What is used of the SDK. */
interface SdkSession {
  on(event: 'result', hear: (result: { readonly tokens: readonly SdkToken[] }) => void): void;
  on(event: 'error', fail: (error: Error & { readonly code?: string }) => void): void;
  once(event: 'finalized' | 'endpoint', happened: () => void): void;
  connect(): Promise<void>;
  sendAudio(audio: Uint8Array): void;
  finalize(): void;
  keepAlive(): void;
  finish(): Promise<void>;
}

interface SdkClient {
  readonly realtime: { stt(config: object): SdkSession };
}

const { SonioxNodeClient } = sdk('@soniox/node') as { SonioxNodeClient: new (options: object) => SdkClient };

const DEVIATIONS: readonly Deviation[] = [
  { where: 'upgrade.headers', why: 'Soniox refuses keys in the start message from 15 January 2027 on' },
  { where: 'frame.api_key', why: 'the SDK still sends the key there' },
];

const RATE = 16_000;
const CONFIG = {
  model: 'stt-rt-v5',
  audio_format: 'pcm_s16le',
  sample_rate: RATE,
  num_channels: 1,
  enable_language_identification: false,
  enable_speaker_diarization: false,
  enable_endpoint_detection: false,
};

const servers: FakeServer[] = [];

/** The SDK uses the global WebSocket, which Node 20 does not have. */
const { WebSocket: original } = globalThis;
beforeAll(() => Object.assign(globalThis, { WebSocket: NodeWebSocket }));
afterAll(() => Object.assign(globalThis, { WebSocket: original }));

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

async function serve(fault?: InjectedFault): Promise<FakeServer> {
  const server = await startFake(createSonioxSttFake({ takesKeyInStart: true }), { fault });
  servers.push(server);
  return server;
}

function createSession({ origin }: FakeServer, config: object = CONFIG): SdkSession {
  const ws_base_url = `${origin.replace('http', 'ws')}/transcribe-websocket`;
  return new SonioxNodeClient({ api_key: 'secret', realtime: { ws_base_url } }).realtime.stt(config);
}

function createFrames(text: string): readonly Int16Array[] {
  const sound = encodeText(text, RATE);
  return Array.from({ length: Math.ceil(sound.length / 1280) }, (_, n) => sound.slice(n * 1280, (n + 1) * 1280));
}

const TEXTS = ['thank you', 'good day'];

async function sdkHears(server: FakeServer, config: object): Promise<readonly string[]> {
  const session = createSession(server, config);
  const heard: string[] = [];
  let finals = '';
  session.on('result', ({ tokens }) => {
    finals += tokens.flatMap(({ text, is_final }) => (is_final ? [text] : [])).join('');
  });
  await session.connect();
  for (const text of TEXTS) {
    const finalized = new Promise<void>((resolve) => session.once('finalized', resolve));
    for (const frame of createFrames(text)) session.sendAudio(new Uint8Array(frame.buffer));
    session.finalize();
    await finalized;
    heard.push(finals.trim());
    finals = '';
  }
  await session.finish();
  await server.idle();
  return heard;
}

async function weHear(server: FakeServer, settings: Partial<SonioxSttSettings>): Promise<readonly string[]> {
  const stt = sonioxStt({ api_key: 'secret', base_url: server.origin, ...settings });
  const input = TEXTS.flatMap((text, segment): readonly SttInput[] => [
    { kind: 'start', segment },
    ...createFrames(text).map(
      (samples): SttInput => ({ kind: 'audio', segment, frame: { samples, sampleRate: RATE } }),
    ),
    { kind: 'end', segment },
  ]);
  const events = await lastValueFrom(stt.transcribe(from(input)).pipe(toArray()));
  await server.idle();
  return events.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
}

describe('the real-time WebSocket', () => {
  const terms = ['Antiphon', 'Silero'];
  const context = { general: [{ key: 'domain', value: 'Hotel' }], text: 'A guest books a room.', terms };
  const shared = {
    language_hints: ['de', 'en'],
    language_hints_strict: true,
    enable_language_identification: true,
    enable_speaker_diarization: true,
    max_endpoint_delay_ms: 800,
    endpoint_sensitivity: -0.5,
    endpoint_latency_adjustment_level: 2,
    client_reference_id: 'line 1',
  };
  const ours = { ...shared, keywords: terms, context: { general: { domain: 'Hotel' }, text: context.text } };

  test.each<[what: string, config: object, settings: Partial<SonioxSttSettings>]>([
    ['by default', {}, {}],
    ['with every setting', { ...shared, enable_endpoint_detection: true, context }, ours],
  ])('we send what the SDK sends, %s', async (_what, config, settings) => {
    const [sdkServer, ourServer] = [await serve(), await serve()];
    expect(await sdkHears(sdkServer, { ...CONFIG, ...config })).toEqual(TEXTS);
    expect(await weHear(ourServer, settings)).toEqual(TEXTS);
    sameWire(wireOf(sdkServer), wireOf(ourServer), DEVIATIONS);
  });

  test('the SDK hears the endpoint of the fake', async () => {
    const session = createSession(await serve(), { ...CONFIG, enable_endpoint_detection: true });
    const endpoint = new Promise<void>((resolve) => session.once('endpoint', resolve));
    await session.connect();
    for (const frame of createFrames('thank you')) session.sendAudio(new Uint8Array(frame.buffer));
    for (const frame of createFrames('')) session.sendAudio(new Uint8Array(frame.buffer));
    await endpoint;
    session.keepAlive();
    await session.finish();
  });

  test('the SDK understands the refusal of a key', async () => {
    const server = await serve('refuses the key');
    const session = createSession(server);
    const failed = new Promise<string | undefined>((resolve) => session.on('error', ({ code }) => resolve(code)));
    await session.connect();
    expect(await failed).toBe('auth_error');
  });
});
