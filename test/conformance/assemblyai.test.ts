import { from, lastValueFrom, toArray } from 'rxjs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AssemblyAiSttSettings } from '../../providers/assemblyai/settings.ts';
import { assemblyAiStt } from '../../providers/assemblyai/stt.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createAssemblyAiSttFake } from '../fakes/assemblyai/stt.ts';
import { startFake, type FakeOptions, type FakeServer } from '../fakes/kit/fake.ts';
import { sameWire, sdk, wireOf } from './kit.ts';

interface SdkTurn {
  readonly transcript: string;
  readonly end_of_turn: boolean;
  readonly turn_is_formatted: boolean;
}

/** What is used of the SDK. */
interface SdkTranscriber {
  on(event: 'turn', hear: (turn: SdkTurn) => void): void;
  connect(): Promise<unknown>;
  sendAudio(audio: ArrayBufferLike): void;
  forceEndpoint(): void;
  keepAlive(): void;
  close(): Promise<void>;
}

interface SdkClient {
  readonly streaming: { transcriber(params: object): SdkTranscriber };
}

const { AssemblyAI } = sdk('assemblyai') as { AssemblyAI: new (options: object) => SdkClient };

const RATE = 16_000;
const servers: FakeServer[] = [];

/** The SDK speaks only TLS, and takes no certificate. */
const { NODE_TLS_REJECT_UNAUTHORIZED: original } = process.env;
beforeAll(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'));
afterAll(() => {
  if (original === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = original;
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

async function serve(options: FakeOptions = {}): Promise<FakeServer> {
  const server = await startFake(createAssemblyAiSttFake(), options);
  servers.push(server);
  return server;
}

function createTranscriber({ origin }: FakeServer, params: object): SdkTranscriber {
  const websocketBaseUrl = `${origin.replace('http', 'ws')}/v3/ws`;
  return new AssemblyAI({ apiKey: 'secret' }).streaming.transcriber({ websocketBaseUrl, ...params });
}

/** Frames of 50 ms, the last of them with silence. */
function createFrames(text: string): readonly Int16Array[] {
  const sound = encodeText(text, RATE);
  return Array.from({ length: Math.ceil(sound.length / 800) }, (_, n) => {
    const frame = new Int16Array(800);
    frame.set(sound.subarray(n * 800, (n + 1) * 800));
    return frame;
  });
}

const TEXTS = ['thank you', 'good day'];

async function sdkHears(server: FakeServer, params: object, isLast: (turn: SdkTurn) => boolean): Promise<unknown> {
  const transcriber = createTranscriber(server, params);
  const heard: string[] = [];
  let ended: () => void = () => {};
  transcriber.on('turn', (turn) => {
    if (!isLast(turn)) return;
    heard.push(turn.transcript);
    ended();
  });
  await transcriber.connect();
  for (const text of TEXTS) {
    const end = new Promise<void>((resolve) => (ended = resolve));
    for (const frame of createFrames(text)) transcriber.sendAudio(frame.buffer);
    transcriber.forceEndpoint();
    await end;
  }
  await transcriber.close();
  await server.idle();
  return heard;
}

async function weHear(server: FakeServer, settings: Partial<AssemblyAiSttSettings>): Promise<unknown> {
  const stt = assemblyAiStt({ api_key: 'secret', base_url: server.origin, ...settings });
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

describe('/v3/ws', () => {
  const common = { sampleRate: RATE, encoding: 'pcm_s16le', minTurnSilence: 5000, maxTurnSilence: 5000 };
  const universal3 = { ...common, speechModel: 'universal-3-5-pro', continuousPartials: true };
  const streaming = { ...common, speechModel: 'universal-streaming-english', endOfTurnConfidenceThreshold: 1 };

  test.each<[what: string, params: object, settings: Partial<AssemblyAiSttSettings>]>([
    ['by default', universal3, {}],
    [
      'with every setting of Universal-3',
      {
        ...universal3,
        languageCodes: ['de', 'en'],
        languageDetection: true,
        keytermsPrompt: ['Antiphon', 'Silero'],
        prompt: 'A hotel.',
        mode: 'min_latency',
        interruptionDelay: 300,
        filterProfanity: true,
        speakerLabels: true,
        maxSpeakers: 2,
        vadThreshold: 0.5,
      },
      {
        language_codes: ['de', 'en'],
        language_detection: true,
        keywords: ['Antiphon', 'Silero'],
        prompt: 'A hotel.',
        mode: 'min_latency',
        interruption_delay: 300,
        filter_profanity: true,
        speaker_labels: true,
        max_speakers: 2,
        vad_threshold: 0.5,
      },
    ],
    [
      'with Universal-Streaming',
      { ...streaming, formatTurns: true },
      { model: 'universal-streaming-english', format_turns: true },
    ],
  ])('we send what the SDK sends, %s', async (_, params, settings) => {
    const [sdkServer, ourServer] = [await serve({ tls: true }), await serve()];
    const isLast = (turn: SdkTurn): boolean => turn.end_of_turn && turn.turn_is_formatted;
    expect(await sdkHears(sdkServer, params, isLast)).toEqual(TEXTS);
    expect(await weHear(ourServer, settings)).toEqual(TEXTS);
    sameWire(wireOf(sdkServer), wireOf(ourServer), []);
  });

  test('the SDK hears the end of a turn that the fake finds', async () => {
    const server = await serve({ tls: true });
    const transcriber = createTranscriber(server, { sampleRate: RATE, speechModel: 'universal-3-5-pro' });
    const ended = new Promise<string>((resolve) =>
      transcriber.on('turn', ({ transcript, end_of_turn }) => end_of_turn && resolve(transcript)),
    );
    await transcriber.connect();
    for (const frame of [...createFrames('thank you'), ...createFrames('')]) transcriber.sendAudio(frame.buffer);
    expect(await ended).toBe('thank you');
    transcriber.keepAlive();
    await transcriber.close();
  });

  test('the SDK understands the refusal of a key', async () => {
    const server = await serve({ tls: true, fault: 'refuses the key' });
    const params = { sampleRate: RATE, speechModel: 'universal-3-5-pro', maxConnectionRetries: 0 };
    await expect(createTranscriber(server, params).connect()).rejects.toThrow('Missing Authorization header');
  });
});
