import { lastValueFrom, of, toArray } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import type { GoogleTtsSettings } from '../../providers/google/settings.ts';
import { googleTts } from '../../providers/google/tts.ts';
import { concatSamples } from '../../src/core/audio.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import { parseObject } from '../../src/wire/json.ts';
import { createGoogleTtsFake } from '../fakes/google.ts';
import { createAccount } from '../fakes/google/account.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface SpeechClient {
  synthesizeSpeech(request: object): Promise<readonly [{ readonly audioContent: Uint8Array }]>;
  close(): Promise<void>;
}

const { TextToSpeechClient } = sdk('@google-cloud/text-to-speech') as {
  TextToSpeechClient: new (options: object) => SpeechClient;
};

const TEXT = 'Hello there.';
const WAV_HEAD_BYTES = 44;
const account = createAccount();

const DEVIATIONS: readonly Deviation[] = [
  { where: 'request.query', why: 'the SDK asks for enums as numbers in the answer, which has none' },
  { where: 'request.headers.x-goog-api-client', why: 'telemetry of the SDK' },
  {
    where: 'request.body.audioConfig.audioEncoding',
    why: 'the SDK sends enums as numbers; names are what the docs have, and are read by people',
  },
];
const GENDER: Deviation = { where: 'request.body.voice.ssmlGender', why: 'the same, where a gender is sent' };

test.each<[name: string, settings: Partial<GoogleTtsSettings>, request: object]>([
  [
    'the defaults',
    {},
    {
      voice: { languageCode: 'en-US' },
      audioConfig: { audioEncoding: 'LINEAR16', speakingRate: 1, sampleRateHertz: 24_000 },
    },
  ],
  [
    'every setting',
    {
      language: 'de-DE',
      voice_name: 'de-DE-Wavenet-C',
      encoding: 'wav',
      sample_rate: 16_000,
      pitch: -3,
      effects_profile_id: 'telephony-class-application, headphone-class-device',
      speaking_rate: 1.5,
    },
    {
      voice: { languageCode: 'de-DE', name: 'de-DE-Wavenet-C' },
      audioConfig: {
        audioEncoding: 'LINEAR16',
        speakingRate: 1.5,
        pitch: -3,
        sampleRateHertz: 16_000,
        effectsProfileId: ['telephony-class-application', 'headphone-class-device'],
      },
    },
  ],
  [
    'a gender to choose by',
    { gender: 'female' },
    {
      voice: { languageCode: 'en-US', ssmlGender: 'FEMALE' },
      audioConfig: { audioEncoding: 'LINEAR16', speakingRate: 1, sampleRateHertz: 24_000 },
    },
  ],
])("Google's client and our adapter send and receive the same: %s", async (_name, settings, request) => {
  const [theirs, ours] = [await serve(), await serve()];

  const client = sdkClient(theirs);
  const [{ audioContent }] = await client.synthesizeSpeech({ input: { text: TEXT }, ...request });
  await client.close();

  const voice = googleTts({ credentials: account.credentials, base_url: ours.origin, ...settings });
  const events = await lastValueFrom(voice.synthesize(of(TEXT)).pipe(toArray()));
  const weHeard = concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));

  sameWire(
    wireOf(theirs).map(timeless),
    wireOf(ours).map(timeless),
    'gender' in settings ? [...DEVIATIONS, GENDER] : DEVIATIONS,
  );
  expect(createPcmDecoder().push(audioContent.subarray(WAV_HEAD_BYTES))).toEqual(encodeText(TEXT, voice.sampleRate));
  expect(weHeard).toEqual(encodeText(TEXT, voice.sampleRate));
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

/** A token is what it claims, but for when; the fake has verified its signature. */
function timeless(messages: unknown): unknown {
  const text = JSON.stringify(messages).replace(/Bearer [\w-]+\.[\w-]+\.[\w-]+/u, (token) => {
    const [header = '', claims = ''] = token.replace('Bearer ', '').split('.');
    const { iat: _, exp: __, ...claimed } = parseObject(Buffer.from(claims, 'base64url').toString()) ?? {};
    return encodeURIComponent(JSON.stringify([Buffer.from(header, 'base64url').toString(), claimed]));
  });
  return JSON.parse(text) as unknown;
}

function sdkClient({ origin }: FakeServer): SpeechClient {
  const { hostname, port } = new URL(origin);
  const { credentials } = account;
  return new TextToSpeechClient({
    fallback: true,
    protocol: 'http',
    apiEndpoint: hostname,
    port: Number(port),
    credentials,
  });
}

async function serve(): Promise<FakeServer> {
  const server = await startFake(createGoogleTtsFake({ account }));
  onTestFinished(() => server.close());
  return server;
}
