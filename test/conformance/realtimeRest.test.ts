import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../src/server/serve.ts';
import { serve } from '../../src/server/serve.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { agentWith } from '../server/support.ts';
import { ANSWER, createRtcDouble, OFFER } from '../server/webrtc/double.ts';
import { sdk } from './kit.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

interface Client {
  readonly realtime: {
    readonly clientSecrets: {
      create(body: object): Promise<{ readonly value: string; readonly expires_at: number }>;
    };
    readonly calls: { hangup(id: string): Promise<void> } & Readonly<Record<'accept' | 'refer' | 'reject', Method>>;
  };
}

/** What the clients have from version 7 on. */
interface LatestClient {
  readonly realtime: Client['realtime'] & {
    readonly calls: { create(body: object): Promise<Response> };
    readonly translations: { readonly clientSecrets: { readonly create: Method } };
  };
}

interface Realtime {
  on(type: 'session.created' | 'error', hear: (event: object) => void): void;
  close(): void;
}

interface Package<Of = Client> {
  readonly OpenAI: new (options: object) => Of;
  readonly OpenAIRealtimeWS: new (options: object, client: object) => Realtime;
}

const own = createRequire(new URL('../../package.json', import.meta.url));
const latest = { ...(sdk('openai') as object), ...(sdk('openai/realtime/ws') as object) } as Package<LatestClient>;
const VERSIONS: readonly (readonly [string, Package])[] = [
  ['6.49', { ...own('openai'), ...own('openai/realtime/ws') } as Package],
  ['7.55', latest],
];
const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
  readFileSync(new URL(`../server/tls/${name}`, import.meta.url), 'utf8'),
) as [string, string];

async function served(options: Partial<ServeOptions> = {}) {
  const server = await serve({
    agent: agentWith({}),
    ports: { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() },
    realtime: {},
    port: 0,
    page: false,
    drain_on_sigterm: false,
    ...options,
  });
  onTestFinished(() => server.close());
  return { baseURL: `${server.url}/v1` };
}

const authenticate: ServeOptions['authenticate'] = ({ headers }) =>
  headers.authorization === 'Bearer key' ? { name: 'shop', scopes: ['sessions:start'] } : undefined;

/** The clients take a fetch of one's own: this one takes the certificate. */
async function fetchWithCertificate(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  const options = { method, ca: cert, headers: Object.fromEntries(new Headers(headers)) };
  const [response] = (await once(request(url, options).end(body), 'response')) as [IncomingMessage];
  const type = response.headers['content-type'] ?? '';
  const parts: Buffer[] = await response.toArray();
  return new Response(Buffer.concat(parts), { status: response.statusCode ?? 0, headers: { 'content-type': type } });
}

const next = (client: Realtime, type: 'session.created' | 'error'): Promise<object> =>
  new Promise((resolve) => client.on(type, resolve));

describe.each(VERSIONS)('the HTTP API, with openai %s', (_, { OpenAI, OpenAIRealtimeWS }) => {
  it('has client secrets, with one of which a client joins', async () => {
    const { baseURL } = await served({ tls: { cert, key }, authenticate });
    const { realtime } = new OpenAI({ apiKey: 'key', baseURL, fetch: fetchWithCertificate });
    const { value, expires_at } = await realtime.clientSecrets.create({
      expires_after: { anchor: 'created_at', seconds: 600 },
      session: { type: 'realtime', model: 'reception' },
    });
    expect(expires_at).toEqual(expect.any(Number));
    const options = { model: 'reception', options: { ca: cert } };
    const client = new OpenAIRealtimeWS(options, new OpenAI({ apiKey: value, baseURL }));
    onTestFinished(() => client.close());
    expect(await next(client, 'session.created')).toMatchObject({ session: { type: 'realtime' } });
  });

  it('says who is not known', async () => {
    const { baseURL } = await served({ authenticate });
    const { realtime } = new OpenAI({ apiKey: 'another', baseURL });
    await expect(realtime.clientSecrets.create({})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('says why a client secret is refused', async () => {
    const { realtime } = new OpenAI({ apiKey: 'any', baseURL: (await served()).baseURL });
    const session = { type: 'realtime', audio: { output: { voice: 'marin' } } };
    await expect(realtime.clientSecrets.create({ session })).rejects.toMatchObject({
      status: 422,
      code: 'invalid_request',
      param: 'session.audio.output.voice',
      message: expect.stringContaining('set this field with session.update'),
    });
  });

  it.each([
    ['accept', { type: 'realtime' }],
    ['refer', { target_uri: 'tel:+14155550123' }],
    ['reject', { status_code: 486 }],
  ] as const)('says that calls over SIP are not served: %s', async (name, body) => {
    const { realtime } = new OpenAI({ apiKey: 'any', baseURL: (await served()).baseURL });
    await expect(realtime.calls[name]('call_1', body)).rejects.toMatchObject({
      status: 501,
      code: 'not_supported',
      message: expect.stringContaining('SIP'),
    });
  });

  it('says that a second connection to a call is not served', async () => {
    const { baseURL } = await served({ tls: { cert, key } });
    const client = new OpenAIRealtimeWS(
      { callID: 'call_1', options: { ca: cert } },
      new OpenAI({ apiKey: 'any', baseURL }),
    );
    expect(await next(client, 'error')).toMatchObject({ message: expect.stringContaining('501') });
  });
});

describe('what the HTTP API has from openai 7 on', () => {
  const { OpenAI, OpenAIRealtimeWS } = latest;

  it('connects calls, and hangs up', async () => {
    const { webrtc, closed } = createRtcDouble();
    const { realtime } = new OpenAI({ apiKey: 'any', baseURL: (await served({ webrtc })).baseURL });
    const answer = await realtime.calls.create({ sdp: OFFER, session: { type: 'realtime', model: 'reception' } });
    expect(await answer.text()).toBe(ANSWER);
    await realtime.calls.hangup(answer.headers.get('location')?.split('/').at(-1) ?? '');
    expect(closed()).toBe(1);
  });

  it('says that translations are not served', async () => {
    const { realtime } = new OpenAI({ apiKey: 'any', baseURL: (await served()).baseURL });
    const session = { model: 'gpt-realtime-translate' };
    await expect(realtime.translations.clientSecrets.create({ session })).rejects.toMatchObject({ status: 501 });
  });

  it('says that transcription is not served', async () => {
    const { baseURL } = await served({ tls: { cert, key } });
    const client = new OpenAIRealtimeWS(
      { intent: 'transcription', options: { ca: cert } },
      new OpenAI({ apiKey: 'any', baseURL }),
    );
    expect(await next(client, 'error')).toMatchObject({ message: expect.stringContaining('501') });
  });
});
