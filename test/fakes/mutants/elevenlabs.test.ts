import { catchError, EMPTY, lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { elevenLabsTtsSchema } from '../../../providers/elevenlabs/settings.ts';
import { elevenLabsTts, createElevenLabsWire } from '../../../providers/elevenlabs/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import type { JsonObject } from '../../../src/wire/json.ts';
import type { TtsDialect, TtsWire } from '../../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../../src/wire/tts/createWebSocketTts.ts';
import { createElevenLabsFake, type ElevenLabsFakeOptions } from '../elevenlabs.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTextReader, encodeText } from '../../../src/testing/textAudio.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';

let server: FakeServer;

beforeEach(() => restart());

afterEach(async () => {
  await server.close();
});

async function restart(options?: ElevenLabsFakeOptions): Promise<void> {
  server = await startFake(createElevenLabsFake(options));
}

const SETTINGS = { api_key: 'fake-key', encoding: 'pcm_24000' } as const;

function spoken(tts: TextToSpeech, text = 'Hello there.'): Promise<readonly TtsEvent[]> {
  return lastValueFrom(
    tts.synthesize(of(text)).pipe(
      catchError(() => EMPTY),
      toArray(),
    ),
  );
}

async function faultsOf(tampering: Tampering): Promise<string> {
  await spoken(
    elevenLabsTts({ ...SETTINGS, base_url: server.origin }, { openSocket: createTamperedSocket(tampering) }),
  );
  return server.violations.join('\n');
}

/** Changes each message. */
function messages(change: (message: JsonObject) => readonly object[]): Tampering {
  return {
    frames: (frame) => change(JSON.parse(String(frame)) as JsonObject).map((message) => JSON.stringify(message)),
  };
}

/** Changes the URL. */
function url(change: (url: URL) => void): Tampering {
  return {
    request: (request) => {
      const changed = new URL(request.url);
      change(changed);
      return { ...request, url: changed.href };
    },
  };
}

describe('the fake of ElevenLabs catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: RegExp]>([
    [
      'puts the key into the URL',
      url(({ searchParams }) => searchParams.set('xi-api-key', 'fake-key')),
      /parameter xi-api-key/u,
    ],
    ['sends no key', { request: (request) => ({ ...request, headers: {} }) }, /no key/u],
    [
      'takes the path of one context',
      url((to) => (to.pathname = to.pathname.replace('multi-', ''))),
      /\/stream-input/u,
    ],
    [
      'asks for a longer inactivity_timeout',
      url(({ searchParams }) => searchParams.set('inactivity_timeout', '181')),
      /=181/u,
    ],
    [
      'names a model that is not served there',
      url(({ searchParams }) => searchParams.set('model_id', 'eleven_v3')),
      /=eleven_v3/u,
    ],
    [
      'begins a context with its text',
      messages((message) => [message['text'] === ' ' ? { ...message, text: 'Hi ' } : message]),
      /begins with "Hi "/u,
    ],
    [
      'says the settings again',
      messages((message) => ['text' in message ? { ...message, voice_settings: {} } : message]),
      /the field voice_settings/u,
    ],
    [
      'sends no space behind the text',
      messages((message) => [message['text'] === 'there. ' ? { ...message, text: 'there.' } : message]),
      /no space behind "there\."/u,
    ],
    [
      'names a context in a keep-alive',
      messages((message) => [{ text: '', context_id: 'c9' }, message]),
      /begins with ""/u,
    ],
    [
      'goes on after the end',
      messages((message) => ('close_context' in message ? [message, message] : [message])),
      /after its end|closed twice|begins with undefined/u,
    ],
    [
      'spells its fields in its own way',
      messages(({ context_id: contextId, ...message }) => [{ ...message, contextId }]),
      /contextId|without a context/u,
    ],
    [
      'sends null',
      messages((message) => ['voice_settings' in message ? { ...message, voice_settings: { style: null } } : message]),
      /voice setting style/u,
    ],
  ])('%s', async (_, tampering, fault) => expect(await faultsOf(tampering)).toMatch(fault));

  test('uses a context twice', async () => {
    const tts = elevenLabsTts({ ...SETTINGS, base_url: server.origin }, { newId: () => 'c1' });
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts);
    await spoken(tts);
    warm?.unsubscribe();
    expect(server.violations).toContain('connection 0: the context c1 again');
  });

  test('does not count the contexts that it has cut', async () => {
    const never = new Promise<Int16Array>(() => {});
    await restart({ synthesize: (text, rate) => (text.startsWith('Cut') ? never : encodeText(text, rate)) });
    const tts = changed((wire) => ({ ...wire, maxConcurrent: 9 }));
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts);
    for (let n = 0; n < 6; n++) tts.synthesize(of('Cut.')).subscribe().unsubscribe();
    await spoken(tts);
    warm?.unsubscribe();
    expect(server.violations).toContain('connection 0: max_active_conversations');
  });

  test('does not flush: it hears what it did not say', async () => {
    const tts = changed((wire) => ({ ...wire, dialect: () => withoutFlush(wire.dialect()) }));
    expect(heard(await spoken(tts))).not.toBe('Hello there. ');
  });

  test('takes the audio of one context for that of another', async () => {
    const tts = changed((wire) => ({ ...wire, dialect: () => mixingUp(wire.dialect()) }));
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts);
    const both = await Promise.all([spoken(tts, 'Hello there.'), spoken(tts, 'Good morning.')]);
    warm?.unsubscribe();
    expect(both.map(heard)).not.toEqual(['Hello there. ', 'Good morning. ']);
  });

  test('and lets a good one pass', async () => {
    const tts = changed((wire) => wire);
    const warm = tts.keepWarm?.().subscribe();
    const both = await Promise.all([spoken(tts, 'Hello there.'), spoken(tts, 'Good morning.')]);
    warm?.unsubscribe();
    expect(both.map(heard)).toEqual(['Hello there. ', 'Good morning. ']);
    expect(server.violations).toEqual([]);
  });
});

function changed(change: (wire: TtsWire) => TtsWire): TextToSpeech {
  let ids = 0;
  const settings = elevenLabsTtsSchema().parse({ ...SETTINGS, provider: 'elevenlabs', base_url: server.origin });
  return createWebSocketTts(change(createElevenLabsWire(settings, () => `c${++ids}`)));
}

function withoutFlush(dialect: TtsDialect): TtsDialect {
  const isFlush = (frame: string): boolean => (JSON.parse(frame) as JsonObject)['flush'] === true;
  return {
    ...dialect,
    end: (utterance) =>
      dialect.end(utterance).filter((action) => action.kind !== 'send' || !isFlush(String(action.frame))),
  };
}

function mixingUp(dialect: TtsDialect): TtsDialect {
  return {
    ...dialect,
    receive: (frame) =>
      dialect
        .receive(frame)
        .map((action) => (action.kind === 'audio' ? { ...action, utterance: action.utterance ^ 3 } : action)),
  };
}

function heard(events: readonly TtsEvent[]): string {
  const ear = createTextReader(24_000);
  return events.reduce((text, event) => (event.kind === 'audio' ? ear.push(event.frame.samples) : text), '');
}
