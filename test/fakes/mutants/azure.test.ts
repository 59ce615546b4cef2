import { catchError, EMPTY, from, lastValueFrom, of, toArray } from 'rxjs';
import { afterEach, describe, expect, test } from 'vitest';
import { azureSttSchema, azureTtsSchema } from '../../../providers/azure/settings.ts';
import { createAzureSttWire } from '../../../providers/azure/stt.ts';
import { createAzureTtsWire } from '../../../providers/azure/tts.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import type { SocketFrame } from '../../../src/wire/socket.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { createWebSocketTts } from '../../../src/wire/tts/createWebSocketTts.ts';
import { createWireDeps, type AdapterOptions } from '../../../src/wire/wireDeps.ts';
import { createAzureSttFake } from '../azure/stt.ts';
import { createAzureTtsFake } from '../azure/tts.ts';
import { startFake, type FakeServer, type FakeVendor } from '../kit/fake.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { waitForFault } from './waitForFault.ts';
import { createTamperedSocket } from './tampering.ts';

const SETTINGS = { provider: 'azure', api_key: 'fake-key', region: 'westeurope' } as const;
const RATE = 16_000;

const servers: FakeServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(vendor: FakeVendor): Promise<FakeServer> {
  const server = await startFake(vendor);
  servers.push(server);
  return server;
}

/** Changes every frame, byte for byte as text. */
function text(change: (frame: string) => string): AdapterOptions {
  return frames((frame) => [change(frame)]);
}

function frames(change: (frame: string) => readonly string[]): AdapterOptions {
  const bytes = (frame: SocketFrame): string =>
    typeof frame === 'string' ? frame : Buffer.from(frame).toString('latin1');
  const openSocket = createTamperedSocket({
    frames: (frame) =>
      change(bytes(frame)).map((changed) => (typeof frame === 'string' ? changed : Buffer.from(changed, 'latin1'))),
  });
  return { openSocket };
}

function url(change: (query: URLSearchParams) => void): AdapterOptions {
  const openSocket = createTamperedSocket({
    request: (request) => {
      const changed = new URL(request.url);
      change(changed.searchParams);
      return { ...request, url: changed.href };
    },
  });
  return { openSocket };
}

/** Header fields of a binary frame are not its length: a fault that changes both is another. */
function isText(frame: string): boolean {
  return frame.startsWith('Path');
}

const keyInUrl = url((query) => query.append('Ocp-Apim-Subscription-Key', 'fake-key'));
const oneId: AdapterOptions = { newId: () => 'a'.repeat(32) };

describe('the fake recogniser catches an adapter that', () => {
  const segment = (number: number): readonly SttInput[] => {
    const frame = { samples: encodeText('thank you', RATE), sampleRate: RATE };
    return [
      { kind: 'start', segment: number },
      { kind: 'audio', segment: number, frame },
      { kind: 'end', segment: number },
    ];
  };

  test.each<[name: string, fault: AdapterOptions, found: string]>([
    ['puts the key into the URL', keyInUrl, 'the parameter Ocp-Apim-Subscription-Key'],
    ['names no language', url((query) => query.delete('language')), 'no parameter language'],
    ['asks for identification', url((query) => query.append('lidEnabled', 'true')), 'the parameter lidEnabled'],
    ['uses an id for two turns', oneId, 'a request id was used twice'],
    [
      'writes its ids with dashes',
      text((frame) => (isText(frame) ? frame.replace(/(X-RequestId: \w{8})(\w{4})/u, '$1-$2-') : frame)),
      'the request id',
    ],
    ['tells no times', text((frame) => (isText(frame) ? frame.replace(/X-Timestamp.*\r\n/u, '') : frame)), 'timestamp'],
    ['ends its lines as Unix does', text((frame) => frame.replaceAll('\r\n', '\n')), 'without the framing'],
    [
      'writes lengths little end first',
      text((frame) => (isText(frame) ? frame : `${frame[1]}${frame[0]}${frame.slice(2)}`)),
      'without the framing',
    ],
    ['sends no config', frames((frame) => (frame.includes('speech.config') ? [] : [frame])), 'without a speech.config'],
    [
      'tells of another rate',
      text((frame) => frame.replace('"samplerate":16000', '"samplerate":8000')),
      'source.samplerate is 8000',
    ],
    [
      'sends no head of the stream',
      frames((frame) => (frame.includes('audio/x-wav') ? [] : [frame])),
      'the content type null',
    ],
    [
      'sends a head with a length in it',
      text((frame) => frame.replace('data\0\0\0\0', 'data\u0001\0\0\0')),
      'the WAV header',
    ],
    [
      'cuts samples in two',
      text((frame) => (isText(frame) || frame.length < 1000 ? frame : frame.slice(0, -1))),
      'audio cut within a sample',
    ],
    [
      'begins a turn within another',
      frames((frame) => (frame.includes('speech.context') ? [frame, frame] : [frame])),
      'a turn began within another',
    ],
    [
      'does not confirm the end of a turn',
      frames((frame) => (frame.includes('Path: telemetry') ? [] : [frame])),
      'before the telemetry',
    ],
  ])('%s', async (_, fault, found) => {
    const server = await serve(createAzureSttFake());
    const wire = createAzureSttWire(
      azureSttSchema().parse({ ...SETTINGS, base_url: server.origin }),
      createWireDeps(fault),
    );
    const mutant = createWebSocketStt({ ...wire, silence: 'answers' }, fault);
    await waitForFault(server, mutant, [...segment(0), ...segment(1)], found);
  });
});

