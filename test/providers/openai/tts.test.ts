import { asyncScheduler, from, lastValueFrom, of, tap, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { openAiOrigin } from '../../../providers/openai/address.ts';
import type { OpenAiTtsSettings } from '../../../providers/openai/settings.ts';
import { openAiTts } from '../../../providers/openai/tts.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import type { HttpRequest } from '../../../src/wire/http.ts';
import { parseObject, type JsonObject } from '../../../src/wire/json.ts';
import { createWavHeader } from '../../../src/wire/audio/wavHeader.ts';
import { mp3File } from '../../wire/audio/mp3File.ts';
import { marbles } from '../../../src/testing/marbles.ts';
import { createRequestDouble, type ReplyBehaviour } from '../../../src/testing/wire/requestDouble.ts';

const PCM: ReplyBehaviour = {
  headers: { 'content-type': 'audio/pcm' },
  body: [Uint8Array.of(1, 0, 2), Uint8Array.of(0)],
};

describe('TTS of OpenAI', () => {
  test('has the rate of its PCM, and wants sentences', () => {
    const { name, sampleRate, accepts } = openAiTts({ api_key: 'k' });
    expect({ name, sampleRate, accepts }).toEqual({ name: 'openai', sampleRate: 24_000, accepts: 'sentences' });
  });

  test('requests a sentence with the defaults of the spec', async () => {
    const { requests } = await speak({ api_key: 'k' }, PCM);
    expect(requests.map(({ request }) => request)).toEqual([
      {
        url: 'https://api.openai.com/v1/audio/speech',
        method: 'POST',
        headers: { authorization: 'Bearer k', 'content-type': 'application/json', accept: 'application/octet-stream' },
        body: '{"model":"gpt-4o-mini-tts","voice":"alloy","input":"Hello there.","response_format":"pcm","speed":1}',
      },
    ]);
  });

  test.each<[string, Partial<OpenAiTtsSettings>, object]>([
    ['model', { model: 'tts-1-hd' }, { model: 'tts-1-hd' }],
    ['voice', { voice: 'marin' }, { voice: 'marin' }],
    ["a voice of one's own", { voice: 'voice_1234' }, { voice: { id: 'voice_1234' } }],
    ['speed', { speed: 1.5 }, { speed: 1.5 }],
    ['instructions', { instructions: 'Speak calmly.' }, { instructions: 'Speak calmly.' }],
    ['a field of extra', { extra: { body: { lang_code: 'a' } } }, { lang_code: 'a', speed: 1 }],
  ])('sends %s', async (_name, settings, sent) => {
    const { requests } = await speak({ api_key: 'k', ...settings }, PCM);
    expect(bodyOf(requests[0]?.request)).toMatchObject(sent);
  });

  test('takes no instructions for a model that has none', () => {
    for (const model of ['tts-1', 'tts-1-hd'])
      expect(() => openAiTts({ api_key: 'k', model, instructions: 'Speak calmly.' })).toThrow(
        'do not support instructions',
      );
  });

  test('carries the query parameters and headers of extra', async () => {
    const extra = { query: { tenant: 7 }, headers: { 'OpenAI-Project': 'p1' } };
    const { requests } = await speak({ api_key: 'k', extra }, PCM);
    expect(requests[0]?.request.url).toBe('https://api.openai.com/v1/audio/speech?tenant=7');
    expect(requests[0]?.request.headers).toMatchObject({ 'OpenAI-Project': 'p1', authorization: 'Bearer k' });
  });

  test('lets extra override nothing that it sends', async () => {
    const { requests } = await speak({ api_key: 'k', instructions: 'Speak calmly.' }, PCM);
    for (const name of Object.keys(bodyOf(requests[0]?.request)))
      expect(() => openAiTts({ api_key: 'k', extra: { body: { [name]: 'other' } } })).toThrow(name);
    for (const name of Object.keys(requests[0]?.request.headers ?? {}))
      expect(() => openAiTts({ api_key: 'k', extra: { headers: { [name]: 'other' } } })).toThrow(name);
  });

  test('speaks to another address', async () => {
    const { requests } = await speak({ api_key: 'k', base_url: 'http://127.0.0.1:8080/openai/v1' }, PCM);
    expect(requests[0]?.request.url).toBe('http://127.0.0.1:8080/openai/v1/audio/speech');
  });

  test('brings the audio of a sentence, then its mark', async () => {
    const { events } = await speak({ api_key: 'k' }, PCM);
    expect(events).toEqual([audio(1), audio(2), { kind: 'mark', chars: 12 }]);
  });

  test('cuts a sentence of more than 4096 characters at a space', async () => {
    const { requests } = await speak({ api_key: 'k' }, PCM, [`${'x'.repeat(4000)} ${'y'.repeat(4000)}.`]);
    expect(requests.map(({ request }) => bodyOf(request)['input'])).toEqual([
      `${'x'.repeat(4000)} `,
      `${'y'.repeat(4000)}.`,
    ]);
  });

  test('requests no more than one sentence ahead of what plays', () =>
    marbles(({ flush }) => {
      const second = new Uint8Array(48_000);
      const { openRequest, requests } = createRequestDouble({ server: { ...PCM, body: [second] } });
      const voice = openAiTts({ api_key: 'k' }, { openRequest, scheduler: asyncScheduler });
      voice.synthesize(of('One. ', 'Two. ', 'Three. ', 'Four.')).subscribe();
      flush();
      expect(requests.map(({ atMs }) => atMs)).toEqual([0, 0, 1000, 2000]);
    }));

  test('that is cut off aborts the request', () =>
    marbles(({ expectObservable, flush }) => {
      const { openRequest, requests } = createRequestDouble({ server: { ...PCM, endsAtMs: 100 } });
      const voice = openAiTts({ api_key: 'k' }, { openRequest, scheduler: asyncScheduler });
      expectObservable(voice.synthesize(of('Hello.')), '^ 50ms !').toBe('(ab)', { a: audio(1), b: audio(2) });
      flush();
      expect(requests[0]?.ended).toEqual({ by: 'abort', atMs: 51 });
    }));
});

describe('an answer of a compatible server', () => {
  const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
  const delta = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');
  const events = (...body: readonly (string | Uint8Array)[]): ReplyBehaviour => ({
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body,
  });

  test.each(['audio', 'delta'])('in events has its audio in their field %s', async (field) => {
    const answer = events(
      event({ type: 'speech.audio.delta', [field]: delta(1, 0, 2) }),
      ': still there\n\n',
      event('not json'),
      event({ type: 'speech.audio.delta', [field]: delta(0, 3, 0) }),
      event({ type: 'speech.audio.done', usage: {} }),
    );
    expect((await speak({ api_key: 'k' }, answer)).events).toEqual([
      audio(1),
      audio(2, 3),
      { kind: 'mark', chars: 12 },
    ]);
  });

  test('in events may be cut anywhere', async () => {
    const text = event({ type: 'speech.audio.delta', audio: delta(1, 0) }).replaceAll('\n', '\r\n') + event('[DONE]');
    const answer = events(...text.split(''));
    expect((await speak({ api_key: 'k' }, answer)).events).toEqual([audio(1), { kind: 'mark', chars: 12 }]);
  });

  test('in events ends with [DONE], and need not end its last line', async () => {
    const answer = events(event({ audio: delta(1, 0) }), event('[DONE]'), event({ audio: delta(2, 0) }));
    expect((await speak({ api_key: 'k' }, answer)).events).toEqual([audio(1), { kind: 'mark', chars: 12 }]);
    const unended = events(event({ audio: delta(1, 0) }).trim());
    expect((await speak({ api_key: 'k' }, unended)).events).toEqual([audio(1), { kind: 'mark', chars: 12 }]);
  });

  test('in events of a failure is an error', async () => {
    const answer = events(event({ audio: delta(1, 0) }), event({ type: 'error', error: { message: 'k' } }));
    await expect(speak({ api_key: 'k' }, answer)).rejects.toMatchObject({ code: 'provider_failed' });
  });

  test.each(['application/json', 'text/html; charset=utf-8'])('in %s is no audio', async (type) => {
    const answer: ReplyBehaviour = { headers: { 'content-type': type }, body: ['{"error":"none"}'] };
    await expect(speak({ api_key: 'k' }, answer)).rejects.toMatchObject({
      code: 'provider_failed',
      message: `openai: answered in ${type}`,
    });
  });

  test('without a content type is bare audio', async () => {
    const { events: came } = await speak({ api_key: 'k' }, { body: [Uint8Array.of(1, 0)] });
    expect(came).toEqual([audio(1), { kind: 'mark', chars: 12 }]);
  });

  test('that is empty is an error', async () => {
    await expect(speak({ api_key: 'k' }, { body: [] })).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'openai: returned no audio although the call succeeded',
    });
  });
});

