import { describe, expect, it } from 'vitest';
import type { MediaCodec } from '../../../../src/core/mediaAdapter.ts';
import { jambonz } from '../../../../src/server/adapters/jambonz/jambonz.ts';
import { ConnectionError } from '../../../../src/server/protocols/connectionError.ts';
import { audioFormats } from '../../media/support/call.ts';
import { CALL } from './fakeJambonz.ts';

const START = JSON.stringify(CALL);

function codec(): MediaCodec {
  return jambonz.createCodec(audioFormats(), { allowsInterruptions: true });
}

function opened(): MediaCodec {
  const made = codec();
  made.decode(START);
  return made;
}

describe('what jambonz sends', () => {
  it('opens the conversation with the data of the call', () => {
    expect(codec().decode(START)).toEqual([{ kind: 'opened' }]);
  });

  it('is audio, and a key', () => {
    const { decode } = opened();
    expect(decode(Uint8Array.from([1, 0, 255, 255]))).toEqual([
      { kind: 'audio', frame: { samples: Int16Array.from([1, -1]), sampleRate: 16_000 } },
    ]);
    expect(decode('{"event":"dtmf","dtmf":"5","duration":"1600"}')).toEqual([
      { kind: 'message', message: { type: 'input.digit', digit: '5' } },
    ]);
  });

  it.each(['{"type":"playDone","data":{"id":"1"}}', '{"type":"mark","data":{"name":"7","event":"playout"}}'])(
    'is ignored: %s',
    (message) => expect(opened().decode(message)).toEqual([]),
  );

  it.each<[string, string | Uint8Array, string]>([
    ['audio first', new Uint8Array(2), 'Expected "type" of the first message to be text, got audio.'],
    ['no JSON', '{', 'Expected a text frame to be JSON.'],
    [
      'another rate',
      '{"sampleRate":8000,"mixType":"mono"}',
      'Expected "sampleRate" of the first message to be 16000, got 8000.',
    ],
    [
      'two channels',
      '{"sampleRate":16000,"mixType":"stereo"}',
      'Expected "mixType" of the first message to be "mono", got stereo.',
    ],
  ])('is refused at the beginning: %s', (_, message, sentence) => {
    expect(() => codec().decode(message)).toThrow(new ConnectionError('protocol_error', sentence));
  });

  it.each<[string, string | Uint8Array, string]>([
    ['half a sample', new Uint8Array(3), 'Expected a binary message to be whole 16-bit samples, got 3 bytes.'],
    ['a second beginning', START, 'Expected "mixType" of a message to be in the first message only, got a later one.'],
    [
      'a key that is none',
      '{"event":"dtmf","dtmf":"10"}',
      'Expected "dtmf" of dtmf to be one of 0 to 9, *, #, A to D, got something else.',
    ],
  ])('is refused: %s', (_, message, sentence) => {
    expect(() => opened().decode(message)).toThrow(new ConnectionError('protocol_error', sentence));
  });
});

describe('what jambonz is sent', () => {
  it('is nothing before the data of the call', () => {
    expect(codec().encode({ kind: 'audio', samples: new Int16Array(320) })).toEqual([]);
  });

  it('is audio, clears and the end', () => {
    const { encode } = opened();
    const ended = { type: 'session.ended', reason: 'agent_ended', usage: {} as never, seq: 1, t_ms: 2 } as const;
    expect([
      ...encode({ kind: 'audio', samples: Int16Array.from([1, -1]) }),
      ...encode({ kind: 'message', message: { type: 'clear', utterance_id: 'u', clear_id: 0, seq: 1, t_ms: 2 } }),
      ...encode({ kind: 'message', message: ended }),
      ...encode({ kind: 'message', message: { type: 'pong', t: 1, seq: 2, t_ms: 3 } }),
    ]).toEqual([Uint8Array.from([1, 0, 255, 255]), '{"type":"killAudio"}', '{"type":"disconnect"}']);
  });
});
