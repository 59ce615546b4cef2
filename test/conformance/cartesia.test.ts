import {
  asyncScheduler,
  concat,
  filter,
  firstValueFrom,
  lastValueFrom,
  NEVER,
  of,
  Subject,
  toArray,
  type SchedulerLike,
} from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import type { CartesiaTtsSettings } from '../../providers/cartesia/settings.ts';
import { cartesiaTts } from '../../providers/cartesia/tts.ts';
import { concatSamples } from '../../src/core/audio.ts';
import type { TextToSpeech } from '../../src/core/ports.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import { parseObject } from '../../src/wire/json.ts';
import type { OpenSocket, SocketFrame } from '../../src/wire/socket.ts';
import { openWebSocket } from '../../src/wire/openWebSocket.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { createTextReader } from '../../src/testing/textAudio.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface SdkContext {
  send(message: object): Promise<void>;
  cancel(): Promise<void>;
  receive(): AsyncGenerator<{ readonly type: string; readonly audio?: Uint8Array }>;
}

interface SdkSocket {
  context(options: object): SdkContext;
  close(): void;
}

const { default: Cartesia } = sdk('@cartesia/cartesia-js') as {
  default: new (options: object) => { readonly tts: { websocket(options: object): Promise<SdkSocket> } };
};

const DEVIATIONS: readonly Deviation[] = [
  {
    where: 'upgrade.headers.cartesia-version',
    why: 'the newest version that is known to take a voice as an object with a mode, as other frameworks send it',
  },
  { where: 'upgrade.headers.x-cartesia-client', why: 'the SDK tells of itself' },
];
test.each<[Partial<CartesiaTtsSettings>, object]>([
  [{}, {}],
  [{ speed: 0.2, emotion: ['positivity'] }, { generation_config: { speed: 1.1, emotion: 'happy' } }],
])("Cartesia's client and our adapter send the same: %j", async (settings, config) => {
  const [theirs, ours] = [await serve({ tls: true }), await serve()];
  const heard = [await sdkSpeaks(theirs, config), await weSpeak(ours, settings)];
  sameWire(wireOf(theirs), wireOf(ours), DEVIATIONS);
  expect(heard).toEqual(['Hello there.', 'Hello there.']);
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

async function serve(options: { readonly tls?: boolean } = {}): Promise<FakeServer> {
  const server = await startFake(createCartesiaFake(), options);
  onTestFinished(() => server.close());
  return server;
}

/** One context with a flush in its midst, and one that is cancelled at its first audio. */
async function sdkSpeaks(server: FakeServer, config: object): Promise<string> {
  const client = new Cartesia({ apiKey: 'fake-key', baseURL: server.origin });
  const socket = await client.tts.websocket({ ca: server.certificate });
  const message = {
    model_id: 'sonic-3.5',
    voice: { mode: 'id', id: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
    language: 'en',
    add_timestamps: true,
    use_normalized_timestamps: false,
    max_buffer_delay_ms: 1000,
  };
  const whole = socket.context({ ...message, contextId: 'context-1' });
  await whole.send({ transcript: 'Hello there. ', continue: true, ...config });
  await whole.send({ transcript: '', continue: true, flush: true, ...config });
  const heard: Uint8Array[] = [];
  for await (const { type, audio } of whole.receive()) {
    if (audio !== undefined) heard.push(audio);
    if (type === 'flush_done') await whole.send({ transcript: '', continue: false, ...config });
  }
  const cut = socket.context({ ...message, contextId: 'context-2' });
  await cut.send({ transcript: 'And you? ', continue: true, ...config });
  const answers = cut.receive();
  while ((await answers.next()).value?.type !== 'chunk');
  await cut.cancel();
  socket.close();
  await server.idle();
  return read(createPcmDecoder().push(Buffer.concat(heard)));
}

async function weSpeak(server: FakeServer, settings: Partial<CartesiaTtsSettings>): Promise<string> {
  const text = new Subject<string>();
  let contexts = 0;
  const voice = cartesiaTts(
    { api_key: 'fake-key', base_url: server.origin, ...settings },
    {
      scheduler: hurried,
      newId: () => `context-${++contexts}`,
      openSocket: onMessage('flush_done', () => text.complete()),
    },
  );
  const warmth = voice.keepWarm?.().subscribe();
  const whole = lastValueFrom(voice.synthesize(text).pipe(toArray()));
  text.next('Hello there. ');
  const heard = (await whole).flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : []));
  await firstAudio(voice, 'And you? ');
  warmth?.unsubscribe();
  await server.idle();
  return read(concatSamples(heard));
}

function read(samples: Int16Array): string {
  return createTextReader(24_000).push(samples);
}

/** Fifty times as fast: a stall is soon noticed, and what there is flushed. */
const hurried: SchedulerLike = {
  now: () => performance.now() * 50,
  schedule: (...[work, delay = 0, state]: Parameters<SchedulerLike['schedule']>) =>
    asyncScheduler.schedule(work, delay / 50, state),
};

/** Calls `then` behind each frame of that type. */
function onMessage(type: string, then: () => void): OpenSocket {
  return (request, listener) => {
    const received = (frame: SocketFrame): void => {
      listener.received(frame);
      if (parseObject(frame)?.['type'] === type) then();
    };
    return openWebSocket(request, { ...listener, received });
  };
}

async function firstAudio(voice: TextToSpeech, text: string): Promise<void> {
  await firstValueFrom(voice.synthesize(concat(of(text), NEVER)).pipe(filter(({ kind }) => kind === 'audio')));
}
