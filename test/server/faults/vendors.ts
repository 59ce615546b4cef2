import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { deepgramStt } from '../../../providers/deepgram/stt.ts';
import { deepgramTts } from '../../../providers/deepgram/tts.ts';
import { openAiTts } from '../../../providers/openai/tts.ts';
import type { SpeechToText, TextToSpeech } from '../../../src/core/ports.ts';
import type { InjectedFault } from '../../../src/testing/contracts/injectedFault.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import type { VirtualClock } from '../../../src/time/virtualClock.ts';
import { createWebSocketOpener } from '../../../src/wire/openWebSocket.ts';
import { createDeepgramSttFake } from '../../fakes/deepgram/stt.ts';
import { createDeepgramTtsFake } from '../../fakes/deepgram/tts.ts';
import { startFake, type FakeVendor } from '../../fakes/kit/fake.ts';
import { openLine, type Line } from './line.ts';

export const API_KEY = 'fake-key';
const REFUSED = 'http://127.0.0.1:9';

/** A vendor's server behind a line that a test can break. */
export interface Vendor {
  readonly line: Line;
  readonly url: string;
}

/** Starts a vendor's server, behind a line. Both are closed when the test is over. */
export async function startVendor(vendor: FakeVendor, fault?: InjectedFault): Promise<Vendor> {
  const { origin, close } = await startFake(vendor, { fault });
  onTestFinished(close);
  const line = await openLine(() => new URL(origin));
  return { line, url: line.url.origin };
}

/** Starts a server that answers every request and upgrade with a status. Returns its address. */
export async function startRefusing(status: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end('{}'));
  server.on('upgrade', (_, socket: Socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Length: 0\r\n${lines.join('')}\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The address of a server that does not exist. */
export function noServer(): string {
  return REFUSED;
}

/** The address of a server that does not speak TLS. */
export async function startPlain(): Promise<string> {
  return (await startRefusing(500)).replace('http:', 'https:');
}

const UNKNOWN = 'nowhere.invalid';

/** An address whose name nobody knows: without asking anybody. */
export function unknownName(): string {
  const { lookup } = dns;
  const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${UNKNOWN}`), { code: 'ENOTFOUND' });
  const refuse = (name: string, ...rest: readonly unknown[]): unknown => {
    if (name !== UNKNOWN) return Reflect.apply(lookup, dns, [name, ...rest]);
    return queueMicrotask(() => (rest.at(-1) as (error: Error) => void)(failure));
  };
  vi.spyOn(dns, 'lookup').mockImplementation(refuse);
  return `http://${UNKNOWN}`;
}

/** A recogniser of the vendor at `base_url`, in the time of the clock; the handshake has 1 ms if the line is to be dead. */
export function sttAt(base_url: string, clock: VirtualClock, handshakeMs = 10_000): SpeechToText {
  const openSocket = createWebSocketOpener({ handshakeMs, closeMs: 100 });
  return deepgramStt(
    { api_key: API_KEY, base_url, final_timeout: 10 },
    { scheduler: clock, openSocket, random: () => 0.5 },
  );
}

/** A voice over one request for each sentence. */
export function httpTtsAt(base_url: string, clock: VirtualClock): TextToSpeech {
  return openAiTts({ api_key: API_KEY, base_url }, { scheduler: clock, random: () => 0.5 });
}

/** A voice over a WebSocket. */
export function socketTtsAt(base_url: string, clock: VirtualClock, handshakeMs = 10_000): TextToSpeech {
  const openSocket = createWebSocketOpener({ handshakeMs, closeMs: 100 });
  return deepgramTts({ api_key: API_KEY, base_url }, { scheduler: clock, openSocket, random: () => 0.5 });
}

/** A recogniser that understands all sound as these words. */
export function hearing(words: string): FakeVendor {
  const createReader = (): { push(samples: Int16Array): string } => {
    let isHeard = false;
    return {
      push: (samples) => {
        isHeard ||= samples.some((sample) => Math.abs(sample) > 1000);
        return isHeard ? words : '';
      },
    };
  };
  return createDeepgramSttFake({ createReader, endpoints: false });
}

/** A voice over HTTP that speaks in real time: 100 ms of audio in each 100 ms of the clock. */
export function pacedVoice(clock: VirtualClock): FakeVendor & Required<Pick<FakeVendor, 'answer'>> {
  const rate = 24_000;
  return {
    validate: () => [],
    refuse: (status) => ({ status, body: '{}' }),
    answer: ({ body }) => {
      const { input } = JSON.parse(Buffer.from(body).toString()) as { readonly input: string };
      return { status: 200, headers: { 'content-type': 'audio/pcm' }, body: pace(encodeText(input, rate), clock) };
    },
  };
}

/** The same, which has a status for every text but the first, as long as something is so. */
export function failingVoice(clock: VirtualClock, status: number, isFailing: () => boolean): FakeVendor {
  const { answer, ...voice } = pacedVoice(clock);
  let texts = 0;
  return {
    ...voice,
    answer: (...asked) =>
      texts++ > 0 && isFailing()
        ? { status, headers: { 'content-type': 'application/json', 'retry-after': '60' }, body: '{}' }
        : answer(...asked),
  };
}

async function* pace(samples: Int16Array, clock: VirtualClock): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < samples.length; at += 2400) {
    const piece = samples.slice(at, at + 2400);
    yield new Uint8Array(piece.buffer);
    await clock.sleep(100);
  }
}

export { createDeepgramTtsFake as socketVoice };
