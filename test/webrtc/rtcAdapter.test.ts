import { expect, test } from 'vitest';
import type { MediaAdapter } from '../../src/core/mediaAdapter.ts';
import type { ClientMessage, ServerMessage } from '../../src/core/protocol.ts';
import { antiphonV1 } from '../../src/server/protocols/antiphonV1.ts';
import { createRtcAdapter } from '../../src/webrtc/rtcAdapter.ts';

const AUDIO = { input: { sample_rate: 16_000 }, output: { sample_rate: 24_000, frame_ms: 20 } } as const;
const codec = () => createRtcAdapter(antiphonV1).createCodec(AUDIO as never, { allowsInterruptions: true });
const stamped = (body: object): ServerMessage => ({ ...body, seq: 0, t_ms: 0 }) as ServerMessage;

test('this server reports what was played, and a client does not return', () => {
  expect(createRtcAdapter(antiphonV1).capabilities).toMatchObject({
    heard: 'reported',
    clears: true,
    resumes: false,
    audioIn: 'binary',
    opens: 'server',
  });
});

test('a message of the client comes as it is', () => {
  const message: ClientMessage = { type: 'input.text', text: 'hello' };
  expect(codec().decode(`T${JSON.stringify(message)}`)).toEqual([{ kind: 'message', message }]);
});

test.each<ClientMessage>([
  { type: 'playback.started', utterance_id: 'u0', played_samples: 0 },
  { type: 'playback.position', utterance_id: 'u0', played_samples: 480_000 },
  { type: 'playback.finished', utterance_id: 'u0', played_samples: 480_000 },
  { type: 'playback.cleared', utterance_id: 'u0', clear_id: 0, played_samples: 480_000 },
])('$type of the client is ignored', (message) => {
  expect(codec().decode(`T${JSON.stringify(message)}`)).toEqual([]);
});

test('an answer of the codec goes over the channel', () => {
  const answering: MediaAdapter = {
    ...antiphonV1,
    createCodec: () => ({ decode: () => [{ kind: 'reply', message: 'no' }], encode: () => [] }),
  };
  const rules = { allowsInterruptions: true };
  const { decode } = createRtcAdapter(answering).createCodec(AUDIO as never, rules);
  expect(decode('Tanything')).toEqual([{ kind: 'reply', message: 'Tno' }]);
});

test('a report of the playout is that of a client', () => {
  const message = { type: 'playback.position', utterance_id: 'u0', played_samples: 4800 } as const;
  expect(codec().decode(`P${JSON.stringify(message)}`)).toEqual([{ kind: 'message', message }]);
});

test('the track is the audio of the user', () => {
  const samples = Int16Array.of(1, -2, 3);
  expect(codec().decode(new Uint8Array(samples.buffer))).toEqual([
    { kind: 'audio', frame: { samples, sampleRate: 16_000 } },
  ]);
});

test('a binary message on the data channel breaks the protocol', () => {
  expect(() => codec().decode('B')).toThrow('Expected text on the data channel, got a binary message.');
});

test('a message of the data channel that is too long breaks the protocol', () => {
  expect(() => codec().decode('L')).toThrow('Expected at most 65536 bytes in a message, got more.');
});

test('text that is no message of the protocol breaks it, and names the field', () => {
  expect(() => codec().decode('T{"type":"input.text"}')).toThrow('Expected "text" of input.text');
});

test('the audio of the agent goes into the track', () => {
  expect(codec().encode({ kind: 'audio', samples: Int16Array.of(1, 2) })).toEqual([Uint8Array.of(1, 0, 2, 0)]);
});

test.each([
  stamped({ type: 'audio.start', utterance_id: 'u0', sample_rate: 24_000 }),
  stamped({ type: 'audio.end', utterance_id: 'u0', samples: 480 }),
  stamped({ type: 'clear', utterance_id: 'u0', clear_id: 0 }),
])('$type is for the playout first, and for the client', (message) => {
  expect(codec().encode({ kind: 'message', message })).toEqual([
    `P${JSON.stringify(message)}`,
    `T${JSON.stringify(message)}`,
  ]);
});

test('all other messages are for the client alone', () => {
  const message = stamped({ type: 'agent.text', utterance_id: 'u0', delta: 'Hello' });
  expect(codec().encode({ kind: 'message', message })).toEqual([`T${JSON.stringify(message)}`]);
});
