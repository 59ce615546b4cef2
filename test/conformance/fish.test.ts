import { decode } from '@msgpack/msgpack';
import { lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fishTts } from '../../providers/fish/tts.ts';
import { createFishFake } from '../fakes/fish.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { createTextReader } from '../../src/testing/textAudio.ts';
import { sameWire, wireOf, type Deviation } from './kit.ts';

/** The package claims that all of it is ES modules, and cannot be required. */
const PACKAGE: string = 'fish-audio';

/** What is used here of `fish-audio`. */
interface FishAudio {
  readonly FishAudioClient: new (options: {
    readonly apiKey: string;
    readonly baseUrl: string;
  }) => {
    readonly textToSpeech: {
      convertRealtime(request: object, text: AsyncIterable<string>, backend: string): Promise<RealtimeConnection>;
    };
  };
}

interface RealtimeConnection {
  on(event: 'audio_chunk', heard: (audio: Uint8Array) => void): void;
  on(event: 'error', heard: (error: unknown) => void): void;
  on(event: 'close', heard: () => void): void;
  close(): void;
}

/** As our adapter cuts `Hello there, how are you?`. */
const PIECES: readonly string[] = ['Hello there, how are ', 'you? '];
const REQUEST = {
  text: '',
  format: 'pcm',
  sample_rate: 24_000,
  latency: 'balanced',
  normalize: true,
  reference_id: 'voice-1',
  chunk_length: 100,
};

const DEVIATIONS: readonly Deviation[] = [
  { where: 'upgrade.path', why: 'the times of the words feed the ledger: /v1/tts/live/with-timestamp' },
];

let theirs: FakeServer;
let ours: FakeServer;

beforeEach(async () => {
  [theirs, ours] = await Promise.all([startFake(createFishFake()), startFake(createFishFake())]);
});

afterEach(async () => {
  for (const server of [theirs, ours]) {
    await server.idle();
    await server.close();
  }
});

/** The text that the vendor's client recognises. */
async function spokenBySdk(server: FakeServer): Promise<string> {
  const { FishAudioClient } = (await import(PACKAGE)) as FishAudio;
  const client = new FishAudioClient({ apiKey: 'fake-key', baseUrl: server.origin });
  const text = async function* (): AsyncGenerator<string> {
    yield* PIECES;
  };
  const connection = await client.textToSpeech.convertRealtime(REQUEST, text(), 's2.1-pro');
  const audio: Uint8Array[] = [];
  await new Promise<void>((resolve, reject) => {
    connection.on('audio_chunk', (bytes) => void audio.push(bytes));
    connection.on('error', reject);
    connection.on('close', resolve);
  });
  connection.close();
  const bytes = Buffer.concat(audio);
  return createTextReader(24_000).push(new Int16Array(Uint8Array.from(bytes).buffer));
}

async function spokenByUs(server: FakeServer): Promise<void> {
  const tts = fishTts({ api_key: 'fake-key', model_id: 'voice-1', base_url: server.origin });
  await lastValueFrom(tts.synthesize(of('Hello there, how are you?')).pipe(toArray()));
}

function messagesOf(from: FakeServer): readonly unknown[] {
  return wireOf(from, (frame) => (frame.length === 0 ? '' : decode(frame as Uint8Array)));
}

describe('fish-audio 0.1.0', () => {
  test('has speech synthesised by our fake', async () => {
    expect(await spokenBySdk(theirs)).toBe('Hello there, how are you? ');
    expect(theirs.violations).toEqual([]);
  });

  test('sends what we send', async () => {
    await spokenBySdk(theirs);
    await spokenByUs(ours);
    sameWire(messagesOf(theirs), messagesOf(ours), DEVIATIONS);
  });
});
