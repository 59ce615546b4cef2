import { firstValueFrom, from, lastValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { speechmaticsStt } from '../../../providers/speechmatics/stt.ts';
import type { SttInput } from '../../../src/core/ports.ts';
import { encodeText } from '../../../src/testing/textAudio.ts';
import { startFake, type FakeServer } from '../kit/fake.ts';
import { createSpeechmaticsFake } from '../speechmatics.ts';
import { createTamperedSocket, type Tampering } from './tampering.ts';
import { waitForFault } from './waitForFault.ts';

let server: FakeServer;

beforeEach(async () => {
  server = await startFake(createSpeechmaticsFake());
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
  frames: (sent) => [typeof sent === 'string' ? sent.replace(written, instead) : sent],
});
const configured = (field: string): Tampering => text('"language":', `${field},"language":`);

describe('the fake of Speechmatics catches an adapter that', () => {
  test.each<[what: string, tampering: Tampering, fault: string]>([
    ['sends no key', { request: ({ url }) => ({ url, headers: {} }) }, 'no bearer token'],
    ['puts the key into the address, too', address((url) => `${url}?jwt=fake-key`), 'a key in the address'],
    ['asks for the first version', address((url) => url.replace('/v2', '/v1')), 'upgrade /v1'],
    ['invents parameters', address((url) => `${url}?model=enhanced`), 'the parameter model'],
    ['sets nothing up', text('StartRecognition', 'Start'), 'a message before StartRecognition'],
    ['sends a file', text('"raw"', '"file"'), 'type is "file"'],
    ['sends another encoding', text('pcm_s16le', 'pcm_f32le'), 'encoding is "pcm_f32le"'],
    ['names no rate', text(',"sample_rate":16000', ''), 'no sample_rate'],
    ['names a region', text('"language":"en"', '"language":"en-US"'), 'language is "en-US"'],
    ['asks for a model that is none', text('"enhanced"', '"nova-3"'), 'model is "nova-3"'],
    ['waits too short', text('"max_delay":2', '"max_delay":0.5'), 'max_delay is 0.5'],
    ['lets the server find ends', configured('"conversation_config":{}'), 'conversation_config is {}'],
    ['sends an empty dictionary', configured('"additional_vocab":[]'), 'additional_vocab is []'],
    ['sends words without content', configured('"additional_vocab":[{"sounds_like":["a"]}]'), 'additional_vocab is'],
    ['tells one speaker apart', configured('"speaker_diarization_config":{"max_speakers":1}'), 'speaker_diarization'],
    ['invents fields', text('"audio_format"', '"format":1,"audio_format"'), 'the field format'],
    ['cuts samples in two', { frames: (sent) => [typeof sent === 'string' ? sent : sent.subarray(1)] }, 'a frame of'],
    ['forces a time that is not there yet', text('"timestamp":', '"timestamp":9'), 'a timestamp of'],
    ['forces a negative time', text('"timestamp":', '"timestamp":-'), 'the timestamp'],
    ['forces a speaker', text('"timestamp"', '"speaker":"S1","timestamp"'), 'the field speaker'],
    ['ends as in another API', text('ForceEndOfUtterance', 'Finalize'), 'the message Finalize'],
  ])('%s', async (_, tampering, fault) => {
    const settings = { api_key: 'fake-key', base_url: server.origin };
    const mutant = speechmaticsStt(settings, { openSocket: createTamperedSocket(tampering) });
    await waitForFault(server, mutant, speech, fault);
    expect(server.violations.join('\n')).toContain(fault);
  });

  test('miscounts its frames', async () => {
    const openSocket = createTamperedSocket(text('"last_seq_no":', '"last_seq_no":9'));
    const mutant = speechmaticsStt({ api_key: 'fake-key', base_url: server.origin }, { openSocket });
    const found = firstValueFrom(server.violation);
    await lastValueFrom(mutant.transcribe(from(speech)));
    expect(await found).toContain('last_seq_no is');
  });
});
