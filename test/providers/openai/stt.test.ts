import { firstValueFrom, from, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createRealtimeWire } from '../../../providers/openai/realtimeWire.ts';
import { createTranscriptionsWire } from '../../../providers/openai/transcriptionsWire.ts';
import { openAiSttSchema, type FilledOpenAiStt, type OpenAiSttSettings } from '../../../providers/openai/settings.ts';
import { openAiStt, findUnsupportedOpenAiStt } from '../../../providers/openai/stt.ts';
import { isHttpModel, createLanguageHint } from '../../../providers/openai/sttModels.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import type { HttpRequest } from '../../../src/wire/http.ts';
import type { SocketRequest } from '../../../src/wire/socket.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';

function filled(settings: Partial<OpenAiSttSettings> = {}): FilledOpenAiStt {
  return openAiSttSchema().parse({ provider: 'openai', api_key: 'secret', ...settings });
}

function upgrade(settings: Partial<OpenAiSttSettings> = {}): SocketRequest {
  return createRealtimeWire(filled(settings), () => 0).request();
}

describe('over the realtime WebSocket', () => {
  test("api_key goes into a header, OpenAI's own address takes no model", () =>
    expect(upgrade({ model: 'gpt-4o-transcribe' })).toEqual({
      url: 'wss://api.openai.com/v1/realtime?intent=transcription',
      headers: { authorization: 'Bearer secret' },
    }));

  test.each([
    ['https://eu.api.openai.com', 'wss://eu.api.openai.com/v1/realtime?intent=transcription'],
    ['http://localhost:4000/v1', 'ws://localhost:4000/v1/realtime?intent=transcription&model=gpt-live-transcribe'],
    ['wss://gateway.example/ai', 'wss://gateway.example/ai/v1/realtime?intent=transcription&model=gpt-live-transcribe'],
    ['https://notopenai.com', 'wss://notopenai.com/v1/realtime?intent=transcription&model=gpt-live-transcribe'],
  ])('base_url %s is reached at %s', (base_url, url) => expect(upgrade({ base_url }).url).toBe(url));

  test.each([
    ['gpt-live-transcribe', true],
    ['gpt-live-transcribe-2026-09-01', true],
    ['gpt-realtime-whisper', true],
    ['gpt-4o-transcribe', false],
    ['gpt-4o-mini-transcribe-2025-12-15', false],
    ['somebody-elses', false],
  ])('model %s writes along: %s', (model, interims) =>
    expect(openAiStt({ api_key: 'secret', model })).toMatchObject({ name: 'openai', sampleRate: 24_000, interims }),
  );

  test.each([
    ['gpt-live-transcribe', 'en', { languages: ['en'] }],
    ['gpt-transcribe', 'EN-us', { languages: ['en'] }],
    ['gpt-realtime-whisper', 'pt_BR', { language: 'pt' }],
    ['gpt-4o-transcribe', 'zh-Hans', { language: 'zh' }],
    ['gpt-live-transcribe', '', null],
  ])('model %s gets the language %j as %j', (model, language, hint) =>
    expect(createLanguageHint(model, language)).toEqual(hint),
  );

  test('a session that had its hour is followed by another at once, which counts as no attempt', () => {
    const { faultOf } = createRealtimeWire(filled(), () => 0);
    const reason = 'Your session hit the maximum duration of 60 minutes.';
    expect(faultOf?.({ code: 1001, reason }, 0).kind).toBe('expired');
    expect(faultOf?.({ code: 1001, reason: 'going away' }, 0).kind).toBe('retry');
    expect(faultOf?.({ code: 1006, reason: '' }, 0).kind).toBe('retry');
  });
});

