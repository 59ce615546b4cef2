import { describe, expect, it } from 'vitest';
import { parseClientMessage } from '../../../src/server/protocols/parseClientMessage.ts';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';

const position = { type: 'playback.position', utterance_id: 'u0.0', played_samples: 480 };
const resume = { type: 'session.resume', last_seq: 7, utterance_id: 'u0.0', played_samples: 480 };
const cleared = { type: 'playback.cleared', utterance_id: 'u0.0', clear_id: 0, played_samples: 0 };

describe('parseClientMessage', () => {
  it.each([
    { type: 'session.resume', last_seq: -1 },
    resume,
    { type: 'playback.started', utterance_id: 'u0.0', played_samples: 0 },
    position,
    { ...position, output_latency_ms: 12.5 },
    { type: 'playback.finished', utterance_id: 'u0.0', played_samples: 960 },
    cleared,
    { type: 'input.text', text: 'a' },
    { type: 'input.text', text: 'a'.repeat(8192) },
    { type: 'input.digit', digit: '#' },
    { type: 'input.mute' },
    { type: 'input.unmute' },
    { type: 'agent.interrupt' },
    { type: 'session.end' },
    { type: 'ping', t: -1.5 },
  ])('understands %j', (message) => {
    expect(parseClientMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each(['playback.rewound', 'session.reopen', 'constructor', '__proto__', ''])(
    'takes a message of the unknown type "%s" for one of a newer client',
    (type) => {
      expect(parseClientMessage(JSON.stringify({ type, played_samples: 'many' }))).toBeNull();
    },
  );

  it('leaves out what the protocol does not have', () => {
    expect(parseClientMessage(JSON.stringify({ type: 'input.mute', reason: 'a cough' }))).toEqual({
      type: 'input.mute',
    });
  });

  it.each([
    ['{"type":', 'Expected a text frame to be JSON.'],
    ['', 'Expected a text frame to be JSON.'],
    ['\u0000\u0001\u0002', 'Expected a text frame to be JSON.'],
    ['[]', 'Expected a text frame to be a JSON object.'],
    ['null', 'Expected a text frame to be a JSON object.'],
    ['"ping"', 'Expected a text frame to be a JSON object.'],
  ])('refuses %j', (text, sentence) => {
    expect(() => parseClientMessage(text)).toThrow(new ConnectionError('protocol_error', sentence));
  });

  it.each([
    [{}, '"type" of a message to be a string, got nothing'],
    [{ type: 7 }, '"type" of a message to be a string, got 7'],
    [
      { ...position, utterance_id: 7 },
      '"utterance_id" of playback.position to be a string of at most 128 characters, got 7',
    ],
    [
      { ...position, utterance_id: 'u'.repeat(129) },
      '"utterance_id" of playback.position to be a string of at most 128 characters, got a string of 129 characters',
    ],
    [{ type: 'input.digit', digit: 7 }, '"digit" of input.digit to be one of 0 to 9, *, #, A to D, got 7'],
    [{ ...resume, last_seq: -2 }, '"last_seq" of session.resume to be a whole number from -1, got -2'],
    [{ ...resume, last_seq: undefined }, '"last_seq" of session.resume to be a whole number from -1, got nothing'],
    [
      { ...resume, played_samples: undefined },
      '"played_samples" of session.resume to be a whole number from 0, together with utterance_id, got nothing',
    ],
    [
      { ...resume, utterance_id: undefined },
      '"played_samples" of session.resume to be a whole number from 0, together with utterance_id, got 480',
    ],
    [{ ...position, played_samples: -1 }, '"played_samples" of playback.position to be a whole number from 0, got -1'],
    [
      { ...position, played_samples: 0.5 },
      '"played_samples" of playback.position to be a whole number from 0, got 0.5',
    ],
    [
      { ...position, played_samples: null },
      '"played_samples" of playback.position to be a whole number from 0, got null',
    ],
    [{ ...position, output_latency_ms: -1 }, '"output_latency_ms" of playback.position to be a number from 0, got -1'],
    [{ ...cleared, clear_id: undefined }, '"clear_id" of playback.cleared to be a whole number from 0, got nothing'],
    [
      { type: 'input.text', text: '' },
      '"text" of input.text to be a string of 1 to 8192 characters, got a string of 0 characters',
    ],
    [
      { type: 'input.text', text: 'a'.repeat(8193) },
      '"text" of input.text to be a string of 1 to 8192 characters, got a string of 8193 characters',
    ],
    [{ type: 'input.text', text: {} }, '"text" of input.text to be a string of 1 to 8192 characters, got an object'],
    [{ type: 'ping' }, '"t" of ping to be a finite number, got nothing'],
  ])('refuses %j and names the field', (message, sentence) => {
    const fault = new ConnectionError('protocol_error', `Expected ${sentence}.`);
    expect(() => parseClientMessage(JSON.stringify(message))).toThrow(fault);
  });
});
