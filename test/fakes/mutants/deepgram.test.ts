import { lastValueFrom, of, onErrorResumeNextWith, take, type Observable } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { deepgramSttSchema, deepgramTtsSchema } from '../../../providers/deepgram/settings.ts';
import { createDeepgramSttWire } from '../../../providers/deepgram/stt.ts';
import { createDeepgramTtsWire } from '../../../providers/deepgram/tts.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import type { SocketFrame, SocketRequest } from '../../../src/wire/socket.ts';
import type { SttWire } from '../../../src/wire/stt/dialect.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import type { TtsWire } from '../../../src/wire/tts/dialect.ts';
import { createWebSocketTts } from '../../../src/wire/tts/createWebSocketTts.ts';
import { createDeepgramFluxFake } from '../deepgram/flux.ts';
import { createDeepgramSttFake } from '../deepgram/stt.ts';
import { createDeepgramTtsFake } from '../deepgram/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { waitForFault } from './waitForFault.ts';

const KEY = { provider: 'deepgram', api_key: 'secret' } as const;
const RATE = 16_000;

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

function asking(
  wire: SttWire | TtsWire,
  change: (request: SocketRequest) => SocketRequest,
): { request: () => SocketRequest } {
  return { request: () => change(wire.request()) };
}

function withQuery(
  wire: SttWire | TtsWire,
  change: (query: URLSearchParams) => void,
): { request: () => SocketRequest } {
  return asking(wire, ({ url, headers }) => {
    const changed = new URL(url);
    change(changed.searchParams);
    return { url: changed.href, headers };
  });
}

/** Creates the same dialect with a fault. */
function saying<Dialect extends object>(
  wire: { readonly dialect: () => Dialect },
  change: (dialect: Dialect) => Partial<Dialect>,
): { dialect: () => Dialect } {
  return {
    dialect: () => {
      const dialect = wire.dialect();
      return { ...dialect, ...change(dialect) };
    },
  };
}

function sent(frame: SocketFrame): readonly [{ readonly kind: 'send'; readonly frame: SocketFrame }] {
  return [{ kind: 'send', frame }];
}

function segment(number: number): readonly SttInput[] {
  const frame = { samples: encodeText('thank you', RATE), sampleRate: RATE };
  return [
    { kind: 'start', segment: number },
    { kind: 'audio', segment: number, frame },
    { kind: 'end', segment: number },
  ];
}

describe('the fake of /v1/listen catches an adapter that', () => {
  test.each<[name: string, fault: (wire: SttWire) => Partial<SttWire>, found: string]>([
    ['gives Nova-3 keywords', (wire) => withQuery(wire, (query) => query.append('keywords', 'Antiphon:2')), 'keyterm'],
    ['gives terms weights', (wire) => withQuery(wire, (query) => query.append('keyterm', 'A:2')), 'keyterm cannot be'],
    ['sends endpointing 0', (wire) => withQuery(wire, (query) => query.set('endpointing', '0')), 'endpointing cannot'],
    ['repeats a language', (wire) => withQuery(wire, (query) => query.append('language', 'de')), 'is repeated'],
    ['forgets the encoding', (wire) => withQuery(wire, (query) => query.delete('encoding')), 'encoding is missing'],
    [
      'puts the key into the URL',
      (wire) => withQuery(wire, (query) => query.append('token', 'secret')),
      'the key is in the URL',
    ],
    ['takes the key for a bearer token', bearing, 'Authorization must be'],
    ['asks at another path', (wire) => at(wire, '/v1/speak'), 'the path is /v1/listen'],
    ['keeps alive by bytes', keepingAliveByBytes, 'a control message came as audio'],
    [
      'ends with an empty frame',
      (wire) => saying(wire, () => ({ end: () => sent(new Uint8Array()) })),
      'an empty frame',
    ],
    [
      'cuts samples in two',
      (wire) => saying(wire, () => ({ audio: () => sent(new Uint8Array(639)), end: () => [] })),
      'half a sample',
    ],
    [
      'closes the stream at each end',
      (wire) => saying(wire, () => ({ end: () => sent('{"type":"CloseStream"}') })),
      'audio came after CloseStream',
    ],
    [
      'asks in words of its own',
      (wire) => saying(wire, () => ({ end: () => sent('{"type":"finalize"}') })),
      'there is no message',
    ],
  ])('%s', async (_, fault, found) => {
    const server = await serve(createDeepgramSttFake());
    const wire = createDeepgramSttWire(deepgramSttSchema().parse({ ...KEY, base_url: server.origin }));
    const mutant = createWebSocketStt({ ...wire, ...fault(wire) });
    await waitForFault(server, mutant, [...segment(0), ...segment(1)], found);
  });
});