describe('over HTTP', () => {
  test.each(['whisper-1', 'gpt-transcribe', 'gpt-4o-transcribe-diarize'])(
    'model %s is set in each request',
    (model) => {
      expect(isHttpModel(model)).toBe(true);
      expect(openAiStt({ api_key: 'secret', model })).toMatchObject({
        name: 'openai',
        sampleRate: 16_000,
        interims: false,
      });
    },
  );

  test.each([
    ['Systran/faster-whisper-small', 'transcriptions', 16_000],
    ['whisper-1', 'realtime', 24_000],
  ] as const)('%s is reached at the endpoint %s, which its name does not tell', (model, endpoint, sampleRate) => {
    expect(openAiStt({ api_key: 'secret', model, endpoint }).sampleRate).toBe(sampleRate);
    const issues = findUnsupportedOpenAiStt(filled({ model, endpoint, noise_reduction: 'far_field' }));
    expect(issues.map(({ path }) => path)).toEqual(endpoint === 'transcriptions' ? ['noise_reduction'] : []);
  });

  const form = ({ body }: HttpRequest): readonly (readonly [string, unknown])[] =>
    body instanceof FormData ? [...body] : [];

  test('every field has its part, behind the file', () => {
    const request = createTranscriptionsWire(filled({ model: 'whisper-1', language: 'en-US' })).request(
      new Int16Array([1, -2]),
    );
    expect(request).toMatchObject({
      url: 'https://api.openai.com/v1/audio/transcriptions',
      method: 'POST',
      headers: { authorization: 'Bearer secret', accept: 'application/json' },
    });
    const [file, ...fields] = form(request);
    expect(file?.[1]).toMatchObject({ name: 'audio.wav', type: 'audio/wav', size: 48 });
    expect(fields).toEqual([
      ['model', 'whisper-1'],
      ['language', 'en'],
      ['response_format', 'json'],
    ]);
  });

  test('gpt-transcribe takes several languages, keywords and a prompt', () => {
    const settings = { model: 'gpt-transcribe', prompt: 'A hotel.', keywords: ['Antiphon', 'Silero'] };
    const [, ...fields] = form(createTranscriptionsWire(filled(settings)).request(new Int16Array(1)));
    expect(fields).toEqual([
      ['model', 'gpt-transcribe'],
      ['languages[]', 'en'],
      ['prompt', 'A hotel.'],
      ['keywords[]', 'Antiphon'],
      ['keywords[]', 'Silero'],
      ['response_format', 'json'],
    ]);
  });

  test.each([
    ['gpt-4o-transcribe-diarize', 30_000, null],
    ['gpt-4o-transcribe-diarize', 30_001, 'auto'],
    ['gpt-transcribe', 60_000, null],
  ])('%s gets the chunking of %i ms: %j', (model, ms, strategy) => {
    const { body } = createTranscriptionsWire(filled({ model })).request(new Int16Array(16 * ms));
    expect(body instanceof FormData && body.get('chunking_strategy')).toBe(strategy);
  });

  test('no language is no part', () =>
    expect(
      form(createTranscriptionsWire(filled({ language: '' })).request(new Int16Array(1))).map(([name]) => name),
    ).toEqual(['file', 'model', 'response_format']));

  test('base_url may end in /v1', () =>
    expect(createTranscriptionsWire(filled({ base_url: 'http://localhost:1/v1' })).request(new Int16Array(1)).url).toBe(
      'http://localhost:1/v1/audio/transcriptions',
    ));

  test.each([
    ['{"text":"It is seven.","usage":{}}', 'It is seven.'],
    ['{"text":""}', ''],
    ['{"error":{}}', null],
    ['<html>', null],
  ])('%s says %j', (body, text) => expect(createTranscriptionsWire(filled()).parseText(body)).toBe(text));

  test('a failure names the provider and no key', async () => {
    const { openRequest } = createRequestDouble({ server: { status: 401, body: ['secret-key is wrong'] } });
    const stt = openAiStt({ api_key: 'secret-key', model: 'whisper-1' }, { openRequest });
    const frame = { samples: new Int16Array(16_000), sampleRate: 16_000 };
    const speech: readonly SttInput[] = [
      { kind: 'start', segment: 0 },
      { kind: 'audio', segment: 0, frame },
      { kind: 'end', segment: 0 },
    ];
    const [report, event] = await firstValueFrom(stt.transcribe(from(speech)).pipe(toArray()));
    expect(event).toMatchObject({
      kind: 'failed',
      error: { code: 'provider_refused', details: { provider: 'openai', status: 401 } },
    });
    expect(report).toMatchObject({ kind: 'report', error: { code: 'provider_refused' } });
    expect(JSON.stringify([report, event])).not.toContain('secret-key');
  });
});

