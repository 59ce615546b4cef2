import { firstValueFrom, from, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { realtimeStt } from '../../../providers/openai/realtimeStt.ts';
import { requestStt } from '../../../providers/openai/requestStt.ts';
import { openAiSttSchema } from '../../../providers/openai/settings.ts';
import type { FilledOpenAiStt, OpenAiSttSettings } from '../../../providers/openai/settings.ts';
import { openAiStt } from '../../../providers/openai/stt.ts';
import { isForFiles, languageHint } from '../../../providers/openai/sttModels.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import type { HttpRequest } from '../../../src/core/wire/http.ts';
import type { SocketRequest } from '../../../src/core/wire/socket.ts';
import { requestDouble } from '../../../src/testing/wire/requestDouble.ts';

function filled(settings: Partial<OpenAiSttSettings> = {}): FilledOpenAiStt {
  return openAiSttSchema.parse({ provider: 'openai', api_key: 'secret', ...settings });
}

function upgrade(settings: Partial<OpenAiSttSettings> = {}): SocketRequest {
  return realtimeStt(filled(settings), () => 0).request();
}

describe('over the realtime WebSocket', () => {
  test("api_key goes into a header, OpenAI's own address takes no model", () =>
    expect(upgrade({ model: 'gpt-transcribe' })).toEqual({
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
    ['gpt-transcribe', false],
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
  ])('model %s is told of the language %j as %j', (model, language, hint) =>
    expect(languageHint(model, language)).toEqual(hint),
  );

  test('a session that had its hour is followed by another at once, which counts as no attempt', () => {
    const { faultOf } = realtimeStt(filled(), () => 0);
    const reason = 'Your session hit the maximum duration of 60 minutes.';
    expect(faultOf?.({ code: 1001, reason }, 0).kind).toBe('expired');
    expect(faultOf?.({ code: 1001, reason: 'going away' }, 0).kind).toBe('retry');
    expect(faultOf?.({ code: 1006, reason: '' }, 0).kind).toBe('retry');
  });
});

describe('over HTTP', () => {
  test.each(['whisper-1', 'gpt-4o-transcribe-diarize'])('model %s is asked for each utterance', (model) => {
    expect(isForFiles(model)).toBe(true);
    expect(openAiStt({ api_key: 'secret', model })).toMatchObject({
      name: 'openai',
      sampleRate: 16_000,
      interims: false,
    });
  });

  const form = ({ body }: HttpRequest): readonly (readonly [string, unknown])[] =>
    body instanceof FormData ? [...body] : [];

  test('every field has its part, behind the file', () => {
    const request = requestStt(filled({ model: 'whisper-1', language: 'en-US' })).request(new Int16Array([1, -2]));
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

  test('no language is no part', () =>
    expect(form(requestStt(filled({ language: '' })).request(new Int16Array(1))).map(([name]) => name)).toEqual([
      'file',
      'model',
      'response_format',
    ]));

  test('base_url may end in /v1', () =>
    expect(requestStt(filled({ base_url: 'http://localhost:1/v1' })).request(new Int16Array(1)).url).toBe(
      'http://localhost:1/v1/audio/transcriptions',
    ));

  test.each([
    ['{"text":"It is seven.","usage":{}}', 'It is seven.'],
    ['{"text":""}', ''],
    ['{"error":{}}', null],
    ['<html>', null],
  ])('%s says %j', (body, text) => expect(requestStt(filled()).textIn(body)).toBe(text));

  test('a failure names the provider and no key', async () => {
    const { openRequest } = requestDouble({ server: { status: 401, body: ['secret-key is wrong'] } });
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

test('settings that break a rule are refused', () => expect(() => openAiStt({ api_key: '' })).toThrow('api_key'));
