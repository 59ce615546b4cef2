import { describe, expect, it } from 'vitest';
import type { MediaCodec } from '../../../../src/core/mediaAdapter.ts';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { asterisk } from '../../../../src/server/adapters/asterisk/asterisk.ts';
import { ConnectionError } from '../../../../src/server/protocols/connectionError.ts';
import { audioFormats } from '../../media/support/call.ts';
import { JSON_EVENTS, PLAIN_EVENTS } from './captured.ts';

const RULES = { allowsInterruptions: true };

function codec(sampleRate: 8000 | 16_000 | 24_000 | 48_000 = 16_000): MediaCodec {
  return asterisk.createCodec(audioFormats(sampleRate, 20, sampleRate), RULES);
}

function opened(start: string = JSON_EVENTS.start): MediaCodec {
  const made = codec();
  made.decode(start);
  return made;
}

const startOf = (format: string, size = 160): string =>
  JSON.stringify({ event: 'MEDIA_START', format, optimal_frame_size: size });
const clear: ServerMessage = { type: 'clear', utterance_id: 'u', clear_id: 0, seq: 1, t_ms: 2 };
const ended: ServerMessage = {
  type: 'session.ended',
  reason: 'agent_ended',
  usage: { llm: [], tts: [], stt: [] } as never,
  seq: 1,
  t_ms: 2,
};
const SYNTAXES = [
  ['JSON', JSON_EVENTS],
  ['plain text', PLAIN_EVENTS],
] as const;

describe.each(SYNTAXES)('what Asterisk sends in %s', (_, events) => {
  it('opens the conversation with its MEDIA_START', () => {
    expect(codec().decode(events.start)).toEqual([{ kind: 'opened' }]);
  });

  it('is a key, and a mark', () => {
    const { decode } = opened(events.start);
    expect(decode(events.digit)).toEqual([{ kind: 'message', message: { type: 'input.digit', digit: '5' } }]);
    expect(decode(events.mark)).toEqual([{ kind: 'mark', name: '7' }]);
  });

  it.each(['status', 'drained', 'buffered', 'full', 'free'] as const)('is ignored: %s', (name) => {
    expect(opened(events.start).decode(events[name])).toEqual([]);
  });

  it('ends the session if it does not take a command, with its words', () => {
    const sentence = 'Expected Asterisk to accept every command, got: Unable to parse JSON command';
    expect(() => opened(events.start).decode(events.error)).toThrow(new ConnectionError('protocol_error', sentence));
  });
});

describe('the audio of a channel', () => {
  it.each([
    ['slin16', 16_000, 'AAEA/w==', [256, -256]],
    ['slin', 8000, 'AAEA/w==', [256, -256]],
    ['slin24', 24_000, 'AAEA/w==', [256, -256]],
    ['slin48', 48_000, 'AAEA/w==', [256, -256]],
    ['ulaw', 8000, '//9/', [0, 0, 0]],
    ['alaw', 8000, '1VU=', [8, -8]],
  ] as const)('is %s at %i Hz, if MEDIA_START names it, both ways', (format, rate, base64, samples) => {
    const { decode, encode } = codec(rate);
    decode(startOf(format));
    expect(decode(Buffer.from(base64, 'base64'))).toEqual([
      { kind: 'audio', frame: { samples: Int16Array.from(samples), sampleRate: rate } },
    ]);
    const [, sent] = encode({ kind: 'audio', samples: Int16Array.from(samples) });
    expect(decode(sent as Uint8Array)).toEqual([
      { kind: 'audio', frame: { samples: Int16Array.from(samples), sampleRate: rate } },
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['another rate', startOf('slin'), 'Expected "format" of MEDIA_START to be slin16, got slin.'],
    ['another codec', startOf('opus', 0), 'Expected "format" of MEDIA_START to be slin16, got opus.'],
    [
      'a format from a prototype',
      startOf('constructor'),
      'Expected "format" of MEDIA_START to be slin16, got constructor.',
    ],
    [
      'passthrough mode',
      startOf('slin16', 0),
      'Expected "optimal_frame_size" of MEDIA_START to be more than 0 (passthrough mode is not supported), got 0.',
    ],
    ['audio first', new Uint8Array(640), 'Expected "event" of the first message to be MEDIA_START, got audio.'],
  ])('is refused: %s', (_, message, sentence) => {
    expect(() => codec().decode(message)).toThrow(new ConnectionError('protocol_error', sentence));
  });
});

describe('what is none of the protocol', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['half a sample', new Uint8Array(3), 'Expected a binary message to be whole 16-bit samples, got 3 bytes.'],
    ['much audio', new Uint8Array(19_202), 'Expected a binary message to be at most 19200 bytes, got 19202 bytes.'],
    ['no JSON', '{', 'Expected a text frame to be JSON.'],
    ['no event', '{}', 'Expected "event" of a message to be a string, got undefined.'],
    ['a second start', JSON_EVENTS.start, 'Expected "event" of a message to be one MEDIA_START, got a second.'],
    [
      'a key of a piano',
      'DTMF_END digit:E channel_id:1',
      'Expected "digit" of DTMF_END to be one of 0 to 9, *, #, A to D, got something else.',
    ],
    [
      'a mark without a name',
      'MEDIA_MARK_PROCESSED',
      'Expected "correlation_id" of MEDIA_MARK_PROCESSED to be a string of 1 to 256 characters, got something else.',
    ],
    [
      'a start without a size',
      'MEDIA_START format:slin16 optimal_frame_size:-1',
      'Expected "optimal_frame_size" of MEDIA_START to be a whole number from 0, got something else.',
    ],
    ['a long text', 'X'.repeat(16_385), 'Expected "text" of a message to be at most 16384 characters, got 16385.'],
  ])('is refused: %s', (_, message, sentence) => {
    expect(() => opened().decode(message)).toThrow(new ConnectionError('protocol_error', sentence));
  });
});

describe('what Asterisk is sent', () => {
  it('is nothing before its MEDIA_START', () => {
    expect(codec().encode({ kind: 'audio', samples: new Int16Array(320) })).toEqual([]);
  });

  it.each([
    [
      'in JSON',
      JSON_EVENTS.start,
      ['{"command":"MARK_MEDIA","correlation_id":"3"}', '{"command":"FLUSH_MEDIA"}', '{"command":"HANGUP"}'],
    ],
    ['in plain text', PLAIN_EVENTS.start, ['MARK_MEDIA 3', 'FLUSH_MEDIA', 'HANGUP']],
  ])('is marks, clears and the end, %s if its events are', (_, start, commands) => {
    const { encode } = opened(start);
    expect([
      ...encode({ kind: 'mark', name: '3' }),
      ...encode({ kind: 'message', message: clear }),
      ...encode({ kind: 'message', message: ended }),
      ...encode({ kind: 'message', message: { type: 'pong', t: 1, seq: 2, t_ms: 3 } }),
    ]).toEqual(commands);
  });

  it('is told to keep what is no whole frame, before the first audio and after each flush', () => {
    const { encode } = opened(PLAIN_EVENTS.start);
    const audio = () => encode({ kind: 'audio', samples: new Int16Array(2) });
    const pcm = new Uint8Array(4);
    expect([audio(), audio()]).toEqual([['START_MEDIA_BUFFERING', pcm], [pcm]]);
    encode({ kind: 'message', message: clear });
    expect([audio(), audio()]).toEqual([['START_MEDIA_BUFFERING', pcm], [pcm]]);
  });
});
