import { filter, firstValueFrom, from, lastValueFrom, map, Subject, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { deepgramStt } from '../../providers/deepgram/stt.ts';
import type { DeepgramSttSettings } from '../../providers/deepgram/settings.ts';
import { deepgramTts } from '../../providers/deepgram/tts.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { createDeepgramFluxFake } from '../fakes/deepgram/flux.ts';
import { createDeepgramSttFake } from '../fakes/deepgram/stt.ts';
import { createDeepgramFluxTtsFake } from '../fakes/deepgram/fluxTts.ts';
import { createDeepgramTtsFake } from '../fakes/deepgram/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../fakes/kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

/** What is used of a socket of the SDK, whichever it is. */
interface SdkSocket {
  on(event: 'message', hear: (message: unknown) => void): void;
  on(event: 'close', end: () => void): void;
  connect(): unknown;
  waitForOpen(): Promise<unknown>;
  sendMedia(samples: Int16Array): void;
  sendFinalize(message: object): void;
  sendForceEndTurn(message: object): void;
  sendCloseStream(message: object): void;
  sendText(message: object): void;
  sendSpeak(message: object): void;
  sendFlush(message: object): void;
  sendClose(message: object): void;
}

interface SdkDoor {
  connect(settings: object): Promise<SdkSocket>;
}

interface SdkClient {
  readonly listen: { readonly v1: SdkDoor; readonly v2: SdkDoor };
  readonly speak: { readonly v1: SdkDoor; readonly v2: SdkDoor };
}

const { DeepgramClient } = sdk('@deepgram/sdk') as { DeepgramClient: new (options: object) => SdkClient };

const DEVIATIONS: readonly Deviation[] = [
  ...['language', 'sdk-name', 'sdk-version', 'runtime', 'runtime-version'].map((what) => ({
    where: `upgrade.headers.x-fern-${what}`,
    why: 'the SDK tells of itself',
  })),
  { where: 'upgrade.headers.x-deepgram-session-id', why: 'telemetry of the SDK: the server gives a request id anyway' },
];

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

async function serve(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

function client({ origin }: FakeServer): SdkClient {
  const socket = origin.replace('http', 'ws');
  return new DeepgramClient({
    apiKey: 'secret',
    environment: { base: origin, production: socket, agent: socket, agentRest: origin },
  });
}

/** The messages that the SDK's socket receives. */
async function open(door: SdkDoor, settings: object): Promise<{ socket: SdkSocket; heard: Subject<unknown> }> {
  const socket = await door.connect({ ...settings, Authorization: 'Token secret', reconnectAttempts: 0 });
  const heard = new Subject<unknown>();
  socket.on('message', (message) => heard.next(message));
  socket.on('close', () => heard.complete());
  socket.connect();
  await socket.waitForOpen();
  return { socket, heard };
}

describe('/v1/listen and /v2/listen', () => {
  const sound = encodeText('thank you', 16_000);
  const frames = Array.from({ length: Math.ceil(sound.length / 1280) }, (_, n) =>
    sound.slice(n * 1280, (n + 1) * 1280),
  );
  const audio = { encoding: 'linear16', sample_rate: 16_000 };
  const nova = {
    ...audio,
    language: 'en-US',
    channels: 1,
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    endpointing: 25,
    profanity_filter: 'false',
    queryParams: { no_delay: 'true', filler_words: 'true' },
  };

  /** One script for both: two frames, the end, and goodbye when the answer is there. */
  async function sdkHears(server: FakeServer, version: 'v1' | 'v2', settings: object): Promise<unknown> {
    const { socket, heard } = await open(client(server).listen[version], settings);
    const answer = firstValueFrom(heard.pipe(map(answerIn), filter(Boolean)));
    for (const frame of frames) socket.sendMedia(frame);
    if (version === 'v1') socket.sendFinalize({ type: 'Finalize' });
    else socket.sendForceEndTurn({ type: 'ForceEndTurn' });
    const text = await answer;
    socket.sendCloseStream({ type: 'CloseStream' });
    await server.idle();
    return text;
  }

  async function weHear(server: FakeServer, settings: Partial<DeepgramSttSettings>): Promise<unknown> {
    const stt = deepgramStt({ api_key: 'secret', base_url: server.origin, ...settings });
    const audioInputs = frames.map(
      (samples): SttInput => ({ kind: 'audio', segment: 0, frame: { samples, sampleRate: 16_000 } }),
    );
    const input: readonly SttInput[] = [{ kind: 'start', segment: 0 }, ...audioInputs, { kind: 'end', segment: 0 }];
    const answer = await lastValueFrom(stt.transcribe(from(input)));
    await server.idle();
    return answer.kind === 'final' ? answer.text : answer.kind;
  }

  const keywords = [
    ['Antiphon', 2.5],
    ['Silero', 1],
  ] as const;
  const keyterm = ['Antiphon', 'Silero'];
  const turns = { eot_threshold: 1, eot_timeout_ms: 30_000, profanity_filter: 'false' };

  test.each([
    ['nova-3', 'v1', createDeepgramSttFake(), { ...nova, keyterm }],
    ['nova-2', 'v1', createDeepgramSttFake(), { ...nova, keywords: ['Antiphon:2.5', 'Silero:1'] }],
    ['flux-general-en', 'v2', createDeepgramFluxFake(), { ...audio, ...turns, keyterm }],
  ] as const)('%s: we send what the SDK sends', async (model, version, fake, settings) => {
    const [sdkServer, ourServer] = [await serve(fake), await serve(fake)];
    expect(await sdkHears(sdkServer, version, { model, ...settings })).toBe('thank you');
    expect(await weHear(ourServer, { model, keywords })).toBe('thank you');
    sameWire(wireOf(sdkServer), wireOf(ourServer), DEVIATIONS);
  });
});

/** The text that the end was answered with, as the SDK has read it. */
function answerIn(message: unknown): string {
  const { from_finalize, channel, event, transcript } = message as {
    readonly from_finalize?: boolean;
    readonly channel?: { readonly alternatives: readonly { readonly transcript: string }[] };
    readonly event?: string;
    readonly transcript?: string;
  };
  if (event === 'EndOfTurn') return transcript ?? '';
  return from_finalize === true ? (channel?.alternatives[0]?.transcript ?? '') : '';
}

describe.each([
  ['v1', 'aura-2-thalia-en', createDeepgramTtsFake()],
  ['v2', 'flux-haley-en', createDeepgramFluxTtsFake()],
] as const)('/%s/speak', (version, model, fake) => {
  const pieces = ['Hello. ', 'How can ', 'I help?'];
  const format = { model, encoding: 'linear16', sample_rate: 24_000 };

  async function sdkSpeaks(server: FakeServer): Promise<number> {
    const { socket, heard } = await open(client(server).speak[version], format);
    const all = lastValueFrom(heard.pipe(toArray()));
    for (const text of pieces) {
      if (version === 'v1') socket.sendText({ type: 'Speak', text });
      else socket.sendSpeak({ type: 'Speak', text });
    }
    socket.sendFlush({ type: 'Flush' });
    socket.sendClose({ type: 'Close' });
    const blobs = (await all).filter((message): message is Blob => message instanceof Blob);
    await server.idle();
    return blobs.reduce((bytes, { size }) => bytes + size, 0);
  }

  async function weSpeak(server: FakeServer): Promise<number> {
    const voice = deepgramTts({ api_key: 'secret', base_url: server.origin, model });
    const text = new Subject<string>();
    let bytes = 0;
    const [first = '', ...others] = pieces;
    const spoken = new Promise<void>((complete, error) => {
      let goOn = (): void => {
        goOn = () => {};
        for (const piece of others) text.next(piece);
        text.complete();
      };
      voice.synthesize(text).subscribe({
        next: (event) => {
          if (event.kind === 'audio') bytes += event.frame.samples.byteLength;
          goOn();
        },
        complete,
        error,
      });
    });
    text.next(first);
    await spoken;
    await server.idle();
    return bytes;
  }

  test('we send what the SDK sends', async () => {
    const [sdkServer, ourServer] = [await serve(fake), await serve(fake)];
    const bytes = encodeText(pieces.join(''), 24_000).byteLength;
    expect(await sdkSpeaks(sdkServer)).toBe(bytes);
    expect(await weSpeak(ourServer)).toBe(bytes);
    sameWire(wireOf(sdkServer), wireOf(ourServer), DEVIATIONS);
  });
});