describe('garbage that is answered 200', () => {
  test.each([
    ['a page', 'text/html; charset=utf-8', '<!doctype html><html><body>Sign in to the Wi-Fi</body></html>'],
    ['JSON', 'application/json', '{"audio":"none"}'],
    ['a problem', 'application/problem+json', '{"title":"busy"}'],
    ['text', 'text/plain', 'It works!'],
    ['a page in place of events', 'text/event-stream', '<html>\n\n<body>Sign in</body>\n\n'],
    ['JSON in place of events', 'text/event-stream', 'data: []\n\ndata: {"audio":null}\n\n'],
  ])('is an error, not noise: %s', async (_name, type, body) => {
    const { openRequest } = createRequestDouble({ server: { headers: { 'content-type': type }, body: [body] } });
    const events: TtsEvent[] = [];
    const utterance = openAiTts({ api_key: 'k' }, { openRequest }).synthesize(of('Hello.'));
    const spoken = lastValueFrom(utterance.pipe(tap((event) => events.push(event))));
    await expect(spoken).rejects.toMatchObject({ code: 'provider_failed', details: { provider: 'openai' } });
    expect(events).toEqual([]);
  });
});

describe('an answer in another format than was asked for', () => {
  const second = new Int16Array(16_000).fill(1000);
  const wavFile = Buffer.concat([createWavHeader(16_000, 1), new Uint8Array(second.buffer)]);

  const lengthOf = (events: readonly TtsEvent[]): number =>
    events.reduce((sum, event) => sum + (event.kind === 'audio' ? event.frame.samples.length : 0), 0) / 24_000;

  test.each<[string, string, Uint8Array]>([
    ['WAV at 16 kHz', 'audio/wav', wavFile],
    ['WAV at 16 kHz that is said to be PCM', 'audio/pcm', wavFile],
    ['mp3', 'audio/mpeg', mp3File(16_000, 32, second)],
    ['mp3 that is said to be bytes', 'application/octet-stream', mp3File(16_000, 32, second)],
    ['PCM at 16 kHz', 'audio/pcm;rate=16000', new Uint8Array(second.buffer)],
  ])('is played at its speed: %s', async (_name, type, body) => {
    const { events } = await speak({ api_key: 'k' }, { headers: { 'content-type': type }, body: [body] });
    expect(lengthOf(events)).toBeGreaterThan(0.99);
    expect(lengthOf(events)).toBeLessThan(1.15);
  });

  test('is played at its speed where it comes in events', async () => {
    const body = `data: ${JSON.stringify({ audio: wavFile.toString('base64') })}\n\n`;
    const { events } = await speak(
      { api_key: 'k' },
      { headers: { 'content-type': 'text/event-stream' }, body: [body] },
    );
    expect(lengthOf(events)).toBeCloseTo(1, 2);
  });

  test.each([
    ['audio/ogg', 'OggS00000000000000000000000000OpusHead', 'Ogg/Opus'],
    ['audio/aac', 'unknown', 'audio/aac'],
  ])('that is not decoded fails with its name: %s', async (type, body, name) => {
    const answer = { headers: { 'content-type': type }, body: [body] };
    await expect(speak({ api_key: 'k' }, answer)).rejects.toMatchObject({
      code: 'provider_failed',
      message: `answered in ${name}; only PCM, WAV and MP3 can be decoded`,
    });
  });
});

test.each([
  [undefined, 'https://api.openai.com/'],
  ['https://proxy.example', 'https://proxy.example/'],
  ['https://proxy.example/v1', 'https://proxy.example/'],
  ['https://proxy.example/openai/v1/', 'https://proxy.example/openai'],
  ['ws://127.0.0.1:8080', 'ws://127.0.0.1:8080/'],
  ['https://proxy.example/v10', 'https://proxy.example/v10'],
])('the base %s is %s', (given, base) => expect(openAiOrigin(given)).toBe(base));

async function speak(settings: OpenAiTtsSettings, server: ReplyBehaviour, text: readonly string[] = ['Hello there.']) {
  const { openRequest, requests } = createRequestDouble({ server });
  const events = await lastValueFrom(openAiTts(settings, { openRequest }).synthesize(from(text)).pipe(toArray()));
  return { events, requests };
}

function bodyOf(request: HttpRequest | undefined): JsonObject {
  return parseObject(request?.body as string) ?? {};
}

function audio(...samples: number[]): TtsEvent {
  return { kind: 'audio', frame: { samples: Int16Array.from(samples), sampleRate: 24_000 } };
}
