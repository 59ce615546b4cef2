import { describe, expect, it, test } from 'vitest';
import type { ClientMessage } from '../../../../src/core/protocol.ts';
import { connected, create, split } from './codec.ts';
import { audioToWire, fromWire, messageToWire, toWire } from './wire.ts';

describe('a client that is ready', () => {
  it('is answered with the id of its message, and takes audio from then on', () => {
    const codec = create();
    const audio = { kind: 'audio', samples: new Int16Array(480) } as const;
    expect(codec.encode(audio)).toEqual([]);
    const { inputs, replies } = split(
      codec.decode(messageToWire('client-ready', { version: '2.1.0', about: {} }, 'ab12')),
    );
    expect(inputs).toEqual([{ kind: 'opened' }]);
    expect(replies).toEqual([
      {
        type: 'bot-ready',
        id: 'ab12',
        data: { version: '2.1.0', about: { library: 'antiphon', library_version: expect.any(String) } },
      },
    ]);
    expect(fromWire(codec.encode(audio)[0] ?? '').audio).toMatchObject({ sampleRate: 24_000, numChannels: 1 });
  });

  it('is ready once', () => {
    expect(() => connected().decode(messageToWire('client-ready'))).toThrow('one client-ready, got a second');
  });
});

test.each<[string, unknown, readonly ClientMessage[]]>([
  ['disconnect-bot', {}, [{ type: 'session.end' }]],
  ['send-text', { content: 'hi' }, [{ type: 'input.text', text: 'hi' }]],
  ['send-text', { content: 'hi', options: { run_immediately: true } }, [{ type: 'input.text', text: 'hi' }]],
  [
    'dtmf',
    { buttons: ['4', '#'] },
    [
      { type: 'input.digit', digit: '4' },
      { type: 'input.digit', digit: '#' },
    ],
  ],
  ['dtmf', { button: '*' }, [{ type: 'input.digit', digit: '*' }]],
])('%s with %j is understood', (type, data, messages) => {
  const { inputs, replies } = split(connected().decode(messageToWire(type, data)));
  expect([inputs, replies]).toEqual([messages.map((message) => ({ kind: 'message', message })), []]);
});

test.each(['agent.interrupt', 'input.mute', 'input.unmute'] as const)(
  'the client message %s is done, and answered',
  (t) => {
    const { inputs, replies } = split(connected().decode(messageToWire('client-message', { t, d: 1 }, 'q1')));
    expect(inputs).toEqual([{ kind: 'message', message: { type: t } }]);
    expect(replies).toEqual([{ type: 'server-response', id: 'q1', data: { t, d: {} } }]);
  },
);

test.each<[string, unknown, string]>([
  ['client-message', { t: 'weather' }, 'Expected "data.t" of client-message to be one of agent.interrupt,'],
  ['client-message', { d: 1 }, 'Expected "data.t" of client-message to be a string of 1 to 128 characters'],
  ['client-message', undefined, 'Expected "data" of client-message to be'],
  ['send-text', { content: '' }, 'Expected "data.content" of send-text to be a string of 1 to 8192 characters'],
  ['send-text', { content: 'a'.repeat(8193) }, 'Expected "data.content" of send-text to be a string of 1 to 8192'],
  ['send-text', { content: 'a', options: 1 }, 'Expected "data.options" of send-text to be an object'],
  [
    'send-text',
    { content: 'a', options: { run_immediately: false } },
    '"data.options.run_immediately" of send-text to be true',
  ],
  [
    'send-text',
    { content: 'a', options: { audio_response: false } },
    '"data.options.audio_response" of send-text to be true',
  ],
  ['dtmf', { buttons: ['4', '44'] }, 'Expected "data.buttons.1" of dtmf to be one of 0 to 9, *, #, A to D'],
  ['dtmf', { buttons: [] }, 'Expected "data.buttons" of dtmf to be a list of 1 to 32 keys'],
  [
    'dtmf',
    { buttons: Array.from({ length: 33 }, () => '1') },
    'Expected "data.buttons" of dtmf to be a list of 1 to 32 keys',
  ],
  ['append-to-context', { role: 'user', content: 'a' }, 'not support messages of this type'],
  ['llm-function-call-result', {}, 'not support messages of this type'],
  ['__proto__', {}, 'not support messages of this type'],
])('%s with %j is answered with an error, and does nothing else', (type, data, error) => {
  const { inputs, replies } = split(connected().decode(messageToWire(type, data, 'q1')));
  expect(inputs).toEqual([]);
  expect(replies).toEqual([{ type: 'error-response', id: 'q1', data: { error: expect.stringContaining(error) } }]);
});

test.each<[string, Uint8Array | string, string]>([
  ['a text message', '{}', 'Expected a binary message, got a text message.'],
  ['no JSON', toWire({ message: { data: '{' } }), 'Expected the data of a MessageFrame to be JSON.'],
  ['a list', toWire({ message: { data: '[]' } }), 'Expected the data of a MessageFrame to be a JSON object.'],
  ['deep JSON', toWire({ message: { data: `${'['.repeat(40)}${']'.repeat(40)}` } }), 'at most 32 levels deep'],
  [
    'a type that is none',
    toWire({ message: { data: '{"label":"rtvi-ai","type":1}' } }),
    'Expected "type" of a message',
  ],
  [
    'an id that is none',
    toWire({ message: { data: '{"label":"rtvi-ai","type":"dtmf","id":1}' } }),
    'Expected "id" of dtmf',
  ],
  ['a long id', messageToWire('dtmf', {}, 'a'.repeat(129)), 'a string of at most 128 characters'],
  [
    'another rate',
    audioToWire(new Int16Array(512), { sampleRate: 48_000 }),
    'Expected "sample_rate" of AudioRawFrame to be 16000, got 48000.',
  ],
  [
    'stereo',
    audioToWire(new Int16Array(512), { numChannels: 2 }),
    'Expected "num_channels" of AudioRawFrame to be 1, got 2.',
  ],
  ['half a sample', audioToWire(new Int16Array(0), { audio: new Uint8Array(3) }), 'got 3 bytes'],
  [
    'more than a second',
    audioToWire(new Int16Array(16_001)),
    'Expected "audio" of AudioRawFrame to be at most 16000 samples',
  ],
])('%s breaks the protocol', (_what, bytes, message) => {
  expect(() => connected().decode(bytes)).toThrow(
    expect.objectContaining({ code: 'protocol_error', message: expect.stringContaining(message) }),
  );
});

test.each<[string, Uint8Array]>([
  ['a message of another label', toWire({ message: { data: '{"label":"another","type":"client-ready"}' } })],
  ['a frame without samples', audioToWire(new Int16Array(0))],
])('%s is ignored', (_what, bytes) => {
  expect(connected().decode(bytes)).toEqual([]);
});
