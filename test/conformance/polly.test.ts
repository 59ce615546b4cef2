import { lastValueFrom, of, toArray } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import type { PollyTtsSettings } from '../../providers/polly/settings.ts';
import { signRequest } from '../../providers/polly/signature.ts';
import { pollyTts } from '../../providers/polly/tts.ts';
import { concatSamples } from '../../src/core/audio.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import type { ClientRequest, FakeServer } from '../fakes/kit/fake.ts';
import { startFake } from '../fakes/kit/fake.ts';
import type { AccessKey } from '../fakes/polly/signature.ts';
import { ACCESS_KEY, createPollyFake } from '../fakes/polly.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface Answer {
  readonly AudioStream: { transformToByteArray(): Promise<Uint8Array> };
}

interface Client {
  send(command: object): Promise<Answer>;
  destroy(): void;
}

const { PollyClient, SynthesizeSpeechCommand } = sdk('@aws-sdk/client-polly') as {
  PollyClient: new (options: object) => Client;
  SynthesizeSpeechCommand: new (input: object) => object;
};

/** In place of the default handler, which speaks HTTP/2. */
const { NodeHttpHandler } = sdk('@smithy/node-http-handler') as { NodeHttpHandler: new () => object };

const TEXT = 'Hello there.';

const DEVIATIONS: readonly Deviation[] = [
  { where: 'request.headers.authorization', why: 'the SDK signs headers of its own, too' },
  { where: 'request.headers.x-amz-content-sha256', why: 'only S3 requires it; the signature has the hash as well' },
  { where: 'request.headers.x-amz-user-agent', why: 'telemetry of the SDK' },
  { where: 'request.headers.amz-sdk-invocation-id', why: 'telemetry of the SDK' },
  { where: 'request.headers.amz-sdk-request', why: 'telemetry of the SDK' },
];

async function serve(key?: AccessKey): Promise<FakeServer> {
  const server = await startFake(createPollyFake(key === undefined ? {} : { key }));
  onTestFinished(() => server.close());
  return server;
}

function createClient({ origin }: FakeServer, { id, secret, region, token }: AccessKey): Client {
  const credentials = { accessKeyId: id, secretAccessKey: secret, sessionToken: token };
  const requestHandler = new NodeHttpHandler();
  const client = new PollyClient({ region, endpoint: origin, credentials, requestHandler, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return client;
}

async function sdkSpeaks(client: Client, input: object): Promise<Uint8Array> {
  const { AudioStream } = await client.send(new SynthesizeSpeechCommand(input));
  return AudioStream.transformToByteArray();
}

async function weSpeak(server: FakeServer, settings: Partial<PollyTtsSettings>, key = ACCESS_KEY): Promise<Int16Array> {
  const own = { region: key.region, access_key_id: key.id, secret_access_key: key.secret, session_token: key.token };
  const voice = pollyTts({ ...own, base_url: server.origin, ...settings });
  const events = await lastValueFrom(voice.synthesize(of(TEXT)).pipe(toArray()));
  return concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));
}

/** The messages, without the second in which they were signed. */
function timeless(server: FakeServer): readonly unknown[] {
  return JSON.parse(JSON.stringify(wireOf(server)).replaceAll(/\d{8}T\d{6}Z/gu, 'now')) as readonly unknown[];
}

