import { lastValueFrom, of } from 'rxjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAiTts } from '../../../providers/openai/tts.ts';
import { fetchRequest, type HttpRequest } from '../../../src/wire/http.ts';
import { parseObject } from '../../../src/wire/json.ts';
import { startFake } from '../kit/fake.ts';
import { createOpenAiTtsFake } from '../openaiTts.ts';

type Fault = (request: HttpRequest) => HttpRequest;

/** Runs the adapter with other requests. */
async function faultsOf(fault: Fault): Promise<readonly string[]> {
  const server = await startFake(createOpenAiTtsFake());
  onTestFinished(() => server.close());
  const settings = { api_key: 'fake-key', base_url: server.origin };
  const tts = openAiTts(settings, { openRequest: (request) => fetchRequest(fault(request)) });
  await lastValueFrom(tts.synthesize(of('Hello.'))).catch(() => {});
  return server.violations;
}

describe('the fake of /v1/audio/speech catches an adapter that', () => {
  test.each<[name: string, fault: Fault, found: string]>([
    ['doubles the version', at((url) => url.replace('/v1', '/v1/v1')), '/v1/v1/audio/speech'],
    ['puts its key into the address', at((url) => `${url}?api_key=fake-key`), 'there are no parameters'],
    ['sends no key', (request) => ({ ...request, headers: { 'content-type': 'application/json' } }), 'no bearer token'],
    ['leaves the format to the service, which is mp3', saying({ response_format: undefined }), 'speaks pcm'],
    ['asks for events', saying({ stream_format: 'sse' }), 'no such field: stream_format'],
    ['names a voice by its id alone', saying({ voice: 'voice_1234' }), 'no such voice'],
    ['speaks too fast', saying({ speed: 5 }), 'no such speed'],
    ['sends a text whole that is too long', saying({ input: 'x'.repeat(4097) }), 'longer than 4096'],
    ['sends text without a word', saying({ input: ' ' }), 'nothing to speak'],
  ])('%s', async (_name, fault, found) => {
    expect(await faultsOf(fault)).toContainEqual(expect.stringContaining(found));
  });

  test('has no fault to find with the adapter as it is', async () => {
    expect(await faultsOf((request) => request)).toEqual([]);
  });
});

function at(change: (url: string) => string): Fault {
  return (request) => ({ ...request, url: change(request.url) });
}

function saying(change: object): Fault {
  return (request) => ({ ...request, body: JSON.stringify({ ...parseObject(request.body as string), ...change }) });
}
