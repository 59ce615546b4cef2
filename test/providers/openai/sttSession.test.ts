import { firstValueFrom, from, toArray } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { openAiStt } from '../../../providers/openai/stt.ts';
import type { SttEvent, SttInput } from '../../../src/core/ports.ts';
import { startFake } from '../../fakes/kit/fake.ts';
import type { FakeServer } from '../../fakes/kit/fake.ts';
import { soundOf } from '../../fakes/kit/sound.ts';
import { openAiSttFake } from '../../fakes/openaiStt.ts';

let server: FakeServer;

afterEach(async () => {
  await server.idle();
  await server.close();
  if (server.faults.length > 0) throw new Error(server.faults.join('; '));
});

/** What is recognised when each of `texts` is a segment. */
function recognised(texts: readonly string[]): Promise<readonly SttEvent[]> {
  const stt = openAiStt({ api_key: 'fake-key', base_url: server.origin });
  const speech = texts.flatMap((text, segment): readonly SttInput[] => [
    { kind: 'start', segment },
    { kind: 'audio', segment, frame: { samples: soundOf(text, 24_000), sampleRate: 24_000 } },
    { kind: 'end', segment },
  ]);
  return firstValueFrom(stt.transcribe(from(speech)).pipe(toArray()));
}

function finals(events: readonly SttEvent[]): readonly string[] {
  return events.flatMap((event) => (event.kind === 'final' ? [event.text] : []));
}

test('finals that come in the wrong order are put in order', async () => {
  server = await startFake(openAiSttFake({ swaps: true }));
  expect(finals(await recognised(['first', 'second', 'third']))).toEqual(['first', 'second', 'third']);
});

test('a segment too short for OpenAI is empty, and nothing of it is heard in the next', async () => {
  server = await startFake(openAiSttFake());
  const events = await recognised(['first', 'no', 'third']);
  expect(events.map(({ kind, segment }) => [kind, segment])).toContainEqual(['empty', 1]);
  const texts = events.flatMap((event) => ('text' in event ? [event.text] : []));
  expect(texts.filter((text) => text.includes('no'))).toEqual([]);
  expect(finals(events)).toEqual(['first', 'third']);
});
