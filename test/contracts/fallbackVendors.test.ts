import { from } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { STT, TTS } from '../../providers/names.ts';
import type { AntiphonError } from '../../src/core/errors.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { openPorts } from '../../src/session/config/ports.ts';
import { collectTranscripts } from '../../src/testing/contracts/stt/collectTranscripts.ts';
import { createSegments } from '../../src/testing/contracts/stt/segments.ts';
import { collectUtterance } from '../../src/testing/contracts/tts/collectUtterance.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createCartesiaFake } from '../fakes/cartesia.ts';
import { createDeepgramSttFake } from '../fakes/deepgram/stt.ts';
import { createElevenLabsFake } from '../fakes/elevenlabs.ts';
import { startFake, type FakeServer, type FakeVendor, type InjectedFault } from '../fakes/kit/fake.ts';
import { createOpenAiSttFake } from '../fakes/openaiStt.ts';
import { shortest } from '../session/config/table.ts';

const api_key = 'fake-key';
const TEXT = 'Your table is booked. It is for two people, at seven. ';

async function serve(vendor: FakeVendor, fault?: InjectedFault): Promise<FakeServer> {
  const server = await startFake(vendor, { fault });
  onTestFinished(() => server.close());
  return server;
}

const codesOf = (errors: readonly unknown[]): readonly unknown[] =>
  errors.map((error) => [(error as AntiphonError).code, (error as AntiphonError).details.provider]);

test('Deepgram refuses the key: OpenAI understands the user, and is connected before they speak', async () => {
  const deepgram = await serve(createDeepgramSttFake(), 'refuses the key');
  const openai = await serve(createOpenAiSttFake());
  const members = [
    STT.Deepgram({ api_key, base_url: deepgram.origin }),
    STT.OpenAI({ api_key, base_url: openai.origin }),
  ];
  const { stt } = openPorts(parseConfig({ ...shortest, stt: STT.Fallback(members) }));
  const { whole } = createSegments(stt, async (...text) => encodeText(...text));
  const collected = await collectTranscripts(stt.transcribe(from(await whole(0))));
  expect(collected.words(0)).toBe('what time is it');
  expect(collected.answers).toHaveLength(1);
  const reports = collected.events.flatMap((event) => (event.kind === 'report' ? [event.error] : []));
  expect(codesOf(reports)).toEqual([['provider_fallback', 'deepgram']]);
  expect(deepgram.requests).toHaveLength(1);
  await Promise.all([deepgram.idle(), openai.idle()]);
  expect([...deepgram.violations, ...openai.violations]).toEqual([]);
});

test('Cartesia breaks off in the middle of a sentence: ElevenLabs speaks the rest', async () => {
  const cartesia = await serve(createCartesiaFake(), 'drops after the first result');
  const elevenlabs = await serve(createElevenLabsFake());
  const members = [
    TTS.Cartesia({ api_key, base_url: cartesia.origin }),
    TTS.ElevenLabs({ api_key, base_url: elevenlabs.origin }),
  ];
  const { tts } = openPorts(parseConfig({ ...shortest, tts: TTS.Fallback(members) }));
  const { events, words, marks, frames } = await collectUtterance(tts.synthesize(from([TEXT])));
  const served = events.flatMap((event) => (event.kind === 'served' ? [event.provider] : []));
  expect(served).toEqual(['cartesia', 'elevenlabs']);
  const reports = events.flatMap((event) => (event.kind === 'report' ? [event.error] : []));
  expect(codesOf(reports)).toEqual([['provider_fallback', 'cartesia']]);
  const timed = words.map((word) => TEXT.slice(word.from, word.to).replace(/\W+$/u, ''));
  expect(timed).toEqual(TEXT.match(/\w+/gu));
  expect(words.every(({ startMs }, at) => at === 0 || startMs >= (words[at - 1]?.endMs ?? 0))).toBe(true);
  expect(marks.at(-1)).toBe(TEXT.length);
  expect(new Set(frames.map(({ sampleRate }) => sampleRate))).toEqual(new Set([tts.sampleRate]));
  await Promise.all([cartesia.idle(), elevenlabs.idle()]);
  expect([...cartesia.violations, ...elevenlabs.violations]).toEqual([]);
});

test('Cartesia refuses the key while it is kept warm: ElevenLabs is asked first', async () => {
  const cartesia = await serve(createCartesiaFake(), 'refuses the key');
  const elevenlabs = await serve(createElevenLabsFake());
  const members = [
    TTS.Cartesia({ api_key, base_url: cartesia.origin }),
    TTS.ElevenLabs({ api_key, base_url: elevenlabs.origin }),
  ];
  const { tts } = openPorts(parseConfig({ ...shortest, tts: TTS.Fallback(members) }));
  const warned = new Promise<AntiphonError>((resolve) => {
    const warm = tts.keepWarm?.().subscribe(resolve);
    onTestFinished(() => warm?.unsubscribe());
  });
  expect((await warned).code).toBe('provider_refused');
  const { events, marks } = await collectUtterance(tts.synthesize(from([TEXT])));
  expect(events.flatMap((event) => (event.kind === 'served' ? [event.provider] : []))).toEqual(['elevenlabs']);
  expect(marks.at(-1)).toBe(TEXT.length);
  expect(cartesia.requests).toHaveLength(1);
});