describe('the fake TTS catches an adapter that', () => {
  test.each<[name: string, fault: AdapterOptions, found: string]>([
    ['puts the key into the URL', keyInUrl, 'the parameter Ocp-Apim-Subscription-Key'],
    ['uses an id for two turns', oneId, 'a request id was used twice'],
    ['does not escape', text((frame) => frame.replaceAll('&amp;', '&')), 'the SSML'],
    ['escapes twice', text((frame) => frame.replaceAll('&apos;', '&#39;')), 'the SSML'],
    ['sends control characters', text((frame) => frame.replace('Fish', 'Fi\u0007sh')), 'the SSML'],
    ['sends half a character', text((frame) => frame.replace('Fish', '&#xD83D;')), 'the SSML'],
    [
      'asks for a rate in percent',
      text((frame) => frame.replace('Fish', "<prosody rate='120%'>Fish</prosody>")),
      'the SSML',
    ],
    ['lets another speak', text((frame) => frame.replace("'en-US-Ava", "'en-US-Eva")), 'the voice en-US-Eva'],
    ['spells 24 kHz in Hz', text((frame) => frame.replace('24khz', '24000hz')), 'the format raw-24000hz'],
    [
      'sends no context',
      frames((frame) => (frame.includes('synthesis.context') ? [] : [frame])),
      'without a synthesis.context',
    ],
    ['wants no words', text((frame) => frame.replace('"wordBoundaryEnabled":true', '"x":0')), 'no word boundaries'],
    ['sends its SSML as JSON', text((frame) => frame.replace('ssml+xml', 'json')), 'the content type'],
    [
      'introduces itself again and again',
      frames((frame) => (frame.includes('speech.config') ? [frame, frame] : [frame])),
      'speech.config twice',
    ],
    [
      'stops in other words',
      frames((frame) => (frame.includes('ssml+xml') ? [frame, stopOf(frame, 'halt')] : [frame])),
      'synthesis.control {"action":"halt"}',
    ],
  ])('%s', async (_, fault, found) => {
    const server = await serve(createAzureTtsFake());
    const wire = createAzureTtsWire(
      azureTtsSchema().parse({ ...SETTINGS, base_url: server.origin }),
      createWireDeps(fault),
    );
    const spoken = createWebSocketTts(wire, fault).synthesize(from(["Fish & 'chips'. ", 'Twice.']));
    await lastValueFrom(
      spoken.pipe(
        catchError(() => EMPTY),
        toArray(),
      ),
    );
    expect(server.violations.join('\n')).toContain(found);
  });

  test('speaks too long', async () => {
    const server = await serve(createAzureTtsFake());
    const long = text((frame) => frame.replace('Fish', 'x'.repeat(70_000)));
    const wire = createAzureTtsWire(azureTtsSchema().parse({ ...SETTINGS, base_url: server.origin }), createWireDeps());
    const spoken = createWebSocketTts(wire, long).synthesize(of('Fish.'));
    await expect(lastValueFrom(spoken)).rejects.toThrow('Websocket message size cannot exceed 65536 bytes');
  });
});

function stopOf(ssml: string, action: string): string {
  const head = ssml.slice(0, ssml.indexOf('\r\n\r\n')).replace('Path: ssml', 'Path: synthesis.control');
  return `${head.replace('application/ssml+xml', 'application/json')}\r\n\r\n${JSON.stringify({ action })}`;
}