describe('settings of the request', () => {
  const session = (settings: Partial<OpenAiSttSettings>): unknown => {
    const [, update] = createRealtimeWire(filled(settings), () => 0)
      .dialect()
      .receive(JSON.stringify({ type: 'session.created', session: { expires_at: 1e12 } }));
    return update?.kind === 'send' ? JSON.parse(String(update.frame)).session : null;
  };

  test('is its prompt, its keywords and its filter of noise', () =>
    expect(session({ prompt: 'A hotel.', keywords: ['Antiphon'], noise_reduction: 'near_field' })).toMatchObject({
      audio: {
        input: {
          transcription: { model: 'gpt-live-transcribe', prompt: 'A hotel.', keywords: ['Antiphon'] },
          noise_reduction: { type: 'near_field' },
        },
      },
    }));

  test('leaves out what it does not take, which is remarked', () => {
    const settings = { api_key: 'k', prompt: 'A hotel.', keywords: ['a'], noise_reduction: 'far_field' } as const;
    const transcription = { model: 'gpt-realtime-whisper', language: 'en' };
    const sessionUpdate = session({ ...settings, model: 'gpt-realtime-whisper' });
    expect(sessionUpdate).toMatchObject({ audio: { input: { noise_reduction: { type: 'far_field' } } } });
    expect((sessionUpdate as { audio: { input: { transcription: unknown } } }).audio.input.transcription).toEqual(
      transcription,
    );
    const remarked = (model: string): readonly string[] =>
      findUnsupportedOpenAiStt(filled({ ...settings, model })).map(({ path }) => path);
    expect(remarked('gpt-live-transcribe')).toEqual([]);
    expect(remarked('gpt-realtime-whisper')).toEqual(['prompt', 'keywords']);
    expect(remarked('gpt-transcribe')).toEqual(['noise_reduction']);
    expect(remarked('whisper-1')).toEqual(['keywords', 'noise_reduction']);
  });

  test('is what extra adds to the session, to the address and to the headers', () => {
    const include = ['item.input_audio_transcription.logprobs'];
    const extra = {
      query: { region: 'eu' },
      headers: { 'OpenAI-Project': 'seven' },
      body: { include, audio: { input: { transcription: { delay: 'low' } } } },
    };
    expect(session({ extra })).toMatchObject({
      type: 'transcription',
      include,
      audio: { input: { transcription: { model: 'gpt-live-transcribe', delay: 'low' }, turn_detection: null } },
    });
    expect(upgrade({ extra })).toEqual({
      url: 'wss://api.openai.com/v1/realtime?intent=transcription&region=eu',
      headers: { authorization: 'Bearer secret', 'OpenAI-Project': 'seven' },
    });
  });

  test('is what extra adds to the form', () => {
    const extra = { body: { temperature: 0, include: ['logprobs'] }, headers: { 'OpenAI-Project': 'seven' } };
    const { body, headers } = createTranscriptionsWire(filled({ model: 'gpt-transcribe', extra })).request(
      new Int16Array(1),
    );
    expect(headers).toMatchObject({ authorization: 'Bearer secret', 'OpenAI-Project': 'seven' });
    expect(body instanceof FormData && [body.get('temperature'), body.get('include[]')]).toEqual(['0', 'logprobs']);
  });

  test('cannot be overridden by extra', () => {
    const settings = { prompt: 'A hotel.', keywords: ['a'], noise_reduction: 'near_field' } as const;
    const isRefused = (extra: object): boolean =>
      !openAiSttSchema().safeParse({ provider: 'openai', api_key: 'k', extra }).success;
    for (const path of pathsOf(session(settings)))
      expect([path, isRefused({ body: nested(path) })]).toEqual([path, true]);
    const { body } = createTranscriptionsWire(filled({ ...settings, model: 'gpt-transcribe' })).request(
      new Int16Array(1),
    );
    const fields = body instanceof FormData ? [...body.keys(), 'chunking_strategy', 'language'] : [];
    for (const name of fields) expect([name, isRefused({ body: { [name]: 'x' } })]).toEqual([name, true]);
    for (const name of ['intent', 'model']) expect(isRefused({ query: { [name]: 'x' } })).toBe(true);
    for (const name of ['Authorization', 'accept']) expect(isRefused({ headers: { [name]: 'x' } })).toBe(true);
  });
});

/** The paths of everything in `value` that is no object. */
function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[]];
  return Object.entries(value).flatMap(([name, below]) => pathsOf(below).map((path) => [name, ...path]));
}

function nested(path: readonly string[]): object {
  return path.reduceRight<unknown>((below, name) => ({ [name]: below }), 'x') as object;
}

test('settings that break a rule are refused', () => expect(() => openAiStt({ api_key: '' })).toThrow('api_key'));
