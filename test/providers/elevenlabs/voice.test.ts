import { lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import type { ElevenLabsTtsSettings } from '../../../providers/elevenlabs/settings.ts';
import { elevenLabsTts } from '../../../providers/elevenlabs/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { createElevenLabsFake, type ElevenLabsFakeOptions } from '../../fakes/elevenlabs.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';
import { createTextReader, encodeText } from '../../../src/testing/textAudio.ts';

let server: FakeServer;

async function voice(
  settings: Partial<ElevenLabsTtsSettings> = {},
  fake: ElevenLabsFakeOptions = {},
): Promise<TextToSpeech> {
  server = await startFake(createElevenLabsFake(fake));
  return elevenLabsTts({ api_key: 'fake-key', encoding: 'pcm_24000', base_url: server.origin, ...settings });
}

function spoken(tts: TextToSpeech, ...pieces: readonly string[]): Promise<TtsEvent[]> {
  return lastValueFrom(tts.synthesize(of(...pieces)).pipe(toArray()));
}

function heard(events: readonly TtsEvent[]): string {
  const reader = createTextReader(24_000);
  return events.reduce((text, event) => (event.kind === 'audio' ? reader.push(event.frame.samples) : text), '').trim();
}

function seconds(events: readonly TtsEvent[]): number {
  return events.reduce(
    (sum, event) => (event.kind === 'audio' ? sum + event.frame.samples.length / event.frame.sampleRate : sum),
    0,
  );
}

/** The words of `text` with their beginnings, in ms. */
function timed(events: readonly TtsEvent[], text: string): string[] {
  return events.flatMap((event) =>
    event.kind === 'words'
      ? event.words.map(({ from, to, startMs }) => `${text.slice(from, to)} ${Math.round(startMs)}`)
      : [],
  );
}

/** Returns the values of one field in the messages of the client. */
function valuesOf(name: string): unknown[] {
  return server.log
    .filter(({ from }) => from === 'client')
    .map(({ frame }) => JSON.parse(String(frame)) as Record<string, unknown>)
    .filter((message) => message[name] !== undefined)
    .map((message) => message[name]);
}

/** The server found no violation in any test, and nothing stays open. */
async function putAway(): Promise<void> {
  expect(server.violations).toEqual([]);
  await server.idle();
  await server.close();
}

afterEach(putAway);

/** Sound that comes, for all who have called, with the call of that number. */
function calling(number: number): () => Promise<Int16Array> {
  let calls = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    calls += 1;
    if (calls === number) open();
    return opened.then(() => encodeText('cut', 24_000));
  };
}

describe('TTS of ElevenLabs', () => {
  test('speaks its text, word for word', async () => {
    const tts = await voice();
    expect(heard(await spoken(tts, 'Hel', 'lo wor', 'ld.'))).toBe('Hello world.');
    expect(valuesOf('text')).toEqual([' ', 'Hello ', 'world. ']);
  });

  test.each(['piece', 'utterance'] as const)('times its words, by times that count from the %s', async (timesFrom) => {
    const text = 'Good morning, and a very good day to you and to all of them who are here with us now. Well.';
    const events = await spoken(await voice({}, { timesFrom }), text);
    expect(timed(events, text)).toEqual(
      [...text.matchAll(/[A-Za-z]+/gu)].map(({ 0: word, index }) => `${word} ${40 * index}`),
    );
  });

  test('is decoded from mp3, as it is by default', async () => {
    const events = await spoken(await voice({ encoding: 'mp3_22050_32' }), 'Hello world.');
    expect(seconds(events)).toBeCloseTo(13 * 0.04, 0);
  });

  test.each(['ulaw_8000', 'alaw_8000'] as const)('is decoded from %s', async (encoding) => {
    const events = await spoken(await voice({ encoding }), 'Hello world.');
    expect(seconds(events)).toBeCloseTo(13 * 0.04, 5);
  });

  test('never has more contexts than the server takes, however fast it is cut', async () => {
    const fourth = calling(4);
    const tts = await voice({}, { synthesize: (text, rate) => (text === 'cut ' ? fourth() : encodeText(text, rate)) });
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts, 'Warm.');
    for (let n = 0; n < 7; n++) tts.synthesize(of('cut')).subscribe().unsubscribe();
    expect(heard(await spoken(tts, 'At last.'))).toBe('At last.');
    warm?.unsubscribe();
  });

  test('of what was cut nothing is heard in what comes next', async () => {
    const tts = await voice();
    const warm = tts.keepWarm?.().subscribe();
    await spoken(tts, 'Warm.');
    tts.synthesize(of('Never mind ')).subscribe().unsubscribe();
    expect(heard(await spoken(tts, 'Yes.'))).toBe('Yes.');
    expect(server.requests).toHaveLength(1);
    warm?.unsubscribe();
  });
});
