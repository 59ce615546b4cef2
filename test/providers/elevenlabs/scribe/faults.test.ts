import { describe, expect, test } from 'vitest';
import { parseScribeError } from '../../../../providers/elevenlabs/scribe/faults.ts';
import { classifyElevenLabsEnd } from '../../../../providers/elevenlabs/faults.ts';

describe('an error of Scribe', () => {
  test.each([
    'auth_error',
    'quota_exceeded',
    'unaccepted_terms',
    'input_error',
    'invalid_request',
    'chunk_size_exceeded',
  ])('%s ends all attempts', (message_type) =>
    expect(parseScribeError({ message_type, error: 'No.' })).toEqual({
      kind: 'final',
      message: `${message_type}: No.`,
    }),
  );

  test.each(['error', 'rate_limited', 'queue_overflow', 'resource_exhausted', 'transcriber_error', 'new_error'])(
    '%s is retried',
    (message_type) => expect(parseScribeError({ message_type, error: 'No.' })).toMatchObject({ kind: 'retry' }),
  );

  test.each(['session_time_limit_exceeded', 'insufficient_audio_activity'])(
    'after %s another connection is opened at once',
    (message_type) => expect(parseScribeError({ message_type, error: 'No.' })).toMatchObject({ kind: 'expired' }),
  );

  test('may have its code as its text', () =>
    expect(parseScribeError({ message_type: 'error', error: 'auth_error' })).toEqual({
      kind: 'final',
      message: 'auth_error',
    }));

  test('may have its text in `message`, or none', () => {
    expect(parseScribeError({ message_type: 'auth_error', message: 'No key.' })?.message).toBe('auth_error: No key.');
    expect(parseScribeError({ message_type: 'auth_error' })?.message).toBe('auth_error');
  });

  test('is nothing without an error', () => {
    expect(parseScribeError({ message_type: 'partial_transcript', text: 'error' })).toBeNull();
    expect(parseScribeError({})).toBeNull();
  });
});

describe('the end of a connection', () => {
  test.each([
    [1000, '', 'retry'],
    [1006, '', 'retry'],
    [1008, 'invalid api key', 'final'],
    [1008, 'too_many_concurrent_requests', 'retry'],
    [1011, 'internal error', 'retry'],
  ])('with %i %j means: %s', (code, reason, kind) =>
    expect(classifyElevenLabsEnd({ code, reason }, 0)).toMatchObject({ kind }),
  );
});
