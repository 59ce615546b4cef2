import { from, lastValueFrom, NEVER, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { SpeechmaticsSttSettings } from '../../../providers/speechmatics/settings.ts';
import { speechmaticsStt } from '../../../providers/speechmatics/stt.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { startFake, type FakeServer, type InjectedFault } from '../../fakes/kit/fake.ts';
import { createSpeechmaticsFake, type SpeechmaticsFakeOptions } from '../../fakes/speechmatics.ts';

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
  const serve = async (options: SpeechmaticsFakeOptions = {}, fault?: InjectedFault): Promise<FakeServer> => {
    const server = await startFake(createSpeechmaticsFake(options), { fault });
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
    settings: Partial<SpeechmaticsSttSettings> = {},
  ): Promise<readonly SttEvent[]> => {
    const stt = speechmaticsStt({ api_key, base_url: origin, ...settings });
    return lastValueFrom(stt.transcribe(from(input)).pipe(toArray()));
  };

  const finals = (events: readonly SttEvent[]): readonly Extract<SttEvent, { kind: 'final' }>[] =>
    events.flatMap((event) => (event.kind === 'final' ? [event] : []));

  test.each([8000, 48_000])('speech at %i Hz is heard', async (sample_rate) => {
    const events = await heard(await serve(), createInputs(0, 'thank you', sample_rate), { sample_rate });
    expect(events.at(-1)).toMatchObject({ kind: 'final', segment: 0, text: 'thank you' });
  });

  test('a segment with early final words is one text, with its punctuation', async () => {
    const texts = ['what time is it in the kitchen of the restaurant', 'thank you'];
    const input = texts.flatMap((text, segment) => createInputs(segment, text));
    const events = await heard(await serve({ mark: '.' }), input, { max_delay: 0.7 });
    expect(finals(events).map(({ text }) => text)).toEqual(texts.map((text) => `${text}.`));
  });

  test('words have times within their segment, a confidence and a speaker', async () => {
    const input = [...createInputs(0, 'what time'), ...createInputs(1, 'thank you')];
    const events = await heard(await serve({ speaker: 'S1' }), input, { diarization: 'speaker' });
    for (const { words = [], confidence, speaker } of finals(events)) {
      expect(words).toHaveLength(2);
      expect(words[0]?.startMs).toBeLessThan(300);
      expect(confidence).toBeCloseTo(0.9);
      expect(speaker).toBe('S1');
    }
  });

  test('silence that is not answered is empty', async () => {
    const frame = { samples: new Int16Array(8000), sampleRate: 16_000 };
    const input: readonly SttInput[] = [
      { kind: 'start', segment: 0 },
      { kind: 'audio', segment: 0, frame },
      { kind: 'end', segment: 0 },
    ];
    const events = await heard(await serve({ answersSilence: false }), input, { final_timeout: 0.2 });
    expect(events).toEqual([{ kind: 'empty', segment: 0 }]);
  });

  test('a key that is refused is reported with the reason, and without the key', async () => {
    const server = await serve({ key: 'secret-key' }, 'refuses the key');
    const [failed] = await heard(server, createInputs(0, 'thank you'), { api_key: 'secret-key' });
    const error = failed?.kind === 'failed' ? failed.error : null;
    expect(error).toMatchObject({ code: 'provider_refused', details: { provider: 'speechmatics', status: 401 } });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-key');
    expect(server.requests).toHaveLength(1);
  });
});

describe('in virtual time', () => {
  const started = { atMs: 0, frame: '{"message":"RecognitionStarted"}' };

  test('a session in which nobody speaks is kept open every 30 min, and ended with its stream', () => {
    const time = new VirtualClock();
    const sockets = createSocketDouble({ server: { script: [started] }, scheduler: time });
    const stt = speechmaticsStt({ api_key }, { scheduler: time, openSocket: sockets.openSocket });
    const listening = stt.transcribe(NEVER).subscribe();
    time.flush(61 * 60_000);
    listening.unsubscribe();
    const [connection] = sockets.connections;
    expect(connection?.sent.slice(1).map(({ atMs }) => atMs / 60_000)).toEqual([30, 60, 61]);
    expect(connection?.sent.at(-1)?.frame).toBe('{"message":"EndOfStream","last_seq_no":2}');
  });

  test('a server at its limit of sessions is tried again after 5 s', () => {
    const time = new VirtualClock();
    const error = { atMs: 100, frame: '{"message":"Error","type":"quota_exceeded","reason":"too many"}' };
    const sockets = createSocketDouble({ server: { script: [error] }, scheduler: time });
    const stt = speechmaticsStt({ api_key }, { scheduler: time, openSocket: sockets.openSocket });
    const listening = stt.transcribe(NEVER).subscribe();
    time.flush(5000);
    expect(sockets.connections).toHaveLength(1);
    time.flush(5200);
    listening.unsubscribe();
    expect(sockets.connections).toHaveLength(2);
  });
});
