import { filter, firstValueFrom, from, lastValueFrom, Subject, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { SpeechmaticsSttSettings } from '../../providers/speechmatics/settings.ts';
import { speechmaticsStt } from '../../providers/speechmatics/stt.ts';
import type { SttEvent, SttInput } from '../../src/core/ports.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { bytesOfSamples } from '../../src/wire/bytes.ts';
import { startFake, type FakeServer, type InjectedFault } from '../fakes/kit/fake.ts';
import { createSpeechmaticsFake } from '../fakes/speechmatics.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface Message {
  readonly message: string;
  readonly metadata?: { readonly transcript?: string };
}

interface Client {
  addEventListener(type: 'receiveMessage', listener: (event: { readonly data: Message }) => void): void;
  start(jwt: string, config: object): Promise<Message>;
  sendAudio(bytes: Uint8Array): void;
  forceEndOfUtterance(): void;
  stopRecognition(): Promise<unknown>;
}

const { RealtimeClient } = sdk('@speechmatics/real-time-client') as {
  RealtimeClient: new (options: object) => Client;
};

const DEVIATIONS: readonly Deviation[] = [
  { where: 'upgrade.query', why: 'the client runs in browsers too, which cannot set headers' },
  { where: 'upgrade.headers', why: 'a key is not to be in an address' },
  { where: 'frame.timestamp', why: 'the client does not offer it; with it, the words up to the end are final' },
];

const RATE = 16_000;
const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

async function serve(fault?: InjectedFault): Promise<FakeServer> {
  const server = await startFake(createSpeechmaticsFake(), { fault });
  servers.push(server);
  return server;
}

function client({ origin }: FakeServer): Client {
  return new RealtimeClient({ url: `${origin.replace('http', 'ws')}/v2` });
}

/** The SDK's side: each text is forced, and the next one follows its end of utterance. */
async function sdkHears(server: FakeServer, texts: readonly string[], config: object): Promise<readonly string[]> {
  const session = client(server);
  const messages = new Subject<Message>();
  const answered: string[] = [];
  let words = '';
  session.addEventListener('receiveMessage', ({ data }) => messages.next(data));
  messages.subscribe(({ message, metadata }) => {
    if (message === 'AddTranscript') words += metadata?.transcript ?? '';
  });
  const audio_format = { type: 'raw', encoding: 'pcm_s16le', sample_rate: RATE };
  await session.start('fake-key', { audio_format, transcription_config: config });
  for (const text of texts) {
    const ended = firstValueFrom(messages.pipe(filter(({ message }) => message === 'EndOfUtterance')));
    session.sendAudio(bytesOfSamples(encodeText(text, RATE)));
    session.forceEndOfUtterance();
    await ended;
    answered.push(words.trim());
    words = '';
  }
  await session.stopRecognition();
  await server.idle();
  return answered;
}

async function weHear(
  server: FakeServer,
  texts: readonly string[],
  settings: Partial<SpeechmaticsSttSettings> = {},
): Promise<readonly SttEvent[]> {
  const stt = speechmaticsStt({ api_key: 'fake-key', base_url: server.origin, ...settings });
  const input = texts.flatMap((text, segment): readonly SttInput[] => [
    { kind: 'start', segment },
    { kind: 'audio', segment, frame: { samples: encodeText(text, RATE), sampleRate: RATE } },
    { kind: 'end', segment },
  ]);
  const events = await lastValueFrom(stt.transcribe(from(input)).pipe(toArray()));
  await server.idle();
  return events;
}

function finals(events: readonly SttEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
}

const BASIC = {
  language: 'en',
  model: 'enhanced',
  max_delay: 2,
  max_delay_mode: 'flexible',
  enable_partials: true,
  diarization: 'none',
} as const;

const FULL = {
  language: 'es',
  model: 'standard',
  output_locale: 'es-MX',
  domain: 'bilingual-en',
  additional_vocab: ['Antiphon', { content: 'gnocchi', sounds_like: ['nyohki'] }],
  max_delay: 0.7,
  max_delay_mode: 'fixed',
  enable_partials: false,
  diarization: 'speaker',
  speaker_diarization_config: { max_speakers: 2, speaker_sensitivity: 0.6 },
} as const;

describe('@speechmatics/real-time-client 8.5.1', () => {
  test.each([
    ['as it is by default', BASIC],
    ['with every setting', FULL],
  ])('sends what we send, and receives the same texts, %s', async (_, config) => {
    const [theirs, ours] = [await serve(), await serve()];
    const texts = ['what time is it', 'thank you'];
    expect(await sdkHears(theirs, texts, config)).toEqual(texts);
    expect(finals(await weHear(ours, texts, config))).toEqual(texts);
    sameWire(wireOf(theirs), wireOf(ours), DEVIATIONS);
  });

  test('is refused as we are, with a key that is not valid', async () => {
    const [theirs, ours] = [await serve('refuses the key'), await serve('refuses the key')];
    const refused = await client(theirs)
      .start('fake-key', { transcription_config: BASIC })
      .catch((error: { readonly message: string }) => error);
    expect(refused.message).toContain('401');
    const [failed] = await weHear(ours, ['thank you']);
    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'provider_refused', details: { status: 401 } } });
  });
});
