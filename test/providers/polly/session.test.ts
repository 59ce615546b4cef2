import { lastValueFrom, of, toArray, type Observable } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import type { PollyTtsSettings } from '../../../providers/polly/settings.ts';
import { pollyTts } from '../../../providers/polly/tts.ts';
import { AntiphonError } from '../../../src/core/errors.ts';
import type { TtsEvent } from '../../../src/core/ports.ts';
import { createTextReader } from '../../../src/testing/textAudio.ts';
import { ACCESS_KEY, createPollyFake, type PollyFakeOptions } from '../../fakes/polly.ts';
import { startFake, type FakeServer } from '../../fakes/kit/fake.ts';

let server: FakeServer;
let settings: PollyTtsSettings;

async function serve(options: PollyFakeOptions = {}): Promise<void> {
  server = await startFake(createPollyFake(options));
  const { id, secret } = ACCESS_KEY;
  settings = { region: 'us-east-1', base_url: server.origin, access_key_id: id, secret_access_key: secret };
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await server.idle();
  await server.close();
});

function eventsOf(events: Observable<TtsEvent>): Promise<readonly TtsEvent[]> {
  return lastValueFrom(events.pipe(toArray()));
}

function wordsOf(events: readonly TtsEvent[], text: string): readonly (readonly [string, number])[] {
  return events.flatMap((event) =>
    event.kind === 'words' ? event.words.map(({ from, to, startMs }) => [text.slice(from, to), startMs] as const) : [],
  );
}

const formats = (): readonly unknown[] =>
  server.requests.map(
    ({ body }) => (JSON.parse(Buffer.from(body).toString()) as { OutputFormat: string }).OutputFormat,
  );

test('words are timed over all sentences, also of a text with letters of several bytes', async () => {
  await serve();
  const text = 'Grüße an Zoë. Bis bald!';
  const events = await eventsOf(pollyTts(settings).synthesize(of('Grüße an Zoë. ', 'Bis bald!')));
  const words = wordsOf(events, text);
  expect(words.map(([word]) => word)).toEqual(['Grüße', 'an', 'Zoë', 'Bis', 'bald']);
  const starts = words.map(([, startMs]) => startMs);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(formats()).toEqual(['pcm', 'json', 'pcm', 'json']);
  expect(server.violations).toEqual([]);
});

test('tags of SSML are not spoken, and the words between them are timed', async () => {
  await serve();
  const text = 'Please wait <break time="1s"/> for some <emphasis>moments</emphasis>.';
  const events = await eventsOf(pollyTts({ ...settings, text_type: 'ssml' }).synthesize(of(text)));
  expect(wordsOf(events, text).map(([word]) => word)).toEqual(['Please', 'wait', 'for', 'some', 'moments']);
  expect(server.violations).toEqual([]);
});

test.each([{ engine: 'generative' } as const, { word_times: false }])(
  '%j has one request for each sentence',
  async (more) => {
    await serve();
    const events = await eventsOf(pollyTts({ ...settings, ...more }).synthesize(of('Hello there. ', 'You.')));
    expect(wordsOf(events, '')).toEqual([]);
    expect(formats()).toEqual(['pcm', 'pcm']);
  },
);

test('without times of its words, a sentence is spoken to its end: a warning, and no further request for times', async () => {
  await serve({ marksFail: { status: 400, name: 'EngineNotSupportedException' } });
  const events = await eventsOf(pollyTts(settings).synthesize(of('Hello there. ', 'You.')));
  const reports = events.flatMap((event) => (event.kind === 'report' ? [event.error] : []));
  expect(reports).toEqual([expect.objectContaining({ code: 'provider_warning' })]);
  expect(String(reports[0])).toContain('EngineNotSupportedException');
  const reader = createTextReader(16_000);
  const read = events.reduce((text, event) => (event.kind === 'audio' ? reader.push(event.frame.samples) : text), '');
  expect(read).toBe('Hello there.You.');
  expect(formats()).toEqual(['pcm', 'json', 'pcm']);
});

test('temporary credentials of the environment sign with their token', async () => {
  const key = { ...ACCESS_KEY, id: 'ASIAFAKE', token: 'token-of-a-session' };
  await serve({ key });
  vi.stubEnv('AWS_ACCESS_KEY_ID', key.id);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', key.secret);
  vi.stubEnv('AWS_SESSION_TOKEN', key.token);
  const { base_url } = settings;
  await eventsOf(pollyTts({ region: 'us-east-1', base_url }).synthesize(of('Hello.')));
  expect(server.violations).toEqual([]);
});

test('without an access key, an utterance fails, and nothing is sent', async () => {
  await serve();
  vi.stubEnv('AWS_ACCESS_KEY_ID', '');
  const { base_url } = settings;
  const error: unknown = await eventsOf(pollyTts({ region: 'us-east-1', base_url }).synthesize(of('Hello.'))).catch(
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(AntiphonError);
  expect(String(error)).toContain('AWS_ACCESS_KEY_ID');
  expect(server.requests).toEqual([]);
});

test('headers of extra are signed as well', async () => {
  await serve();
  const extra = { headers: { 'X-Amz-Meta': ' two  spaces ', 'X-Tenant': 'seven' } };
  await eventsOf(pollyTts({ ...settings, extra }).synthesize(of('Hello.')));
  expect(server.violations).toEqual([]);
});