test.each<[name: string, settings: Partial<PollyTtsSettings>, input: object]>([
  ['the defaults', {}, { Engine: 'neural', VoiceId: 'Joanna', TextType: 'text', SampleRate: '16000' }],
  [
    'every setting',
    {
      engine: 'standard',
      voice: 'Aditi',
      language: 'hi-IN',
      sample_rate: 8000,
      text_type: 'ssml',
      lexicon_names: ['own'],
    },
    {
      Engine: 'standard',
      VoiceId: 'Aditi',
      LanguageCode: 'hi-IN',
      TextType: 'ssml',
      SampleRate: '8000',
      LexiconNames: ['own'],
    },
  ],
])("Polly's client and our adapter send and receive the same: %s", async (_name, settings, input) => {
  const [theirs, ours] = [await serve(), await serve()];
  const client = createClient(theirs, ACCESS_KEY);
  const { SampleRate, ...both } = { SampleRate: '16000', ...input };
  const Text = settings.text_type === 'ssml' ? `<speak>${TEXT}</speak>` : TEXT;
  const audio = await sdkSpeaks(client, { ...both, Text, OutputFormat: 'pcm', SampleRate });
  await sdkSpeaks(client, { ...both, Text, OutputFormat: 'json', SpeechMarkTypes: ['word'] });
  const weHeard = await weSpeak(ours, settings);
  sameWire(timeless(theirs), timeless(ours), DEVIATIONS);
  expect(createPcmDecoder().push(audio)).toEqual(encodeText(TEXT, Number(SampleRate)));
  expect(weHeard).toEqual(encodeText(TEXT, Number(SampleRate)));
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

test.each<[name: string, key: AccessKey]>([
  ['a key', ACCESS_KEY],
  ['temporary credentials', { ...ACCESS_KEY, id: 'ASIAFAKE', token: 'token-of-a-session' }],
])("we sign the requests of Polly's client as it does, with %s", async (_name, key) => {
  const server = await serve(key);
  const client = createClient(server, key);
  await sdkSpeaks(client, { Text: TEXT, OutputFormat: 'pcm', VoiceId: 'Joanna', Engine: 'neural' });
  await sdkSpeaks(client, { Text: 'Grüße.', OutputFormat: 'json', VoiceId: 'Vicki', SpeechMarkTypes: ['word'] });
  expect(server.violations).toEqual([]);
  expect(server.requests).toHaveLength(2);
  for (const request of server.requests) {
    const signed = await lastValueFrom(signRequest(unsigned(request, server.origin), optionsOf(request, key)));
    expect(signed.headers['authorization']).toBe(request.headers['authorization']);
  }
});

/** The request with no other headers than those that its client has signed, without what a signer adds. */
function unsigned({ headers, path, body }: ClientRequest, origin: string): Parameters<typeof signRequest>[0] {
  const names = /SignedHeaders=([^,]+)/u.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? [];
  const added = ['host', 'x-amz-date', 'x-amz-security-token'];
  const kept = names.filter((name) => !added.includes(name)).map((name) => [name, headers[name] ?? ''] as const);
  const text = Buffer.from(body).toString();
  return { url: `${origin}${path}`, method: 'POST', headers: Object.fromEntries(kept), body: text };
}

function optionsOf(
  { headers }: ClientRequest,
  { id, secret, region, token }: AccessKey,
): Parameters<typeof signRequest>[1] {
  const date = (headers['x-amz-date'] ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/u,
    '$1-$2-$3T$4:$5:$6Z',
  );
  const credentials = { accessKeyId: id, secretAccessKey: secret, sessionToken: token ?? null };
  return { credentials, region, now: Date.parse(date) };
}

test("a key that Polly does not know is refused, for Polly's client and for us", async () => {
  const [theirs, ours] = [
    await startFake(createPollyFake(), { fault: 'refuses the key' }),
    await startFake(createPollyFake(), { fault: 'refuses the key' }),
  ];
  onTestFinished(async () => {
    await theirs.close();
    await ours.close();
  });
  const input = { Text: TEXT, OutputFormat: 'pcm', VoiceId: 'Joanna' };
  await expect(sdkSpeaks(createClient(theirs, ACCESS_KEY), input)).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
    $metadata: { httpStatusCode: 403 },
  });
  const error: unknown = await weSpeak(ours, {}).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(AntiphonError);
  expect(error).toMatchObject({ code: 'provider_refused', details: { status: 403 } });
  expect([theirs.requests.length, ours.requests.length]).toEqual([1, 1]);
});
