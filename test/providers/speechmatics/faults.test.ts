import { describe, expect, test } from 'vitest';
import { classifySpeechmaticsEnd, classifySpeechmaticsError } from '../../../providers/speechmatics/faults.ts';

const FINAL = [
  ['invalid_message', 'invalid_model', 'invalid_language', 'invalid_config', 'invalid_audio_type'],
  ['not_authorised', 'not_allowed', 'protocol_error', 'timelimit_exceeded'],
].flat();

describe('an error', () => {
  test.each(FINAL)('%s ends all attempts', (type) =>
    expect(classifySpeechmaticsError({ type, reason: 'No.' })).toEqual({ kind: 'final', message: `${type}: No.` }),
  );

  test.each(['quota_exceeded', 'job_error'])('%s is retried after the 5 s that Speechmatics asks for', (type) =>
    expect(classifySpeechmaticsError({ type })).toEqual({ kind: 'retry', message: type, retryAfterMs: 5000 }),
  );

  test.each(['idle_timeout', 'session_timeout'])('after %s another connection is opened at once', (type) =>
    expect(classifySpeechmaticsError({ type, reason: 'No.' })).toMatchObject({ kind: 'expired' }),
  );

  test('of another kind is retried', () => {
    expect(classifySpeechmaticsError({ type: 'unknown_error', reason: 'No.' })).toMatchObject({ kind: 'retry' });
    expect(classifySpeechmaticsError({})).toEqual({ kind: 'retry', message: 'unknown_error' });
  });
});

describe('the end of a connection', () => {
  test.each([
    [1000, '', 'retry'],
    [1006, '', 'retry'],
    [1008, 'policy_violation', 'final'],
    [1008, 'session_timeout', 'expired'],
    [1011, 'internal_error', 'retry'],
    [4001, 'not_authorised', 'final'],
    [4003, '', 'final'],
    [4004, '', 'final'],
    [4005, '', 'retry'],
    [4006, '', 'final'],
    [4013, '', 'retry'],
  ])('with %i %j means: %s', (code, reason, kind) =>
    expect(classifySpeechmaticsEnd({ code, reason }, 0)).toMatchObject({ kind }),
  );

  test('a refused upgrade has its status', () =>
    expect(
      classifySpeechmaticsEnd({ code: 1006, reason: '', refused: { status: 401, headers: {}, body: '' } }, 0),
    ).toMatchObject({ kind: 'final', status: 401 }));
});
