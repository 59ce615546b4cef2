import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { firstValueFrom, from, lastValueFrom, of, toArray } from 'rxjs';
import { expect, test } from 'vitest';
import { googleTts } from '../../../providers/google/tts.ts';
import { openAiTts } from '../../../providers/openai/tts.ts';
import { createRequestDouble } from '../../../src/testing/wire/requestDouble.ts';
import { createAccount } from '../../fakes/google/account.ts';
import { countingServer } from '../countingServer.ts';

const { credentials } = createAccount();
const PCM = Buffer.from(Int16Array.from({ length: 240 }, (_, n) => n).buffer);

const VOICES = [
  ['openai', (base_url: string) => openAiTts({ api_key: 'k', base_url })],
  ['google', (base_url: string) => googleTts({ credentials, base_url, encoding: 'wav' })],
] as const;

test.each(VOICES)('the connection of %s is open before the first text, and serves what follows', async (_, open) => {
  const server = await countingServer(speaking);
  const voice = open(server.origin);
  const warm = voice.keepWarm?.().subscribe();
  await server.arrived(1);
  expect(server.served()).toBe(0);

  await lastValueFrom(voice.synthesize(from(['One. ', 'Two.'])).pipe(toArray()));
  await lastValueFrom(voice.synthesize(of('Three.')).pipe(toArray()));
  expect([server.served(), server.came(), server.open()]).toEqual([3, 1, 1]);

  warm?.unsubscribe();
  await server.left(1);
  expect(server.open()).toBe(0);
});

test.each(VOICES)('after an interruption the next connection of %s is opened at once', async (_, open) => {
  const server = await countingServer((request, response) => {
    void buffer(request).then(() =>
      response.writeHead(200, { 'content-type': 'audio/pcm' }).write(answerTo(request.url)),
    );
  });
  const voice = open(server.origin);
  const warm = voice.keepWarm?.().subscribe();
  await server.arrived(1);
  await firstValueFrom(voice.synthesize(of('One.')));
  await server.arrived(2);
  await server.left(1);
  warm?.unsubscribe();
  await server.left(2);
  expect(server.came()).toBe(2);
});

test.each(VOICES)(
  'without being kept warm %s shares a connection within an utterance, and closes it',
  async (_, open) => {
    const server = await countingServer(speaking);
    await lastValueFrom(
      open(server.origin)
        .synthesize(from(['One. ', 'Two.']))
        .pipe(toArray()),
    );
    await server.left(1);
    expect([server.served(), server.came()]).toEqual([2, 1]);
  },
);

test('a TTS whose requests are made by others is not kept warm', () => {
  const { openRequest } = createRequestDouble();
  expect(openAiTts({ api_key: 'k' }, { openRequest }).keepWarm).toBeUndefined();
});

const speaking: RequestListener = (request, response) => {
  void buffer(request).then(() => response.writeHead(200, { 'content-type': 'audio/pcm' }).end(answerTo(request.url)));
};

/** As OpenAI answers, or Google, whose file begins with its header. */
function answerTo(url = ''): string | Buffer {
  return url.endsWith(':synthesize') ? `{"audioContent": "${wav(PCM).toString('base64')}"}` : PCM;
}

function wav(samples: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(24_000, 24);
  head.writeUInt32LE(48_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
