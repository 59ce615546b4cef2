import { firstValueFrom, from, toArray } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { transcribe } from '../../../operators/transcribe.ts';
import { openAiStt } from '../../../providers/openai/stt.ts';
import { concatSamples } from '../../../src/core/audio.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import type { Settlement, Transcript, VadEvent } from '../../../src/core/speech.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';
import { encodeText, type TextReader } from '../../../src/testing/textAudio.ts';
import { createOpenAiSttFake } from '../../fakes/openaiStt.ts';

let server: FakeServer;

afterEach(async () => {
  await server.idle();
  await server.close();
  if (server.violations.length > 0) throw new Error(server.violations.join('; '));
});

/** What is recognised when each of `texts` is a segment. */
function recognised(texts: readonly string[]): Promise<readonly SttEvent[]> {
  const stt = openAiStt({ api_key: 'fake-key', base_url: server.origin });
  const speech = texts.flatMap((text, segment): readonly SttInput[] => [
    { kind: 'start', segment },
    { kind: 'audio', segment, frame: { samples: encodeText(text, 24_000), sampleRate: 24_000 } },
    { kind: 'end', segment },
  ]);
  return firstValueFrom(stt.transcribe(from(speech)).pipe(toArray()));
}

function finals(events: readonly (SttEvent | Transcript | Settlement)[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
}

test('finals that come in the wrong order are put in order', async () => {
  server = await startFake(createOpenAiSttFake({ swaps: true }));
  expect(finals(await recognised(['first', 'second', 'third']))).toEqual(['first', 'second', 'third']);
});

test('a segment too short for OpenAI is empty, and nothing of it is heard in the next', async () => {
  server = await startFake(createOpenAiSttFake());
  const events = await recognised(['first', 'no', 'third']);
  expect(events.map(({ kind, segment }) => [kind, segment])).toContainEqual(['empty', 1]);
  const texts = events.flatMap((event) => ('text' in event ? [event.text] : []));
  expect(texts.filter((text) => text.includes('no'))).toEqual([]);
  expect(finals(events)).toEqual(['first', 'third']);
});

test.each([8000, 16_000, 48_000])('a tone of 440 Hz heard at %i Hz arrives as 440 Hz', async (sampleRate) => {
  const arrived: Int16Array[] = [];
  const createReader = (): TextReader => ({ push: (samples) => (arrived.push(samples), 'a tone') });
  server = await startFake(createOpenAiSttFake({ createReader }));
  const stt = openAiStt({ api_key: 'fake-key', base_url: server.origin });
  const events = firstValueFrom(from(toneOf(440, sampleRate)).pipe(transcribe({ stt }), toArray()));
  expect(finals(await events)).toEqual(['a tone']);
  const samples = concatSamples(arrived);
  expect(samples).toHaveLength(24_000);
  expect(crossings(samples)).toBeCloseTo(880, -1);
});

/** A second of sound as voice activity detection passes it on. */
function toneOf(hertz: number, sampleRate: number): readonly VadEvent[] {
  const wave = (n: number): number => 8000 * Math.sin((2 * Math.PI * hertz * n) / sampleRate);
  const samples = Int16Array.from({ length: sampleRate }, (_, n) => wave(n));
  const at = { segment: 0, atMs: 1000, voicedMs: 1000, lastVoicedMs: 1000 };
  return [
    { kind: 'started', ...at, audio: [{ samples, sampleRate }] },
    { kind: 'ended', ...at, by: 'silence' },
  ];
}

function crossings(samples: Int16Array): number {
  return samples.reduce((sum, sample, n) => sum + (n > 0 && sample >= 0 !== (samples[n - 1] ?? 0) >= 0 ? 1 : 0), 0);
}
