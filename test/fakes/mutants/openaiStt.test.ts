import { firstValueFrom, from, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRealtimeWire } from '../../../providers/openai/realtimeWire.ts';
import { openAiSttSchema, type FilledOpenAiStt } from '../../../providers/openai/settings.ts';
import { openAiStt } from '../../../providers/openai/stt.ts';
import type { SpeechToText, SttInput } from '../../../src/core/ports.ts';
import { fetchRequest, type HttpRequest } from '../../../src/wire/http.ts';
import { asText, parseObject } from '../../../src/wire/json.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { createOpenAiSttFake } from '../openaiStt.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createOpenAiSttFake());
});

afterEach(() => server.close());

/** Returns the violations of a recogniser that gets one segment. */
async function faultsOf(stt: SpeechToText): Promise<string> {
  const frame = { samples: encodeText('thank you', stt.sampleRate), sampleRate: stt.sampleRate };
  const speech: readonly SttInput[] = [
    { kind: 'start', segment: 0 },
    { kind: 'audio', segment: 0, frame },
    { kind: 'end', segment: 0 },
  ];
  await firstValueFrom(stt.transcribe(from(speech)).pipe(toArray()));
  return server.violations.join('\n');
}

function settings(model: string): FilledOpenAiStt {
  return openAiSttSchema().parse({ provider: 'openai', api_key: 'fake-key', base_url: server.origin, model });
}

describe('the fake of /v1/realtime catches an adapter that', () => {
  const listening = (tampering: Tampering, change: Partial<SttWire> = {}): SpeechToText => {
    const wire = createRealtimeWire(settings('gpt-live-transcribe'), () => 0);
    return createWebSocketStt({ ...wire, answerMs: 100, ...change }, { openSocket: createTamperedSocket(tampering) });
  };
  const headers = (change: Readonly<Record<string, string>>): Tampering => ({
    request: (request) => ({ ...request, headers: { ...request.headers, ...change } }),
  });
  const address = (change: (url: string) => string): Tampering => ({
    request: ({ url, ...request }) => ({ url: change(url), ...request }),
  });
  const text = (written: string, instead: string): Tampering => ({
    frames: (frame) => [String(frame).replace(written, instead)],
  });
  const isCommit = (frame: SocketFrame): boolean => asText(parseObject(frame)?.['type']).endsWith('commit');

  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['asks for the beta interface', headers({ 'openai-beta': 'realtime=v1' }), 'the beta interface'],
    ['sends the bare key', headers({ authorization: 'fake-key' }), 'no bearer token'],
    ['puts the key into the address', address((url) => `${url}&key=fake-key`), 'a key in the address'],
    ['opens a conversation', address((url) => url.replace('intent=transcription&', '')), 'no intent'],
    ['says that it sends 16 kHz', text('24000', '16000'), 'the session'],
    ['lets the server find turns', text('tion":null', 'tion":{"type":"server_vad"}'), 'the session'],
    ['gives the language as older models want it', text('"languages":["en"]', '"language":"en"'), 'a language where'],
    ['names a region', text('["en"]', '["en-US"]'), 'the language en-US'],
    ['commits twice', { frames: (frame) => (isCommit(frame) ? [frame, frame] : [frame]) }, 'a commit of 0 ms'],
    ['sends audio that is none', text('"audio":"', '"audio":"AA=='), 'audio that is not base64'],
    ['speaks as in a conversation', text('input_audio_buffer.commit', 'response.create'), 'the frame'],
  ])('%s', async (_, tampering, fault) => {
    expect(await faultsOf(listening(tampering))).toContain(fault);
  });

  test('does not wait until the session is set up', async () => {
    const { dialect } = createRealtimeWire(settings('gpt-live-transcribe'), () => 0);
    const hasty: SttWire['dialect'] = () => Object.assign(dialect(), { open: () => [{ kind: 'ready' }] });
    expect(await faultsOf(listening({}, { dialect: hasty }))).toContain('audio before the session was set up');
  });

  test('and nothing else', async () => expect(await faultsOf(listening({}))).toBe(''));
});

describe('the fake of /v1/audio/transcriptions catches an adapter that', () => {
  type Part = readonly [name: string, value: string | File];

  const asking = (change: (request: HttpRequest) => HttpRequest): SpeechToText =>
    openAiStt(settings('whisper-1'), { openRequest: (request) => fetchRequest(change(request)) });
  const parts = (change: (parts: readonly Part[]) => readonly Part[]): ((request: HttpRequest) => HttpRequest) => {
    return (request) => {
      const body = new FormData();
      const given = request.body instanceof FormData ? [...request.body] : [];
      for (const [name, value] of change(given)) body.append(name, value);
      return { ...request, body };
    };
  };
  const bare: Part = ['file', new File(['abcd'], 'audio.wav', { type: 'audio/wav' })];

  test.each<[what: string, change: (request: HttpRequest) => HttpRequest, fault: string]>([
    [
      'puts the key into the address',
      (request) => ({ ...request, url: `${request.url}?key=fake-key` }),
      'a key in the address',
    ],
    ['sends the parts in another order', parts((given) => given.toReversed()), 'the parts'],
    ['leaves the format of the answer open', parts((given) => given.slice(0, -1)), 'the response format'],
    ['sends no file', parts((given) => given.slice(1)), 'no file'],
    ['sends bare samples', parts((given) => [bare, ...given.slice(1)]), 'a file that is no WAV'],
    [
      'names a region',
      parts((given) => given.map(([name, value]) => [name, value === 'en' ? 'en-US' : value])),
      'language',
    ],
  ])('%s', async (_, change, fault) => {
    expect(await faultsOf(asking(change))).toContain(fault);
  });

  test('and nothing else', async () => expect(await faultsOf(asking((request) => request))).toBe(''));
});
