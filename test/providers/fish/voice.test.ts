import { decode } from '@msgpack/msgpack';
import { firstValueFrom, lastValueFrom, of, take, toArray } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fishTts } from '../../../providers/fish/tts.ts';
import type { TextToSpeech, TtsEvent } from '../../../src/core/ports.ts';
import { createFishFake } from '../../fakes/fish.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';

let server: FakeServer;
let tts: TextToSpeech;

beforeEach(async () => {
  server = await startFake(createFishFake());
  tts = fishTts({ api_key: 'fake-key', base_url: server.origin });
});

/** The server found no violation in any test, and nothing stays open. */
async function putAway(): Promise<void> {
  expect(server.violations).toEqual([]);
  await server.idle();
  await server.close();
}

afterEach(putAway);

function spoken(...pieces: readonly string[]): Promise<TtsEvent[]> {
  return lastValueFrom(tts.synthesize(of(...pieces)).pipe(toArray()));
}

function heard(events: readonly TtsEvent[]): string {
  const reader = createTextReader(24_000);
  return events.reduce((text, event) => (event.kind === 'audio' ? reader.push(event.frame.samples) : text), '').trim();
}

/** The words of `text` with their beginnings, in ms. */
function timed(events: readonly TtsEvent[], text: string): string[] {
  return events.flatMap((event) =>
    event.kind === 'words'
      ? event.words.map(({ from, to, startMs }) => `${text.slice(from, to)} ${Math.round(startMs)}`)
      : [],
  );
}

describe('TTS of Fish Audio', () => {
  test('speaks its text, word for word', async () => {
    expect(heard(await spoken('Hel', 'lo wor', 'ld.'))).toBe('Hello world.');
    const events = server.log.filter(({ from }) => from === 'client').map(({ frame }) => decode(frame as Uint8Array));
    expect(events).toMatchObject([
      { event: 'start' },
      { event: 'text', text: 'Hello ' },
      { event: 'text', text: 'world. ' },
      { event: 'stop' },
    ]);
  });

  test('times its words, over several chunks', async () => {
    const text =
      'Good morning, and a very good day to you and to all of them who are here with us now, at this place. Well then.';
    expect(timed(await spoken(text), text)).toEqual(
      [...text.matchAll(/[A-Za-z]+/gu)].map(({ 0: word, index }) => `${word} ${40 * index}`),
    );
  });

  test('has a connection of its own for each utterance, and one opened ahead', async () => {
    const warm = tts.keepWarm?.().subscribe();
    await spoken('One.');
    await spoken('Two.');
    expect(server.log.filter(({ from }) => from === 'client').map(({ connection }) => connection)).toEqual([
      0, 0, 0, 1, 1, 1,
    ]);
    warm?.unsubscribe();
  });

  test('drops the connection of what was cut, and the next is heard whole', async () => {
    await firstValueFrom(tts.synthesize(of('Never mind. ')).pipe(take(1)));
    expect(heard(await spoken('Yes.'))).toBe('Yes.');
    await server.idle();
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ['Reference not found', 'provider_refused', 1],
    ['Concurrency limit exceeded', 'provider_failed', 3],
  ])('that fails with «%s» is %s after %i attempts', async (failure, code, attempts) => {
    await putAway();
    server = await startFake(createFishFake({ failure }));
    tts = fishTts({ api_key: 'fake-key', base_url: server.origin });
    await expect(spoken('Yes.')).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(attempts);
  });
});
