import { lastValueFrom, of, toArray } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenAiTtsSettings } from '../../providers/openai/settings.ts';
import { openAiTts } from '../../providers/openai/tts.ts';
import { concatSamples } from '../../src/core/audio.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import { startFake, type FakeServer } from '../fakes/kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { createOpenAiTtsFake } from '../fakes/openaiTts.ts';
import { sameWire, sdk, wireOf } from './kit.ts';

interface SpeechClient {
  readonly audio: { readonly speech: { create(speech: object): Promise<Response> } };
}

const { OpenAI } = sdk('openai') as { OpenAI: new (options: object) => SpeechClient };

const TEXT = 'Hello there.';

test.each<[name: string, settings: Partial<OpenAiTtsSettings>, request: object]>([
  ['the defaults', {}, { model: 'gpt-4o-mini-tts', voice: 'alloy', speed: 1 }],
  [
    'every setting',
    { model: 'tts-1-hd', voice: 'marin', speed: 1.25 },
    { model: 'tts-1-hd', voice: 'marin', speed: 1.25 },
  ],
  [
    'instructions',
    { instructions: 'Speak calmly.' },
    { model: 'gpt-4o-mini-tts', voice: 'alloy', speed: 1, instructions: 'Speak calmly.' },
  ],
  [
    "a voice of one's own",
    { voice: 'voice_1234' },
    { model: 'gpt-4o-mini-tts', voice: { id: 'voice_1234' }, speed: 1 },
  ],
])("OpenAI's client and our adapter send and receive the same: %s", async (_name, settings, request) => {
  const [theirs, ours] = [await serve(), await serve()];

  const { audio } = new OpenAI({ apiKey: 'fake-key', baseURL: `${theirs.origin}/v1` });
  const answer = await audio.speech.create({ ...request, input: TEXT, response_format: 'pcm' });
  const sdkHeard = createPcmDecoder().push(new Uint8Array(await answer.arrayBuffer()));

  const voice = openAiTts({ api_key: 'fake-key', base_url: ours.origin, ...settings });
  const events = await lastValueFrom(voice.synthesize(of(TEXT)).pipe(toArray()));
  const weHeard = concatSamples(events.flatMap((event) => (event.kind === 'audio' ? [event.frame.samples] : [])));

  sameWire(wireOf(theirs), wireOf(ours), []);
  expect(sdkHeard).toEqual(encodeText(TEXT, 24_000));
  expect(weHeard).toEqual(sdkHeard);
  expect([...theirs.violations, ...ours.violations]).toEqual([]);
});

async function serve(): Promise<FakeServer> {
  const server = await startFake(createOpenAiTtsFake());
  onTestFinished(() => server.close());
  return server;
}
