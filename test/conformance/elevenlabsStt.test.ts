import { once } from 'node:events';
import { from, lastValueFrom, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElevenLabsSttSettings } from '../../providers/elevenlabs/scribe/settings.ts';
import { elevenLabsStt } from '../../providers/elevenlabs/stt.ts';
import type { SttEvent, SttInput } from '../../src/core/ports.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { createScribeFake } from '../fakes/elevenlabs/scribe.ts';
import { startFake, type FakeServer, type InjectedFault } from '../fakes/kit/fake.ts';
import { sameWire, sdk, wireOf } from './kit.ts';

interface Message {
  readonly text?: string;
  readonly message?: string;
}

interface Connection {
  on(event: string, listener: (message: Message) => void): void;
  send(chunk: object): void;
  commit(): void;
  close(): void;
}

interface Client {
  readonly speechToText: { readonly realtime: { connect(options: object): Promise<Connection> } };
}

const { ElevenLabsClient } = sdk('@elevenlabs/elevenlabs-js') as { ElevenLabsClient: new (options: object) => Client };
const { ReceiveTranscription } = sdk(
  '@elevenlabs/elevenlabs-js/serialization/resources/v1SpeechToTextRealtime/types/index.js',
) as { readonly ReceiveTranscription: { parseOrThrow(json: unknown): unknown } };

const RATE = 16_000;
const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

async function serve(fault?: InjectedFault): Promise<FakeServer> {
  const server = await startFake(createScribeFake(), { fault });
  servers.push(server);
  return server;
}

/** Connects the SDK, and waits for its session. */
async function connect({ origin }: FakeServer, options: object): Promise<Connection> {
  const client = new ElevenLabsClient({ apiKey: 'fake-key', baseUrl: origin });
  const settings = { modelId: 'scribe_v2_realtime', audioFormat: 'pcm_16000', sampleRate: RATE, ...options };
  return client.speechToText.realtime.connect({ commitStrategy: 'manual', ...settings });
}

/** Resolves with the next message of a kind. */
function next(connection: Connection, event: string): Promise<Message> {
  return new Promise((resolve) => connection.on(event, resolve));
}

/** The SDK's side: each text is committed, and the next one follows the answer. */
async function sdkHears(server: FakeServer, texts: readonly string[], options: object): Promise<readonly string[]> {
  const connection = await connect(server, options);
  const answered: string[] = [];
  const answers = new EventTarget();
  connection.on(
    options === TIMED ? 'committed_transcript_with_timestamps' : 'committed_transcript',
    ({ text = '' }) => {
      answered.push(text);
      answers.dispatchEvent(new Event('answer'));
    },
  );
  await next(connection, 'session_started');
  for (const text of texts) {
    const answer = once(answers, 'answer');
    connection.send({ audioBase64: toBase64(bytesOfSamples(encodeText(text, RATE))) });
    connection.commit();
    await answer;
  }
  connection.close();
  await server.idle();
  return answered;
}

async function weHear(
  server: FakeServer,
  texts: readonly string[],
  settings: Partial<ElevenLabsSttSettings>,
): Promise<readonly SttEvent[]> {
  const stt = elevenLabsStt({ api_key: 'fake-key', base_url: server.origin, ...settings });
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

const PLAIN = {
  languageCode: 'en',
  secondaryLanguages: ['de', 'fr'],
  includeTimestamps: false,
  includeLanguageDetection: false,
  keyterms: ['Antiphon', 'front desk'],
  noVerbatim: true,
  filterBackgroundAudio: true,
  enableLogging: false,
};
const TIMED = { includeTimestamps: true, includeLanguageDetection: true };

describe('@elevenlabs/elevenlabs-js 2.73.0', () => {
  test.each<[string, object, Partial<ElevenLabsSttSettings>]>([
    [
      'with every parameter',
      PLAIN,
      {
        language_code: 'en',
        secondary_languages: ['de', 'fr'],
        keyterms: ['Antiphon', 'front desk'],
        no_verbatim: true,
        filter_background_audio: true,
        enable_logging: false,
      },
    ],
    ['with timestamps', TIMED, { include_timestamps: true, include_language_detection: true }],
  ])('sends what we send, and receives the same texts, %s', async (_, options, settings) => {
    const [theirs, ours] = [await serve(), await serve()];
    const texts = ['what time is it', 'thank you'];
    expect(await sdkHears(theirs, texts, options)).toEqual(texts);
    expect(finals(await weHear(ours, texts, settings))).toEqual(texts);
    sameWire(wireOf(theirs), wireOf(ours), []);
  });

  test('is refused as we are, with a key that is not valid', async () => {
    const [theirs, ours] = [await serve('refuses the key'), await serve('refuses the key')];
    const { message } = await next(await connect(theirs, {}), 'error');
    expect(message).toContain('401');
    const [failed] = await weHear(ours, ['thank you'], {});
    expect(failed).toMatchObject({ kind: 'failed', error: { code: 'provider_refused', details: { status: 401 } } });
  });

  test('reads what our fake sends', async () => {
    const server = await serve();
    await weHear(server, ['what time is it'], { include_timestamps: true });
    const messages = server.log.filter(({ from: side }) => side === 'server').map(({ frame }) => frame);
    expect(messages.length).toBeGreaterThan(3);
    for (const message of messages) ReceiveTranscription.parseOrThrow(withoutNulls(JSON.parse(String(message))));
  });
});

/** The server does send nulls; the serializers take none. */
function withoutNulls(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) => value ?? undefined);
}
