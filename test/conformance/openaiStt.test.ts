import { lastValueFrom, from } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { openAiStt } from '../../providers/openai/stt.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { createWavHeader } from '../../src/wire/audio/wavHeader.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createOpenAiSttFake } from '../fakes/openaiStt.ts';
import { parseParts } from '../fakes/openaiStt/multipart.ts';
import { sameWire, sdk, wireOf, type Deviation } from './kit.ts';

interface Client {
  readonly audio: { readonly transcriptions: { create(request: object): Promise<{ readonly text: string }> } };
}

interface Realtime {
  on(type: string, hear: (event: { readonly transcript?: string }) => void): void;
  send(event: object): void;
  close(): void;
}

const { OpenAI, toFile } = sdk('openai') as {
  OpenAI: new (options: object) => Client;
  toFile: (bytes: Uint8Array, name: string, options: object) => Promise<File>;
};
const { OpenAIRealtimeWS } = sdk('openai/realtime/ws') as {
  OpenAIRealtimeWS: new (options: object, client: Client) => Realtime;
};

const DEVIATIONS: readonly Deviation[] = [
  {
    where: 'upgrade.query.model',
    why: "gateways find their provider by it; it is left out at OpenAI's own address, where it would open a conversation",
  },
];

test.each([
  ['gpt-live-transcribe', { languages: ['en'] }],
  ['gpt-realtime-whisper', { language: 'en' }],
])("over the realtime WebSocket OpenAI's client and our adapter send and receive the same: %s", async (model, hint) => {
  const [theirs, ours] = [await serve({ tls: true }), await serve()];
  const parts = [encodeText('what time ', 24_000), encodeText('is it', 24_000)];
  const transcription = { model, ...hint };
  const input = { format: { type: 'audio/pcm', rate: 24_000 }, transcription, turn_detection: null };
  const session = { type: 'transcription', audio: { input } };

  const sdkHeard = await new Promise((heard) => {
    const client = new OpenAI({ apiKey: 'fake-key', baseURL: `${theirs.origin}/v1` });
    const realtime = new OpenAIRealtimeWS({ intent: 'transcription', options: { ca: theirs.certificate } }, client);
    realtime.on('session.created', () => realtime.send({ type: 'session.update', event_id: 'setup', session }));
    realtime.on('session.updated', () => {
      for (const part of parts) {
        realtime.send({ type: 'input_audio_buffer.append', audio: toBase64(bytesOfSamples(part)) });
      }
      realtime.send({ type: 'input_audio_buffer.commit', event_id: 'commit-0' });
    });
    realtime.on('conversation.item.input_audio_transcription.completed', ({ transcript }) => {
      realtime.close();
      heard(transcript);
    });
  });
  await theirs.idle();

  const weHeard = await recognised(ours, model, 24_000, parts);
  sameWire(wireOf(theirs), wireOf(ours), DEVIATIONS);
  expect([sdkHeard, weHeard]).toEqual(['what time is it', 'what time is it']);
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

test("over HTTP OpenAI's client and our adapter send and receive the same", async () => {
  const [theirs, ours] = [await serve(), await serve()];
  const sound = encodeText('what time is it', 16_000);

  const client = new OpenAI({ apiKey: 'fake-key', baseURL: `${theirs.origin}/v1` });
  const file = await toFile(
    Buffer.concat([createWavHeader(16_000, 1, sound.byteLength), bytesOfSamples(sound)]),
    'audio.wav',
    { type: 'audio/wav' },
  );
  const request = { file, model: 'whisper-1', language: 'en', response_format: 'json' };
  const { text: sdkHeard } = await client.audio.transcriptions.create(request);

  const weHeard = await recognised(ours, 'whisper-1', 16_000, [sound]);
  sameWire(formsOf(theirs), formsOf(ours), []);
  expect([sdkHeard, weHeard]).toEqual(['what time is it', 'what time is it']);
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

async function serve(options: { readonly tls?: boolean } = {}): Promise<FakeServer> {
  const server = await startFake(createOpenAiSttFake(), options);
  onTestFinished(() => server.close());
  return server;
}

async function recognised(
  server: FakeServer,
  model: string,
  sampleRate: number,
  parts: readonly Int16Array[],
): Promise<string> {
  const stt = openAiStt({ api_key: 'fake-key', base_url: `${server.origin}/v1`, model });
  const audio = parts.map((samples): SttInput => ({ kind: 'audio', segment: 0, frame: { samples, sampleRate } }));
  const speech: readonly SttInput[] = [{ kind: 'start', segment: 0 }, ...audio, { kind: 'end', segment: 0 }];
  const answer = await lastValueFrom(stt.transcribe(from(speech)));
  await server.idle();
  return answer.kind === 'final' ? answer.text : answer.kind;
}

/** Each transcription with the parts of its form, in order; the boundary between them is any client's own. */
function formsOf({ requests: doors }: FakeServer): readonly unknown[] {
  const transcriptions = doors.filter(({ path }) => path.endsWith('/audio/transcriptions'));
  return transcriptions.map(({ method, path, query, headers, body }) => {
    const { authorization, accept, 'content-type': type = '' } = headers;
    const parts = parseParts(type, body).map((part) => ({ ...part, body: Buffer.from(part.body).toString('latin1') }));
    return { request: { method, path, query, headers: { authorization, accept }, parts } };
  });
}
