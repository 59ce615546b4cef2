import { samplesOfMs } from '../../src/core/audio.ts';
import { bytesOfSamples, toBase64 } from '../../src/wire/bytes.ts';
import { asText, parseObject } from '../../src/wire/json.ts';
import { createPcmDecoder } from '../../src/wire/audio/pcm.ts';
import type { ClientRequest, FakeReply, FakeSocket, FakeConnection, FakeVendor } from './kit/fake.ts';
import { createTextReader, encodeText, type TextReader } from '../../src/testing/textAudio.ts';

/** The server of the made-up vendor of the docs. */
export const parrotFake: FakeVendor = {
  validate: ({ path, headers }: ClientRequest): readonly string[] => [
    ...(path === '/v1/hear' || path === '/v1/say' ? [] : ['no such path']),
    ...(headers['authorization'] === 'Bearer secret' ? [] : ['no key']),
  ],
  refuse: (status): FakeReply => ({ status, body: '{"message":"not you"}', headers: { 'retry-after-ms': '20' } }),
  connect: (socket, { path }) => (path === '/v1/hear' ? createSttConnection(socket) : createTtsConnection(socket)),
};

function createSttConnection(socket: FakeSocket): FakeConnection {
  let reader: TextReader = createTextReader(16_000);
  let decoder = createPcmDecoder();
  let utterance: unknown = null;
  let reported = '';
  const report = (type: string, text: string): void => socket.sendResult(JSON.stringify({ type, utterance, text }));
  const listen = (bytes: Uint8Array): void => {
    const text = reader.push(decoder.push(bytes));
    if (text !== reported) report('hearing', text);
    reported = text;
  };
  return {
    onFrame: (frame) => {
      const message = parseObject(frame);
      if (typeof frame !== 'string')
        return utterance === null ? socket.reportViolation('audio outside of speech') : listen(frame);
      if (message?.['type'] === 'hello') return socket.send('{"type":"welcome"}');
      if (message?.['type'] === 'speech') {
        [utterance, reader, decoder, reported] = [
          message['utterance'],
          createTextReader(16_000),
          createPcmDecoder(),
          '',
        ];
        return;
      }
      if (message?.['type'] !== 'stop' || message['utterance'] !== utterance)
        return socket.reportViolation(`not understood: ${frame}`);
      report('heard', reported);
      utterance = null;
    },
  };
}

const PIECE = samplesOfMs(100, 24_000);

function createTtsConnection(socket: FakeSocket): FakeConnection {
  const cancelled = new Set<unknown>();
  const speak = (utterance: unknown, text: string): void => {
    const samples = encodeText(text, 24_000);
    for (let at = 0; at < samples.length; at += PIECE) {
      socket.sendResult(bytesOfSamples(samples.slice(at, at + PIECE)), (bytes) =>
        JSON.stringify({ type: 'sound', utterance, audio: toBase64(bytes) }),
      );
    }
  };
  return {
    onFrame: (frame) => {
      const { type, utterance, text } = parseObject(frame) ?? {};
      if (cancelled.has(utterance)) return socket.reportViolation('more of an utterance that was hushed');
      if (type === 'say') return speak(utterance, asText(text));
      if (type === 'flush') return socket.send(JSON.stringify({ type: 'flushed', utterance }));
      if (type === 'hush') return void cancelled.add(utterance);
      if (type === 'finish') return socket.send(JSON.stringify({ type: 'finished', utterance }));
      socket.reportViolation(`not understood: ${String(frame)}`);
    },
  };
}
