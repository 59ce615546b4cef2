import { concat, filter, firstValueFrom, from, lastValueFrom, NEVER, of, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { AzureSttSettings, AzureTtsSettings } from '../../../providers/azure/settings.ts';
import { azureStt } from '../../../providers/azure/stt.ts';
import { azureTts } from '../../../providers/azure/tts.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { SttEvent, SttInput, TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { parseStrictly } from '../../fakes/azure/frames.ts';
import { createAzureSttFake, type AzureSttFakeOptions } from '../../fakes/azure/stt.ts';
import { createAzureTtsFake, type AzureTtsFakeOptions } from '../../fakes/azure/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../../fakes/kit/fake.ts';
import { createTextReader, encodeText } from '../../../src/testing/textAudio.ts';

const RESOURCE = { api_key: 'fake-key', region: 'westeurope' } as const;

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function started(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

/** The connections over which clients sent what has this path. */
function connectionsOf({ log }: FakeServer, path: string): readonly number[] {
  return log.flatMap(({ connection, from: side, frame }) =>
    side === 'client' && parseStrictly(frame, () => {})?.path === path ? [connection] : [],
  );
}

describe('requests to Azure', () => {
  async function heard(
    service: AzureSttFakeOptions,
    settings: Partial<AzureSttSettings> = {},
    spokenText = 'tell me about the restaurant',
  ): Promise<{ readonly events: readonly SttEvent[]; readonly server: FakeServer }> {
    const server = await started(createAzureSttFake(service));
    const stt = azureStt({ ...RESOURCE, ...settings, base_url: server.origin });
    const frame = { samples: encodeText(spokenText, stt.sampleRate), sampleRate: stt.sampleRate };
    const segment: readonly SttInput[] = [
      { kind: 'start', segment: 0 },
      { kind: 'audio', segment: 0, frame },
      { kind: 'end', segment: 0 },
    ];
    const events = await lastValueFrom(stt.transcribe(from(segment)).pipe(toArray()));
    await server.idle();
    expect(server.violations).toEqual([]);
    return { events, server };
  }

  const final = { kind: 'final', segment: 0, text: 'tell me about the restaurant' };

  test('at another rate, in two channels, in one of two languages', async () => {
    const { events } = await heard(
      { sampleRate: 8000, channels: 2, languages: ['fr-FR', 'de-DE'] },
      { sample_rate: 8000, num_channels: 2, languages: ['fr-FR', 'de-DE'] },
    );
    expect(events.at(-1)).toMatchObject(final);
  });

  test.each([1, 2])('of %i channels each word once', async (channels) => {
    const { events } = await heard({ channels, phraseWords: 2 }, { num_channels: channels });
    expect(events.filter(({ kind }) => kind === 'final')).toMatchObject([final]);
  });

  test('phrases to listen for, unmasked profanity, and no words, if that is set', async () => {
    const { events } = await heard(
      { detailed: false, profanity: 'Raw', phrases: ['restaurant', 'Antiphon'] },
      { word_level_timestamps: false, profanity: 'raw', phrase_list: ['restaurant', 'Antiphon'] },
    );
    expect(events.at(-1)).toStrictEqual(final);
  });

  test('words with their times, over the turns that the service makes of a segment', async () => {
    const { events, server } = await heard({ phraseWords: 2, endsTurnAfterMs: 700 });
    const last = events.at(-1);
    const words = last?.kind === 'final' ? (last.words ?? []) : [];
    expect(connectionsOf(server, 'speech.context')).toHaveLength(2);
    expect(words.map(({ text }) => text).join(' ')).toBe('tell me about the restaurant');
    const times = words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const lengthMs = 1000 * (encodeText('tell me about the restaurant', 16_000).length / 16_000);
    expect(times.at(-1)).toBeGreaterThan(lengthMs - 20);
    expect(times.at(-1)).toBeLessThanOrEqual(lengthMs + 1);
  });

  test('phrase by phrase, as one final', async () => {
    const { events } = await heard({ phraseWords: 2 });
    expect(events.filter(({ kind }) => kind === 'final')).toMatchObject([final]);
  });

  test('each word once, where the service ends a turn in the midst of it', async () => {
    const { events, server } = await heard({ phraseWords: 2, endsTurnAfterMs: 700 });
    expect(events.at(-1)).toMatchObject(final);
    expect(connectionsOf(server, 'speech.context')).toEqual([0, 0]);
  });

  test.each(['NoMatch', 'BabbleTimeout'])('nothing, where the service sends %s', async (status) => {
    const { events } = await heard({ status: () => status });
    expect(events.at(-1)).toEqual({ kind: 'empty', segment: 0 });
  });

  test.each([
    ['Error', 'provider_failed'],
    ['TooManyRequests', 'provider_failed'],
    ['BadRequest', 'provider_refused'],
    ['Forbidden', 'provider_refused'],
  ])('that the service sends %s, as %s', async (status, code) => {
    const { events } = await heard({ status: () => status });
    const last = events.at(-1);
    expect(last).toMatchObject({ kind: 'failed', segment: 0, error: { code } });
    expect(last?.kind === 'failed' && last.error instanceof AntiphonError && last.error.message).toContain(status);
  });
});

describe('Azure speaks', () => {
  async function speaking(
    service: AzureTtsFakeOptions = {},
    settings: Partial<AzureTtsSettings> = {},
  ): Promise<{ readonly voice: TextToSpeech; readonly server: FakeServer }> {
    const server = await started(createAzureTtsFake(service));
    return { voice: azureTts({ ...RESOURCE, ...settings, base_url: server.origin }), server };
  }

  function textOf(events: readonly TtsEvent[], sampleRate: number): string {
    const frames = events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : []));
    return createTextReader(sampleRate).push(concatSamples(frames));
  }

  test.each([8000, 16_000, 24_000, 48_000] as const)('at %d Hz', async (sample_rate) => {
    const { voice, server } = await speaking({ sampleRate: sample_rate }, { sample_rate });
    const events = await lastValueFrom(voice.synthesize(of('Hello.')).pipe(toArray()));
    expect(textOf(events, sample_rate)).toBe('Hello.');
    expect(server.violations).toEqual([]);
  });

  test('text with markup in it as text', async () => {
    const { voice, server } = await speaking();
    const events = await lastValueFrom(voice.synthesize(of('<b>"Fish" & \'chips\'</b>')).pipe(toArray()));
    expect(textOf(events, 24_000)).toBe('<b>"Fish" & \'chips\'</b>');
    expect(server.violations).toEqual([]);
  });

  test('with the time of each word, from the first sample of the whole', async () => {
    const { voice } = await speaking();
    const events = await lastValueFrom(voice.synthesize(from(['It is seven. ', 'Bye!'])).pipe(toArray()));
    const words = events.flatMap((event) => (event.kind === 'words' ? event.words : []));
    expect(words.map(({ from: at, startMs }) => [at, startMs])).toEqual([
      [0, 0],
      [3, 120],
      [6, 240],
      [13, 520],
    ]);
  });

  test('with an endpoint of one’s own', async () => {
    const { voice, server } = await speaking(
      { deploymentId: 'mine', voiceName: 'MyNeural' },
      { endpoint_id: 'mine', voice: 'MyNeural' },
    );
    await lastValueFrom(voice.synthesize(of('Hello.')));
    expect(server.violations).toEqual([]);
  });

  test('again over the connection of an utterance that was cut', async () => {
    const { voice, server } = await speaking({ pieceMs: 20 });
    const warm = voice.keepWarm?.().subscribe();
    const long = voice.synthesize(concat(of('It is a quarter past seven.'), NEVER));
    await firstValueFrom(long.pipe(filter(({ kind }) => kind === 'audio')));
    for (const text of ['Bye.', 'Bye again.']) {
      const events = await lastValueFrom(voice.synthesize(of(text)).pipe(toArray()));
      expect(textOf(events, 24_000)).toBe(text);
    }
    warm?.unsubscribe();
    await server.idle();
    expect(connectionsOf(server, 'synthesis.control')).toEqual([0]);
    expect(connectionsOf(server, 'ssml').at(-1)).toBe(0);
    expect(server.violations).toEqual([]);
  });
});
