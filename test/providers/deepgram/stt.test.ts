import { from, lastValueFrom, NEVER, Subject, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { deepgramStt } from '../../../providers/deepgram/stt.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SpeechToText, SttEvent, SttInput } from '../../../src/core/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSocketDouble, type ServerBehaviour, type SocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { createDeepgramSttFake, type DeepgramSttFakeOptions } from '../../fakes/deepgram/stt.ts';
import { startFake, type FakeServer, type InjectedFault } from '../../fakes/kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { results } from './results.ts';

const FRAME_MS = 20;

/** A segment with these texts, half a second of silence after each. */
function createInputs(segment: number, texts: readonly string[], sampleRate = 16_000): readonly SttInput[] {
  const sound = concatSamples(texts.flatMap((text) => [encodeText(text, sampleRate), encodeText('', sampleRate)]));
  const length = (sampleRate * FRAME_MS) / 1000;
  const frames = Array.from({ length: Math.ceil(sound.length / length) }, (_, n): SttInput => {
    const samples = sound.subarray(n * length, (n + 1) * length);
    return { kind: 'audio', segment, frame: { samples, sampleRate } };
  });
  return [{ kind: 'start', segment }, ...frames, { kind: 'end', segment }];
}

function heard(stt: SpeechToText, input: readonly SttInput[]): Promise<readonly SttEvent[]> {
  return lastValueFrom(stt.transcribe(from(input)).pipe(toArray()));
}

function finals(events: readonly SttEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'final' ? [`${event.segment} ${event.text}`] : []));
}

describe('over a server', () => {
  const servers: FakeServer[] = [];
  const serve = async (options: DeepgramSttFakeOptions = {}, fault?: InjectedFault): Promise<FakeServer> => {
    const server = await startFake(createDeepgramSttFake(options), { fault: fault });
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

  test('an utterance that comes in several finals is one text', async () => {
    const { origin } = await serve();
    const stt = deepgramStt({ api_key: 'secret', base_url: origin });
    const events = await heard(stt, [...createInputs(0, ['what time', 'is it']), ...createInputs(1, ['thank you'])]);
    expect(finals(events)).toEqual(['0 what time is it', '1 thank you']);
  });

  test('without endpointing it comes in one', async () => {
    const { origin, log } = await serve();
    const stt = deepgramStt({ api_key: 'secret', base_url: origin, endpointing_ms: 0 });
    expect(finals(await heard(stt, createInputs(0, ['what time', ' is it'])))).toEqual(['0 what time is it']);
    expect(log.filter(({ frame }) => `${String(frame)}`.includes('"is_final":true'))).toHaveLength(1);
  });

  test('a Finalize that is not answered holds the words back for a second, no more', async () => {
    const { origin } = await serve({ answersEmptyFinalize: false });
    const stt = deepgramStt({ api_key: 'secret', base_url: origin });
    expect(finals(await heard(stt, createInputs(0, ['what time', 'is it'])))).toEqual(['0 what time is it']);
  });

  test.each([8000, 48_000])('speech at %i Hz is heard', async (sample_rate) => {
    const { origin } = await serve();
    const stt = deepgramStt({ api_key: 'secret', base_url: origin, sample_rate });
    expect(finals(await heard(stt, createInputs(0, ['thank you'], sample_rate)))).toEqual(['0 thank you']);
  });

  test('guesses come while the user speaks; switched off, they do not', async () => {
    const { origin } = await serve();
    const texts = async (interim_results: boolean): Promise<readonly string[]> => {
      const stt = deepgramStt({ api_key: 'secret', base_url: origin, interim_results });
      expect(stt.interims).toBe(interim_results);
      const events = await heard(stt, createInputs(0, ['what time is it']));
      return events.flatMap((event) => (event.kind === 'interim' ? [event.text] : []));
    };
    expect(await texts(true)).toEqual(['what', 'what time', 'what time is', 'what time is it']);
    expect(await texts(false)).toEqual([]);
  });

  test('a key that is refused is reported with the reason, and without the key', async () => {
    const server = await serve({}, 'refuses the key');
    const stt = deepgramStt({ api_key: 'secret-key', base_url: server.origin });
    const [failed] = await heard(stt, createInputs(0, ['thank you']));
    const error = failed?.kind === 'failed' ? failed.error : null;
    expect(error).toBeInstanceOf(AntiphonError);
    expect(error).toMatchObject({ code: 'provider_refused', details: { provider: 'deepgram', status: 401 } });
    expect(String(error)).toMatch(/deepgram: HTTP 401: Invalid credentials\. \(request 0/u);
    expect(JSON.stringify(error) + String(error)).not.toContain('secret-key');
    expect(server.requests).toHaveLength(1);
  });

  test('unsubscribing closes the connection', async () => {
    const server = await serve();
    const stt = deepgramStt({ api_key: 'secret', base_url: server.origin });
    const speech = new Subject<SttInput>();
    const listening = stt.transcribe(speech);
    const words = new Promise<SttEvent>((resolve) => {
      const subscription = listening.subscribe((event) => {
        subscription.unsubscribe();
        resolve(event);
      });
    });
    for (const input of createInputs(0, ['what time is it'])) speech.next(input);
    await words;
    await server.idle();
    expect(server.log.filter(({ from: side }) => side === 'client').at(-1)?.frame).toBe('{"type":"CloseStream"}');
  });
});

describe('in virtual time', () => {
  const clock = (server: ServerBehaviour): { readonly time: VirtualClock; readonly sockets: SocketDouble } => {
    const time = new VirtualClock();
    return { time, sockets: createSocketDouble({ server, scheduler: time }) };
  };

  test('a connection on which nobody speaks is kept alive every 4 s', () => {
    const { time, sockets } = clock({});
    const stt = deepgramStt({ api_key: 'secret' }, { scheduler: time, openSocket: sockets.openSocket });
    const listening = stt.transcribe(NEVER).subscribe();
    time.flush(10_000);
    listening.unsubscribe();
    expect(sockets.connections.map(({ sent }) => sent)).toEqual([
      [
        { atMs: 4000, frame: '{"type":"KeepAlive"}' },
        { atMs: 8000, frame: '{"type":"KeepAlive"}' },
        { atMs: 10_000, frame: '{"type":"CloseStream"}' },
      ],
    ]);
  });

  test('a final that comes after its second is up is a late final of its own segment, and reaches no later one', () => {
    const late = results({ start: 0, end: 0.9, text: 'late' });
    const { time, sockets } = clock({ script: [{ atMs: 1500, frame: late }] });
    const stt = deepgramStt({ api_key: 'secret' }, { scheduler: time, openSocket: sockets.openSocket });
    const speech = new Subject<SttInput>();
    const events: SttEvent[] = [];
    const listening = stt.transcribe(speech).subscribe((event) => events.push(event));
    for (const input of createInputs(0, ['hello'])) speech.next(input);
    time.flush(1200);
    for (const input of createInputs(1, ['you'])) speech.next(input);
    time.flush(4000);
    listening.unsubscribe();
    expect(events).toMatchObject([
      { kind: 'empty', segment: 0 },
      { kind: 'final', segment: 0, text: 'late', last: false },
      { kind: 'empty', segment: 1 },
    ]);
  });
});
