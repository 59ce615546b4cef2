import { from, lastValueFrom, NEVER, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElevenLabsSttSettings } from '../../../providers/elevenlabs/scribe/settings.ts';
import { elevenLabsStt } from '../../../providers/elevenlabs/stt.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createScribeFake, type ScribeFakeOptions } from '../../fakes/elevenlabs/scribe.ts';
import { startFake, type FakeServer, type InjectedFault } from '../../fakes/kit/fake.ts';

const api_key = 'fake-key';

function createInputs(segment: number, text: string, sampleRate = 16_000): readonly SttInput[] {
  const sound = encodeText(text, sampleRate);
  const length = sampleRate / 50;
  const frames = Array.from({ length: Math.ceil(sound.length / length) }, (_, n): SttInput => {
    const samples = sound.subarray(n * length, (n + 1) * length);
    return { kind: 'audio', segment, frame: { samples, sampleRate } };
  });
  return [{ kind: 'start', segment }, ...frames, { kind: 'end', segment }];
}

describe('over a server', () => {
  const servers: FakeServer[] = [];
  const serve = async (options: ScribeFakeOptions = {}, fault?: InjectedFault): Promise<FakeServer> => {
    const server = await startFake(createScribeFake(options), { fault });
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      await server.idle();
      await server.close();
      if (server.violations.length > 0) throw new Error(server.violations.join('; '));
    }
  });

  const heard = (
    { origin }: FakeServer,
    input: readonly SttInput[],
    settings: Partial<ElevenLabsSttSettings> = {},
  ): Promise<readonly SttEvent[]> => {
    const stt = elevenLabsStt({ api_key, base_url: origin, ...settings });
    return lastValueFrom(stt.transcribe(from(input)).pipe(toArray()));
  };

  test.each([8000, 24_000] as const)('speech at %i Hz is heard', async (sample_rate) => {
    const events = await heard(await serve(), createInputs(0, 'thank you', sample_rate), { sample_rate });
    expect(events.at(-1)).toMatchObject({ kind: 'final', segment: 0, text: 'thank you' });
  });

  test('words have times within their segment, and a confidence', async () => {
    const input = [...createInputs(0, 'what time'), ...createInputs(1, 'thank you')];
    const events = await heard(await serve(), input, { include_timestamps: true });
    const finals = events.flatMap((event) => (event.kind === 'final' ? [event] : []));
    expect(finals.map(({ text }) => text)).toEqual(['what time', 'thank you']);
    for (const { words = [], confidence } of finals) {
      expect(words).toHaveLength(2);
      expect(words[0]?.startMs).toBeLessThan(300);
      expect(confidence).toBeCloseTo(Math.exp(-0.1));
    }
  });

  test('the language is named if it is detected', async () => {
    const events = await heard(await serve(), createInputs(0, 'thank you'), { include_language_detection: true });
    expect(events.at(-1)).toMatchObject({ kind: 'final', text: 'thank you', language: 'en' });
  });

  test('a text whose timestamps do not come is not lost', async () => {
    const server = await serve({ untimed: 1 });
    const input = [...createInputs(0, 'what time'), ...createInputs(1, 'thank you')];
    const events = await heard(server, input, { include_timestamps: true });
    const texts = events.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
    expect(texts).toEqual(['what time', 'thank you']);
  });

  test('a key that is refused is reported with the reason, and without the key', async () => {
    const server = await serve({ key: 'secret-key' }, 'refuses the key');
    const [failed] = await heard(server, createInputs(0, 'thank you'), { api_key: 'secret-key' });
    const error = failed?.kind === 'failed' ? failed.error : null;
    expect(error).toMatchObject({ code: 'provider_refused', details: { provider: 'elevenlabs', status: 401 } });
    expect(String(error)).toContain('elevenlabs: HTTP 401: Invalid API key');
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-key');
    expect(server.requests).toHaveLength(1);
  });
});

describe('in virtual time', () => {
  test('a connection on which nobody speaks is kept open every 5 s', () => {
    const time = new VirtualClock();
    const greeting = { atMs: 0, frame: '{"message_type":"session_started"}' };
    const sockets = createSocketDouble({ server: { script: [greeting] }, scheduler: time });
    const stt = elevenLabsStt({ api_key }, { scheduler: time, openSocket: sockets.openSocket });
    const listening = stt.transcribe(NEVER).subscribe();
    time.flush(12_000);
    listening.unsubscribe();
    expect(sockets.connections.map(({ sent }) => sent.map(({ atMs }) => atMs))).toEqual([[5000, 10_000]]);
  });

  test('a session that Scribe ends is replaced at once', () => {
    const time = new VirtualClock();
    const end = { atMs: 1000, frame: '{"message_type":"session_time_limit_exceeded","error":"too long"}' };
    const sockets = createSocketDouble({ server: { script: [end] }, scheduler: time });
    const stt = elevenLabsStt({ api_key }, { scheduler: time, openSocket: sockets.openSocket });
    const listening = stt.transcribe(NEVER).subscribe();
    time.flush(1001);
    listening.unsubscribe();
    expect(sockets.connections).toHaveLength(2);
  });
});
