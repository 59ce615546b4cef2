import { from, lastValueFrom, of, Subject, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { deepgramTts } from '../../../providers/deepgram/tts.ts';
import type { DeepgramTtsSettings } from '../../../providers/deepgram/settings.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createSocketDouble } from '../../../src/testing/wire/socketDouble.ts';
import { createDeepgramFluxTtsFake } from '../../fakes/deepgram/fluxTts.ts';
import { createDeepgramTtsFake, type DeepgramTtsFakeOptions } from '../../fakes/deepgram/tts.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.idle();
    await server.close();
    if (server.violations.length > 0) throw new Error(server.violations.join('; '));
  }
});

interface Scene {
  readonly server: FakeServer;
  readonly voice: TextToSpeech;
}

async function scene(
  settings: Partial<DeepgramTtsSettings> = {},
  options: DeepgramTtsFakeOptions = {},
): Promise<Scene> {
  const server = await startFake(createDeepgramTtsFake(options));
  servers.push(server);
  return { server, voice: deepgramTts({ api_key: 'secret', base_url: server.origin, ...settings }) };
}

function spoken(events: readonly TtsEvent[], sampleRate: number): string {
  const frames = events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : []));
  return createTextReader(sampleRate).push(concatSamples(frames));
}

function heard(voice: TextToSpeech, ...text: readonly string[]): Promise<readonly TtsEvent[]> {
  return lastValueFrom(voice.synthesize(from(text)).pipe(toArray()));
}

function sent({ log }: FakeServer): readonly string[] {
  return log.filter(({ from: side }) => side === 'client').map(({ frame }) => String(frame));
}

test('text goes out as it is generated, and is flushed once', async () => {
  const { server, voice } = await scene();
  const text = new Subject<string>();
  const events: TtsEvent[] = [];
  const spokenAll = new Promise<void>((complete, error) => {
    const goOn = (): void => {
      text.next('How can ');
      text.next('I help?');
      text.complete();
    };
    voice.synthesize(text).subscribe({
      next: (event) => {
        if (events.push(event) === 1) goOn();
      },
      complete,
      error,
    });
  });
  text.next('Hello. ');
  await spokenAll;
  await server.idle();
  expect(spoken(events, 24_000)).toBe('Hello. How can I help?');
  expect(sent(server)).toEqual([
    '{"type":"Speak","text":"Hello. "}',
    '{"type":"Speak","text":"How can "}',
    '{"type":"Speak","text":"I help?"}',
    '{"type":"Flush"}',
    '{"type":"Close"}',
  ]);
});

test('all of the text is marked when its audio has come', async () => {
  const { voice } = await scene();
  const events = await heard(voice, 'Hello. ', 'You there?');
  expect(events.at(-1)).toEqual({ kind: 'mark', chars: 17 });
});

describe('the encodings', () => {
  test.each([
    ['linear16', 8000],
    ['linear16', 48_000],
    ['mulaw', 8000],
    ['mulaw', 16_000],
    ['alaw', 8000],
    ['alaw', 16_000],
  ] as const)('%s at %i Hz is heard as it was spoken', async (encoding, sample_rate) => {
    const voice = (text: string): Int16Array =>
      Int16Array.from(
        { length: sample_rate / 10 },
        (_, n) => 8000 * Math.sin((n / sample_rate) * 440 * 2 * Math.PI) * (text === '' ? 0 : 1),
      );
    const { voice: tts } = await scene({ encoding, sample_rate }, { synthesize: voice });
    expect(tts.sampleRate).toBe(sample_rate);
    const events = await heard(tts, 'Hello');
    const samples = concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));
    const wanted = voice('Hello');
    expect(samples.length).toBe(wanted.length);
    const worst = Math.max(...samples.map((sample, n) => Math.abs(sample - (wanted[n] ?? 0))));
    expect(worst).toBeLessThanOrEqual(encoding === 'linear16' ? 0 : 260);
  });
});

test('a cut clears, and the connection serves the next utterance without a sound of the old', async () => {
  const { server, voice } = await scene();
  const warm = voice.keepWarm?.().subscribe();
  const text = new Subject<string>();
  await new Promise<void>((resolve) => {
    const speaking = voice.synthesize(text).subscribe(({ kind }) => {
      if (kind !== 'audio') return;
      speaking.unsubscribe();
      resolve();
    });
    text.next('This will be cut. And so will this. ');
  });
  expect(spoken(await heard(voice, 'Next.'), 24_000)).toBe('Next.');
  warm?.unsubscribe();
  await server.idle();
  expect(sent(server)).toContain('{"type":"Clear"}');
});

test('a flush that the server leaves undone is made up for 3 s later', () => {
  const clock = new VirtualClock();
  const undone = ['{"type":"Warning","description":"Too many Flush messages","code":"FLUSH_LIMIT"}'];
  const done = [new Uint8Array(4800), '{"type":"Flushed","sequence_id":0}'];
  const answers = [undone, done];
  const sockets = createSocketDouble({
    scheduler: clock,
    server: {
      onFrame: (frame, server) => {
        if (frame === '{"type":"Flush"}') for (const answer of answers.shift() ?? []) server.send(answer);
      },
    },
  });
  const voice = deepgramTts({ api_key: 'secret' }, { scheduler: clock, openSocket: sockets.openSocket });
  const [events, warnings]: [string[], string[]] = [[], []];
  voice.keepWarm?.().subscribe(({ code }) => warnings.push(code));
  voice.synthesize(of('Hello.')).subscribe(({ kind }) => events.push(`${clock.now()} ${kind}`));
  clock.flush(10_000);
  expect(events).toEqual(['3000 audio', '3000 mark']);
  expect(warnings).toEqual(['provider_warning']);
});

test('a key that is refused is reported with the reason', async () => {
  const server = await startFake(createDeepgramTtsFake(), { fault: 'refuses the key' });
  servers.push(server);
  const voice = deepgramTts({ api_key: 'secret-key', base_url: server.origin });
  const error: unknown = await lastValueFrom(voice.synthesize(of('Hello.'))).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'provider_refused', details: { provider: 'deepgram', status: 401 } });
  expect(String(error)).toMatch(/deepgram: HTTP 401: Invalid credentials\./u);
  expect(String(error)).not.toContain('secret-key');
});

describe('a Flux voice', () => {
  const sayAndCut = (voice: TextToSpeech): Promise<void> =>
    new Promise((resolve) => {
      const text = new Subject<string>();
      const speaking = voice.synthesize(text).subscribe(({ kind }) => {
        if (kind !== 'audio') return;
        speaking.unsubscribe();
        resolve();
      });
      text.next('This will be cut. And so will this. ');
    });

  test.each([
    ['that was interrupted keeps its connection', {}, 1],
    ['whose interruption is ignored speaks on another connection', { ignores: 'INVALID_INTERRUPT_OFFSET' }, 2],
  ])('%s', async (_, options, connections) => {
    const server = await startFake(createDeepgramFluxTtsFake(options));
    servers.push(server);
    const voice = deepgramTts({ api_key: 'secret', base_url: server.origin, model: 'flux-haley-en' });
    const warm = voice.keepWarm?.().subscribe();
    await sayAndCut(voice);
    expect(spoken(await heard(voice, 'Next.'), 24_000)).toBe('Next.');
    warm?.unsubscribe();
    await server.idle();
    expect(sent(server)).toContain('{"type":"Interrupt"}');
    expect(server.requests).toHaveLength(connections);
  });
});
