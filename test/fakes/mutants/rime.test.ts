import {
  catchError,
  concat,
  EMPTY,
  ignoreElements,
  lastValueFrom,
  NEVER,
  of,
  take,
  takeUntil,
  type Observable,
} from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RimeTtsSettings } from '../../../providers/rime/settings.ts';
import { rimeTts } from '../../../providers/rime/tts.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { JsonObject } from '../../../src/wire/json.ts';
import { createRimeFake } from '../rime.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createRimeFake());
});

afterEach(() => server.close());

/** Returns the violations of a TTS whose first utterance is whole, and whose second is cut at its first audio. */
async function faultsOf(tampering: Tampering, settings: Partial<RimeTtsSettings> = {}): Promise<string> {
  const openSocket = createTamperedSocket(tampering);
  const tts = rimeTts({ api_key: 'fake-key', base_url: server.origin, ...settings }, { openSocket });
  const warmth = tts.keepWarm?.().subscribe();
  await heard(tts.synthesize(of('Hello there.')));
  await heard(tts.synthesize(concat(of('You.'), NEVER)).pipe(take(1)));
  await heard(tts.synthesize(of('Hello again.')));
  warmth?.unsubscribe();
  return server.violations.join('\n');
}

/** Resolves when the utterance is over, or the fake has found a violation, because a wrong message may have no answer. */
async function heard(events: Observable<TtsEvent>): Promise<void> {
  if (server.violations.length > 0) return;
  const quiet = events.pipe(
    takeUntil(server.violation),
    ignoreElements(),
    catchError(() => EMPTY),
  );
  await lastValueFrom(quiet, { defaultValue: undefined });
}

/** Changes each message. */
function messages(change: (message: JsonObject) => readonly object[]): Tampering {
  return {
    frames: (frame) => change(JSON.parse(String(frame)) as JsonObject).map((message) => JSON.stringify(message)),
  };
}

function texts(change: object): Tampering {
  return messages((message) => [message['text'] === undefined ? message : { ...message, ...change }]);
}

function url(change: (url: string) => string): Tampering {
  return { request: (request) => ({ ...request, url: change(request.url) }) };
}

describe('the fake of Rime catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    [
      'sends the bare key',
      { request: (request) => ({ ...request, headers: { authorization: 'fake-key' } }) },
      'no key in authorization',
    ],
    ['puts the key into the address', url((to) => `${to}&api_key=fake-key`), 'no such api_key=fake-key'],
    ['uses the endpoint before', url((to) => to.replace('/ws3', '/ws2')), 'upgrade /ws2'],
    ['names no model', url((to) => to.replace('modelId=coda&', '')), 'modelId is required'],
    ['names no voice', url((to) => to.replace('speaker=astra&', '')), 'speaker is required'],
    ['invents a parameter', url((to) => `${to}&speed=2`), 'no such speed=2'],
    ['sends a parameter twice', url((to) => `${to}&lang=eng`), 'a parameter twice'],
    ['stands still', url((to) => `${to}&speedAlpha=0`), 'no such speedAlpha=0'],
    ['asks for a rate that there is not', url((to) => to.replace('24000', '32000')), 'samplingRate=32000 with coda'],
    ['names a region', url((to) => to.replace('lang=eng', 'lang=en-US')), 'no such lang=en-US'],
    ['speaks a language that the model lacks', url((to) => to.replace('eng', 'heb')), 'Language heb is not supported'],
    ['lets Rime find the sentences', url((to) => to.replace('never', 'bySentence')), 'no such segment=bySentence'],
    ['sends empty text', texts({ text: '' }), 'text must not be empty'],
    ['sends no text', texts({ text: 7 }), 'text must be a string'],
    ['numbers its contexts', texts({ contextId: 7 }), 'contextId must be a string'],
    ['adds a field', texts({ speaker: 'astra' }), 'the field speaker'],
    ['sends long text', texts({ text: 'Hello. '.repeat(150) }), 'a text of 1050 characters'],
    [
      'flushes twice',
      messages((message) => (message['operation'] === 'flush' ? [message, message] : [message])),
      'a flush of nothing',
    ],
    [
      'begins a sentence before the flush of another',
      messages((message) =>
        message['text'] === undefined ? [message] : [message, { ...message, contextId: 'other' }],
      ),
      'other begins before the flush',
    ],
    [
      'cancels as others do',
      messages((message) => [message['operation'] === 'clear' ? { operation: 'cancel' } : message]),
      'the operation "cancel"',
    ],
    ['sends bytes', { frames: (frame) => [Buffer.from(String(frame))] }, 'a message that is not JSON'],
  ])('%s', async (_, tampering, fault) => {
    expect(await faultsOf(tampering)).toContain(fault);
  });

  test.each(['coda', 'mistv3', 'mistv2'])('and nothing else: %s', async (model) =>
    expect(await faultsOf({}, { model })).toBe(''),
  );
});
