import { catchError, concat, EMPTY, ignoreElements, lastValueFrom, NEVER, of, take, type Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CartesiaTtsSettings } from '../../../providers/cartesia/settings.ts';
import { cartesiaTts } from '../../../providers/cartesia/tts.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { JsonObject } from '../../../src/wire/json.ts';
import type { AdapterOptions } from '../../../src/wire/wireDeps.ts';
import { createCartesiaFake } from '../cartesia.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createCartesiaFake());
});

afterEach(() => server.close());

/** Returns the violations of a TTS whose first and last utterances are whole, three between cut at their first audio. */
function faultsOf(tampering: Tampering, settings: Partial<CartesiaTtsSettings> = {}): Promise<string> {
  return faultsWith({ openSocket: createTamperedSocket(tampering) }, settings);
}

async function faultsWith(options: AdapterOptions, settings: Partial<CartesiaTtsSettings> = {}): Promise<string> {
  const tts = cartesiaTts({ api_key: 'fake-key', base_url: server.origin, ...settings }, options);
  const cut = concat(of('Hello. ', 'You'), NEVER);
  const warmth = tts.keepWarm?.().subscribe();
  await heard(tts.synthesize(of('Hello there. ', 'You.')));
  for (const text of [cut, cut, cut]) await heard(tts.synthesize(text).pipe(take(1)));
  await heard(tts.synthesize(of('Hello there. ', 'You.')));
  warmth?.unsubscribe();
  return server.violations.join('\n');
}

async function heard(events: Observable<TtsEvent>): Promise<void> {
  await lastValueFrom(
    events.pipe(
      ignoreElements(),
      catchError(() => EMPTY),
    ),
    { defaultValue: undefined },
  );
}

/** Changes each message. */
function messages(change: (message: JsonObject) => readonly object[]): Tampering {
  return {
    frames: (frame) => change(JSON.parse(String(frame)) as JsonObject).map((message) => JSON.stringify(message)),
  };
}

function fields(change: object): Tampering {
  return messages((message) => [message['cancel'] === true ? message : { ...message, ...change }]);
}

function headers(change: Readonly<Record<string, string>>): Tampering {
  return { request: (request) => ({ ...request, headers: { ...request.headers, ...change } }) };
}

describe('the fake of Cartesia catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['sends the bare key', headers({ authorization: 'fake-key' }), 'no key in authorization'],
    ['speaks a version that nobody knows', headers({ 'cartesia-version': '2023-01-01' }), 'the version 2023-01-01'],
    [
      'gives the key as the legacy version has it',
      headers({ 'cartesia-version': '2024-11-13' }),
      'no key in x-api-key',
    ],
    [
      'puts the key into the address',
      { request: (request) => ({ ...request, url: `${request.url}?api_key=fake-key` }) },
      'the parameter api_key',
    ],
    [
      'begins with nothing to say',
      messages((message) => [{ ...message, transcript: ' ' }, message]),
      'begins with nothing',
    ],
    [
      'says the fields only once',
      messages((message) => [message['transcript'] === '' ? shortened(message) : message]),
      'model_id',
    ],
    [
      'changes a field',
      messages((message) => [message['transcript'] === 'You.' ? { ...message, language: 'de' } : message]),
      'changes its fields',
    ],
    [
      'ends twice',
      messages((message) => (message['continue'] === false ? [message, message] : [message])),
      'goes on after its end',
    ],
    [
      'cancels twice',
      messages((message) => (message['cancel'] === true ? [message, message] : [message])),
      'is cancelled, and is not there',
    ],
    ['never cancels', messages((message) => (message['cancel'] === true ? [] : [message])), '3 contexts at a time'],
    [
      'flushes with text',
      messages((message) => [message['transcript'] === 'You.' ? { ...message, flush: true } : message]),
      'flushes and does more',
    ],
    ['sends a voice as the legacy version has it', fields({ voice: { mode: 'embedding', embedding: [] } }), 'voice'],
    ['is too fast', fields({ generation_config: { speed: 1.6 } }), 'generation_config.speed'],
    ['gives levels', fields({ generation_config: { emotion: 'anger:high' } }), 'generation_config.emotion'],
    ['names a region', fields({ language: 'en-US' }), 'language'],
    ['sends bytes', { frames: (frame) => [Buffer.from(String(frame))] }, 'bytes'],
  ])('%s', async (_, tampering, fault) => {
    expect(await faultsOf(tampering)).toContain(fault);
  });

  test('uses a context again', async () =>
    expect(await faultsWith({ newId: () => 'always' })).toContain('always: goes on after its end'));

  test('takes the legacy wire for what is new in it', async () =>
    expect(await faultsOf(fields({ max_buffer_delay_ms: 0 }), { model: 'sonic-english' })).toContain(
      'max_buffer_delay_ms',
    ));

  test.each(['sonic-3.5', 'sonic-english'])('and nothing else: %s', async (model) =>
    expect(await faultsOf({}, { model })).toBe(''),
  );
});

/** Removes the fields that the message before has, too. */
function shortened({ context_id, transcript, continue: goesOn }: JsonObject): object {
  return { context_id, transcript, continue: goesOn };
}
