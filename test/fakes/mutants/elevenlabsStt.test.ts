import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { elevenLabsSttSchema } from '../../../providers/elevenlabs/scribe/settings.ts';
import { createElevenLabsSttWire } from '../../../providers/elevenlabs/stt.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { createWebSocketStt } from '../../../src/wire/stt/createWebSocketStt.ts';
import { createScribeFake } from '../elevenlabs/scribe.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';
import { waitForFault } from './waitForFault.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createScribeFake());
});

afterEach(() => server.close());

const frame = { samples: encodeText('thank you', 16_000), sampleRate: 16_000 };
const speech: readonly SttInput[] = [
  { kind: 'start', segment: 0 },
  { kind: 'audio', segment: 0, frame },
  { kind: 'end', segment: 0 },
];

const address = (change: (url: string) => string): Tampering => ({
  request: ({ url, ...request }) => ({ url: change(url), ...request }),
});
const text = (written: string, instead: string): Tampering => ({
  frames: (sent) => [String(sent).replace(written, instead)],
});
const added = (parameters: string): Tampering => address((url) => `${url}&${parameters}`);

describe('the fake of /v1/speech-to-text/realtime catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['sends no key', { request: ({ url }) => ({ url, headers: {} }) }, 'no key in xi-api-key'],
    ['puts the key into the address', added('token=fake-key'), 'a key in the address'],
    ['lets the server commit', address((url) => url.replace('manual', 'vad')), 'commit_strategy=vad'],
    ['asks for a rate that is none', address((url) => url.replace('16000', '32000')), 'audio_format=pcm_32000'],
    ['names a region', added('language_code=de-DE'), 'language_code=de-DE'],
    ['sends a long term', added('keyterms=a term of 21 letters.'), 'keyterms=a term of 21 letters.'],
    ['sends many terms', added(Array(51).fill('keyterms=a').join('&')), 'more than 50 keyterms'],
    ['filters with timestamps', { ...added('filter_background_audio=true') }, 'a filter with timestamps'],
    ['invents parameters', added('punctuate=true'), 'the parameter punctuate'],
    ['sends audio that is none', text('"audio_base_64":"', '"audio_base_64":"AA=='), 'audio that is not base64'],
    ['cuts samples in two', text('"audio_base_64":""', '"audio_base_64":"AA=="'), 'half a sample'],
    ['sends another rate', text('16000', '8000'), 'sample_rate is 8000'],
    ['does not say whether it commits', text('"commit":false', '"commit":null'), 'commit is null'],
    ['gives the context late', text('"commit":true', '"commit":true,"previous_text":"a"'), 'previous_text after'],
    ['invents fields', text('"commit":true', '"commit":true,"final":true'), 'the field final'],
    ['commits as no client does', text('input_audio_chunk', 'commit'), 'the message commit'],
    ['commits twice', { frames: (sent) => (isCommit(sent) ? [sent, sent] : [sent]) }, 'only 0.00s'],
  ])('%s', async (_, tampering, fault) => {
    const settings = { provider: 'elevenlabs', api_key: 'fake-key', base_url: server.origin } as const;
    const wire = createElevenLabsSttWire(elevenLabsSttSchema().parse({ ...settings, include_timestamps: true }));
    const mutant = createWebSocketStt(wire, { openSocket: createTamperedSocket(tampering) });
    await waitForFault(server, mutant, speech, fault);
    expect(server.violations.join('\n')).toContain(fault);
  });
});

function isCommit(sent: unknown): boolean {
  return String(sent).includes('"commit":true');
}