describe('the fake of /v2/listen catches an adapter that', () => {
  test.each<[name: string, fault: (wire: SttWire) => Partial<SttWire>, found: string]>([
    ['asks where Nova is', (wire) => at(wire, '/v1/listen'), 'the path is /v2/listen'],
    [
      'asks Flux for interims',
      (wire) => withQuery(wire, (query) => query.append('interim_results', 'true')),
      'there is no parameter interim_results',
    ],
    [
      'sets a threshold that is none',
      (wire) => withQuery(wire, (query) => query.set('eot_threshold', '0.3')),
      'eot_threshold cannot be',
    ],
    ['takes the key for a bearer token', bearing, 'Authorization must be'],
    [
      'ends segments as with Nova',
      (wire) => saying(wire, () => ({ end: () => sent('{"type":"Finalize"}') })),
      'there is no message {"type":"Finalize"}',
    ],
    [
      'keeps alive as with Nova',
      (wire) => saying(wire, () => ({ open: () => [...sent(KEEP_ALIVE), { kind: 'ready' }] })),
      'there is no message {"type":"KeepAlive"}',
    ],
    [
      'closes the stream at each end',
      (wire) => saying(wire, () => ({ end: () => sent('{"type":"CloseStream"}') })),
      'audio came after CloseStream',
    ],
    [
      'cuts samples in two',
      (wire) => saying(wire, () => ({ audio: () => sent(new Uint8Array(639)), end: () => [] })),
      'half a sample',
    ],
  ])('%s', async (_, fault, found) => {
    const server = await serve(createDeepgramFluxFake());
    const settings = { ...KEY, base_url: server.origin, model: 'flux-general-en' };
    const wire = createDeepgramSttWire(deepgramSttSchema().parse(settings));
    const mutant = createWebSocketStt({ ...wire, ...fault(wire) });
    await waitForFault(server, mutant, [...segment(0), ...segment(1)], found);
  });
});

describe('the fake of /v1/speak catches an adapter that', () => {
  test.each<[name: string, fault: (wire: TtsWire) => Partial<TtsWire>, found: string]>([
    [
      'asks for what mulaw has not',
      (wire) => withQuery(wire, (query) => query.set('encoding', 'mulaw')),
      'mulaw is not available at 24000 Hz',
    ],
    [
      'asks for what nothing has',
      (wire) => withQuery(wire, (query) => query.set('sample_rate', '22050')),
      'sample_rate cannot be',
    ],
    [
      'asks for a container',
      (wire) => withQuery(wire, (query) => query.append('container', 'wav')),
      'there is no parameter container',
    ],
    ['speaks before Cleared', speakingBeforeCleared, 'Speak before Cleared'],
    [
      'sends all text at once',
      (wire) => saying(wire, () => ({ text: () => sent(speak('a'.repeat(2001))) })),
      '2001 characters',
    ],
    ['sends empty text', (wire) => saying(wire, () => ({ text: () => sent(speak('')) })), 'Speak without a text'],
    [
      'sends text as bytes',
      (wire) => saying(wire, () => ({ text: (_, text) => sent(Buffer.from(text)) })),
      'a binary frame came',
    ],
    [
      'keeps alive as listening does',
      (wire) => saying(wire, () => ({ open: () => [...sent(KEEP_ALIVE), { kind: 'ready' }] })),
      'there is no message',
    ],
  ])('%s', async (_, fault, found) => {
    const server = await serve(createDeepgramTtsFake());
    const wire = createDeepgramTtsWire(deepgramTtsSchema().parse({ ...KEY, base_url: server.origin }));
    const tts = createWebSocketTts({ ...wire, ...fault(wire) });
    const warm = tts.keepWarm?.().subscribe();
    const spoken = (text: string): Observable<unknown> => tts.synthesize(of(text)).pipe(onErrorResumeNextWith());
    await lastValueFrom(spoken('This is cut. And this.').pipe(take(1)), { defaultValue: null });
    await lastValueFrom(spoken('Next.'), { defaultValue: null });
    warm?.unsubscribe();
    await server.idle();
    expect(server.violations.join('; ')).toContain(found);
  });
});

const KEEP_ALIVE = '{"type":"KeepAlive"}';

function bearing(wire: SttWire): Partial<SttWire> {
  return asking(wire, ({ url }) => ({ url, headers: { Authorization: 'Bearer secret' } }));
}

function at(wire: SttWire, path: string): Partial<SttWire> {
  return asking(wire, ({ url, headers }) => ({ url: Object.assign(new URL(url), { pathname: path }).href, headers }));
}

function keepingAliveByBytes(wire: SttWire): Partial<SttWire> {
  return { keepAliveMs: 1, ...saying(wire, () => ({ idle: () => sent(Buffer.from(KEEP_ALIVE)) })) };
}

/** The connection counts as free as soon as Clear is sent. */
function speakingBeforeCleared(wire: TtsWire): Partial<TtsWire> {
  return saying(wire, () => ({
    cancel: (utterance) => [...sent('{"type":"Clear"}'), { kind: 'released', utterance }],
  }));
}

function speak(text: string): string {
  return JSON.stringify({ type: 'Speak', text });
}
