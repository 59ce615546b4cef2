import { lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { elevenLabsTtsSchema } from '../../providers/elevenlabs/settings.ts';
import { elevenLabsTts, createElevenLabsWire } from '../../providers/elevenlabs/tts.ts';
import type { TtsAction } from '../../src/wire/tts/dialect.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { sameWire, sdk } from './kit.ts';

/**
 * `@elevenlabs/elevenlabs-js` has no client for the WebSocket, and what it has over HTTP is no part of our adapter: what it
 * knows of the WebSocket are the serializers of its messages. Ours are built by them, and those of our fake read by them.
 */
const MESSAGES = sdk('@elevenlabs/elevenlabs-js/serialization/index.js') as Readonly<Record<MessageName, Serializer>>;

type MessageName =
  | 'InitializeConnectionMulti'
  | 'SendTextMulti'
  | 'FlushContext'
  | 'CloseContext'
  | 'CloseSocket'
  | 'AudioOutputMulti'
  | 'FinalOutputMulti';

interface Serializer {
  jsonOrThrow(value: unknown): unknown;
  parseOrThrow(json: unknown): unknown;
}

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createElevenLabsFake());
});

/** The server found no violation in any test, and nothing stays open. */
async function putAway(): Promise<void> {
  expect(server.violations).toEqual([]);
  await server.idle();
  await server.close();
}

afterEach(putAway);

async function speak(): Promise<void> {
  const settings = { api_key: 'fake-key', encoding: 'pcm_24000', base_url: server.origin } as const;
  const tts = elevenLabsTts(settings, { newId: () => 'c1' });
  await lastValueFrom(tts.synthesize(of('Hello there, how are you?')).pipe(toArray()));
  await server.idle();
}

function messagesOf(by: 'client' | 'server'): readonly unknown[] {
  return server.log.filter(({ from }) => from === by).map(({ frame }) => JSON.parse(String(frame)) as unknown);
}

const OPENING: unknown = MESSAGES.InitializeConnectionMulti.jsonOrThrow({
  text: ' ',
  contextId: 'c1',
  voiceSettings: { stability: 0.71, similarityBoost: 0.5, style: 0, useSpeakerBoost: true },
  generationConfig: { chunkLengthSchedule: [80, 120, 200, 260] },
});

describe('@elevenlabs/elevenlabs-js 2.73.0', () => {
  test('would send what we send', async () => {
    await speak();
    const theirs = [
      OPENING,
      MESSAGES.SendTextMulti.jsonOrThrow({ text: 'Hello there, how are ', contextId: 'c1' }),
      MESSAGES.SendTextMulti.jsonOrThrow({ text: 'you? ', contextId: 'c1', flush: true }),
      MESSAGES.CloseContext.jsonOrThrow({ contextId: 'c1', closeContext: true }),
      MESSAGES.CloseSocket.jsonOrThrow({ closeSocket: true }),
    ];
    sameWire(theirs, messagesOf('client'), []);
  });

  test('would flush, cut and keep alive as we do', () => {
    const settings = elevenLabsTtsSchema().parse({ provider: 'elevenlabs', api_key: 'fake-key' });
    const talk = createElevenLabsWire(settings, () => 'c1').dialect();
    const ours = [...talk.begin(0), ...talk.flush(0), ...(talk.cancel?.(0) ?? []), ...(talk.idle?.() ?? [])];
    const theirs = [
      OPENING,
      MESSAGES.FlushContext.jsonOrThrow({ contextId: 'c1', flush: true }),
      MESSAGES.CloseContext.jsonOrThrow({ contextId: 'c1', closeContext: true }),
      MESSAGES.SendTextMulti.jsonOrThrow({ text: '' }),
    ];
    sameWire(theirs, ours.map(messageOf), []);
  });

  test('reads what our fake sends', async () => {
    await speak();
    const [final, ...audio] = messagesOf('server').toReversed();
    expect(audio.length).toBeGreaterThan(1);
    for (const frame of audio) MESSAGES.AudioOutputMulti.parseOrThrow(withoutNulls(frame));
    expect(MESSAGES.FinalOutputMulti.parseOrThrow(final)).toEqual({ isFinal: true, contextId: 'c1' });
  });
});

function messageOf(action: TtsAction): unknown {
  return action.kind === 'send' ? (JSON.parse(String(action.frame)) as unknown) : action;
}

/** The server does send nulls; the serializers take none. */
function withoutNulls(frame: unknown): unknown {
  return Object.fromEntries(Object.entries(frame as object).filter(([, value]) => value !== null));
}
