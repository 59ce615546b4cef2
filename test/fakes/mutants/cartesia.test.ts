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

/** What the fake found wrong with a voice whose first and last utterances are whole, three between cut at their first audio. */
function faultsOf(tampering: Tampering, settings: Partial<CartesiaTtsSettings> = {}): Promise<string> {
  return faultsWith({ openSocket: createTamperedSocket(tampering) }, settings);
}

async function faultsWith(options: AdapterOptions, settings: Partial<CartesiaTtsSettings> = {}): Promise<string> {
  const voice = cartesiaTts({ api_key: 'fake-key', base_url: server.origin, ...settings }, options);
  const cut = concat(of('Hello. ', 'You'), NEVER);
  const warmth = voice.keepWarm?.().subscribe();
  await heard(voice.synthesize(of('Hello there. ', 'You.')));
  for (const text of [cut, cut, cut]) await heard(voice.synthesize(text).pipe(take(1)));
  await heard(voice.synthesize(of('Hello there. ', 'You.')));
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

/** Each message changed. */
function messages(change: (message: JsonObject) => readonly object[]): Tampering {
  return { frames: (frame) => change(JSON.parse(String(frame)) as JsonObject).map((said) => JSON.stringify(said)) };
}

function fields(change: object): Tampering {
  return messages((message) => [message['cancel'] === true ? message : { ...message, ...change }]);
}

function headers(change: Readonly<Record<string, string>>): Tampering {
  return { request: (asked) => ({ ...asked, headers: { ...asked.headers, ...change } }) };
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
      { request: (asked) => ({ ...asked, url: `${asked.url}?api_key=fake-key` }) },
      'the parameter api_key',
    ],
    ['begins with nothing to say', messages((said) => [{ ...said, transcript: ' ' }, said]), 'begins with nothing'],
    ['says the fields only once', messages((said) => [said['transcript'] === '' ? shortened(said) : said]), 'model_id'],
    [
      'changes a field',
      messages((said) => [said['transcript'] === 'You.' ? { ...said, language: 'de' } : said]),
      'changes its fields',
    ],
    ['ends twice', messages((said) => (said['continue'] === false ? [said, said] : [said])), 'goes on after its end'],
    [
      'cancels twice',
      messages((said) => (said['cancel'] === true ? [said, said] : [said])),
      'is cancelled, and is not there',
    ],
    ['never cancels', messages((said) => (said['cancel'] === true ? [] : [said])), '3 contexts at a time'],
    [
      'flushes with text',
      messages((said) => [said['transcript'] === 'You.' ? { ...said, flush: true } : said]),
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

/** Without what it has in common with the message before. */
function shortened({ context_id, transcript, continue: goesOn }: JsonObject): object {
  return { context_id, transcript, continue: goesOn };
}
