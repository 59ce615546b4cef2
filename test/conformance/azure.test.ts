import { concat, from, lastValueFrom, map, reduce, Subject } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { azureStt } from '../../providers/azure/stt.ts';
import { azureTts } from '../../providers/azure/tts.ts';
import type { SttInput } from '../../src/core/ports.ts';
import { parseStrictly } from '../fakes/azure/frames.ts';
import { createAzureSttFake } from '../fakes/azure/stt.ts';
import { createAzureTtsFake } from '../fakes/azure/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../fakes/kit/fake.ts';
import { encodeText } from '../../src/testing/textAudio.ts';
import { recognised, spoken } from './azureSdk.ts';
import { sameWire, wireOf, type Deviation } from './kit.ts';

const KEY = 'fake-key';
const RESOURCE = { api_key: KEY, region: 'westeurope' } as const;
const SAMPLE_RATE = 16_000;
/** 100 ms, as the official client cuts its audio. */
const FRAME_SAMPLES = 1600;
/** 15 characters of 40 ms: whole frames. */
const TEXTS = ['what time is it', 'and where am I?'];
const SPOKEN = ['Guten Tag, Frau "Müller" & Söhne.', 'Bis <morgen>!'];

const EVERYWHERE: readonly Deviation[] = [
  { where: 'upgrade.headers.x-connectionid', why: 'an id' },
  { where: 'upgrade.headers.connectionid', why: 'the header X-ConnectionId has it' },
  { where: 'frame.body.context.system.name', why: 'we do not pass ourselves off as the official client' },
  { where: 'frame.body.context.system.version', why: 'we do not pass ourselves off as the official client' },
];

const servers: FakeServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

describe('recognition', () => {
  const DEVIATIONS: readonly Deviation[] = [
    ...EVERYWHERE,
    { where: 'upgrade.query.Ocp-Apim-Subscription-Key', why: 'a key in a URL shows in logs' },
    { where: 'upgrade.query.X-ConnectionId', why: 'the header has it' },
    { where: 'upgrade.query.connectionId', why: 'the header X-ConnectionId has it' },
    { where: 'frame.body.context.audio.source.manufacturer', why: 'we did not make the official client' },
    { where: 'frame.body.context.audio.source.model', why: 'the name of a class of the official client' },
  ];

  test.each([[['en-US']], [['en-US', 'fr-FR']]])(
    'of two utterances in %j is the same on the wire',
    async (languages) => {
      const theirs = await started(createAzureSttFake({ languages, secrets: 'headers and URL' }));
      const ours = await started(createAzureSttFake({ languages }));
      expect(await recognisedByThem(theirs, languages)).toEqual(TEXTS);
      expect(await recognisedByUs(ours, languages)).toEqual(TEXTS);
      expect([...theirs.violations, ...ours.violations]).toEqual([]);
      sameWire(messagesTo(theirs), messagesTo(ours), DEVIATIONS);
    },
  );
});

describe('synthesis', () => {
  const DEVIATIONS: readonly Deviation[] = [
    ...EVERYWHERE,
    { where: 'upgrade.query', why: 'a key in a URL shows in logs; there is nothing else but an id' },
    {
      where: 'frame.body.synthesis.audio.metadataOptions.punctuationBoundaryEnabled',
      why: 'only words are timed; the official client asks for both unless it is told otherwise',
    },
  ];

  test('of two utterances is the same on the wire', async () => {
    const theirs = await started(createAzureTtsFake({ voiceName: 'de-DE-KatjaNeural', secrets: 'headers and URL' }));
    const ours = await started(createAzureTtsFake({ voiceName: 'de-DE-KatjaNeural' }));
    const lengths = SPOKEN.map((text) => encodeText(text, 24_000).byteLength);
    expect(await spoken(webSocketOf(theirs), KEY, 'de-DE', SPOKEN)).toEqual(lengths);
    expect(await spokenByUs(ours)).toEqual(lengths);
    expect([...theirs.violations, ...ours.violations]).toEqual([]);
    sameWire(messagesTo(theirs), messagesTo(ours), DEVIATIONS);
  });
});

async function started(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

function webSocketOf({ origin }: FakeServer, path = '/'): URL {
  return new URL(path, origin.replace('http', 'ws'));
}

function recognisedByThem(server: FakeServer, languages: readonly string[]): Promise<readonly string[]> {
  const url = webSocketOf(server, '/stt/speech/universal/v2');
  const utterances = TEXTS.map((text) => ({ text, samples: encodeText(text, SAMPLE_RATE) }));
  return recognised({ url, key: KEY, languages, sampleRate: SAMPLE_RATE, utterances });
}

/** Each text is a segment, sent when the one before was answered. */
async function recognisedByUs(server: FakeServer, languages: readonly string[]): Promise<readonly string[]> {
  const stt = azureStt({ ...RESOURCE, languages, base_url: server.origin });
  const speech = new Subject<SttInput>();
  const finals: string[] = [];
  let next = 0;
  const sendNext = (): void => {
    const text = TEXTS[next];
    if (text === undefined) return speech.complete();
    for (const input of segmentOf(next++, encodeText(text, SAMPLE_RATE))) speech.next(input);
  };
  const session = new Promise<void>((resolve, reject) => {
    const addFinal = (text: string): void => {
      finals.push(text);
      sendNext();
    };
    stt.transcribe(speech).subscribe({
      next: (event) => event.kind === 'final' && addFinal(event.text),
      error: reject,
      complete: resolve,
    });
  });
  sendNext();
  await session;
  await server.idle();
  return finals;
}

function segmentOf(segment: number, samples: Int16Array): readonly SttInput[] {
  const frames = Array.from({ length: samples.length / FRAME_SAMPLES }, (_, n): SttInput => {
    const part = samples.subarray(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES);
    return { kind: 'audio', segment, frame: { samples: part, sampleRate: SAMPLE_RATE } };
  });
  return [{ kind: 'start', segment }, ...frames, { kind: 'end', segment }];
}

/** How many bytes of audio we get for each text. */
async function spokenByUs(server: FakeServer): Promise<readonly number[]> {
  const voice = azureTts({ ...RESOURCE, language: 'de-DE', base_url: server.origin });
  const warm = voice.keepWarm?.().subscribe();
  const lengths = SPOKEN.map((text) =>
    voice.synthesize(from([text])).pipe(
      map((event) => (event.kind === 'audio' ? event.frame.samples.byteLength : 0)),
      reduce((sum, bytes) => sum + bytes, 0),
    ),
  );
  const all = await lastValueFrom(concat(...lengths).pipe(reduce((one: number[], bytes) => [...one, bytes], [])));
  warm?.unsubscribe();
  return all;
}

/** Messages of a client. Ids are numbered as they come; times and telemetry are left out. */
function messagesTo(server: FakeServer): readonly unknown[] {
  const ids: string[] = [];
  const idOf = (id: string): number => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1);
  return wireOf(server, (frame) => {
    const message = frame.length === 0 ? null : parseStrictly(frame, () => {});
    if (message === null) return null;
    const { path, contentType, requestId, body } = message;
    return { path, contentType, id: idOf(requestId), body: bodyOf(path, contentType, body) };
  });
}

function bodyOf(path: string, contentType: string | null, body: string | Uint8Array): unknown {
  if (path === 'telemetry') return 'telemetry';
  return contentType === 'application/json' && typeof body === 'string' ? JSON.parse(body, switched) : body;
}

/** The official client writes some of its switches as strings. */
function switched(_: string, value: unknown): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}
