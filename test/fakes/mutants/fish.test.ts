import { decode, encode } from '@msgpack/msgpack';
import { catchError, EMPTY, lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fishTtsSchema } from '../../../providers/fish/settings.ts';
import { fishTts, createFishWire } from '../../../providers/fish/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { JsonObject } from '../../../src/wire/json.ts';
import type { TtsDialect } from '../../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../../src/wire/tts/createWebSocketTts.ts';
import { createFishFake } from '../fish.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createFishFake());
});

afterEach(async () => {
  await server.close();
});

function spoken(tts: TextToSpeech, text = 'Hello there, and a good day.'): Promise<readonly TtsEvent[]> {
  return lastValueFrom(
    tts.synthesize(of(text)).pipe(
      catchError(() => EMPTY),
      toArray(),
    ),
  );
}

async function faultsOf(tampering: Tampering): Promise<string> {
  const settings = { api_key: 'fake-key', base_url: server.origin };
  await spoken(fishTts(settings, { openSocket: createTamperedSocket(tampering) }));
  return server.violations.join('\n');
}

/** Changes each message. */
function messages(change: (message: JsonObject) => readonly object[]): Tampering {
  return { frames: (frame) => change(decode(frame as Uint8Array) as JsonObject).map((message) => encode(message)) };
}

function headers(change: Readonly<Record<string, string>>): Tampering {
  return { request: (request) => ({ ...request, headers: { ...request.headers, ...change } }) };
}

/** Changes the `request` of the start. */
function start(change: object): Tampering {
  return messages((message) =>
    message['event'] === 'start'
      ? [{ ...message, request: { ...(message['request'] as object), ...change } }]
      : [message],
  );
}

describe('the fake of Fish Audio catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: RegExp]>([
    ['sends its voice as the model', headers({ model: '933563129e564b19a115bedd57b7406a' }), /the model 9335/u],
    ['sends the bare key', headers({ authorization: 'fake-key' }), /no key in authorization/u],
    [
      'puts the key into the URL',
      { request: (request) => ({ ...request, url: `${request.url}?key=fake-key` }) },
      /the parameter key/u,
    ],
    ['talks JSON', { frames: (frame) => [JSON.stringify(decode(frame as Uint8Array))] }, /text in place of bytes/u],
    [
      'begins without a start',
      messages((message) => (message['event'] === 'start' ? [] : [message])),
      /text before the start/u,
    ],
    [
      'begins twice',
      messages((message) => (message['event'] === 'start' ? [message, message] : [message])),
      /a second start/u,
    ],
    [
      'goes on after the stop',
      messages((message) => (message['event'] === 'stop' ? [message, { event: 'flush' }] : [message])),
      /flush after the stop/u,
    ],
    [
      'sends no space behind the text',
      messages((message) => [message['event'] === 'text' ? { ...message, text: 'there.' } : message]),
      /the text "there\."/u,
    ],
    [
      'sends empty text',
      messages((message) => [message['event'] === 'text' ? { ...message, text: '' } : message]),
      /the text ""/u,
    ],
    ['sends a cancel', messages((message) => [message, { event: 'cancel' }]), /the event cancel/u],
    ['asks for a rate that there is not', start({ sample_rate: 22_050 }), /sample_rate = 22050/u],
    ['asks for too short chunks', start({ chunk_length: 50 }), /chunk_length = 50/u],
    ['names the voice model_id', start({ model_id: 'voice-1' }), /request\.model_id/u],
  ])('%s', async (_, tampering, fault) => expect(await faultsOf(tampering)).toMatch(fault));

  test('uses a connection twice', async () => {
    const settings = fishTtsSchema().parse({ provider: 'fish', api_key: 'fake-key', base_url: server.origin });
    const { maxUtterances: _, ...wire } = createFishWire(settings);
    const tts = createWebSocketTts(wire);
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts);
    await spoken(tts, 'Again.').catch(() => []);
    warm?.unsubscribe();
    expect(server.violations).toContain('connection 0: a second start');
  });

  test('counts the times of every chunk from the beginning', async () => {
    const settings = fishTtsSchema().parse({ provider: 'fish', api_key: 'fake-key', base_url: server.origin });
    const wire = createFishWire(settings);
    const text = 'So it is, and so it was. '.repeat(9);
    const good = await spoken(createWebSocketTts(wire), text);
    const bad = await spoken(createWebSocketTts({ ...wire, dialect: () => forgetful(wire.dialect()) }), text);
    expect(bad.filter(({ kind }) => kind === 'words')).not.toEqual(good.filter(({ kind }) => kind === 'words'));
  });
});

function forgetful(dialect: TtsDialect): TtsDialect {
  return {
    ...dialect,
    receive: (frame) =>
      dialect.receive(encode({ ...(decode(frame as Uint8Array) as object), chunk_audio_offset_sec: 0 })),
  };
}
