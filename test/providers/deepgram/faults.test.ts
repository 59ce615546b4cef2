import { describe, expect, test } from 'vitest';
import { classifyDeepgramEnd } from '../../../providers/deepgram/faults.ts';
import type { WireFault } from '../../../src/wire/fault.ts';

function ended(code: number, reason: string): WireFault {
  return classifyDeepgramEnd({ code, reason }, 0);
}

function refused(status: number, headers: Readonly<Record<string, string>> = {}, body = ''): WireFault {
  return classifyDeepgramEnd({ code: 1006, reason: '', refused: { status, headers, body } }, 0);
}

describe('how an end is taken', () => {
  test.each<[code: number, reason: string, kind: WireFault['kind']]>([
    [1011, 'Deepgram did not receive audio data. See https://dpgr.am/net0001', 'retry'],
    [1011, 'NET-0000', 'retry'],
    [1008, 'NET-0001', 'retry'],
    [1008, 'DATA-0000', 'final'],
    [1002, 'DATA-0000', 'final'],
    [1011, 'DATA-0000', 'final'],
    [1003, 'MESSAGE-0000', 'final'],
    [1009, 'BIG-0001', 'final'],
    [1006, '', 'retry'],
    [1001, 'going away', 'retry'],
    [1000, '', 'retry'],
  ])('%i %s: %s', (code, reason, kind) => expect(ended(code, reason).kind).toBe(kind));

  test('the reason is reported', () =>
    expect(ended(1011, 'NET-0000').message).toBe('the connection ended with 1011: NET-0000'));
});

describe('how a refusal is taken', () => {
  test.each([400, 401, 402, 403, 404])('%i is final', (status) =>
    expect(refused(status)).toMatchObject({ kind: 'final', status }),
  );
  test.each([429, 500, 503])('%i may be tried again', (status) =>
    expect(refused(status)).toMatchObject({ kind: 'retry', status }),
  );

  test('the header with the reason is reported, with the request', () =>
    expect(refused(400, { 'dg-error': 'no such model', 'dg-request-id': 'r1' }).message).toBe(
      'HTTP 400: no such model (request r1)',
    ));

  test('but not twice', () => {
    const body = '{"err_code":"INVALID_AUTH","err_msg":"Invalid credentials.","request_id":"r1"}';
    expect(refused(401, { 'dg-error': 'Invalid credentials.' }, body).message).toBe('HTTP 401: Invalid credentials.');
  });

  test('the requested wait is kept', () =>
    expect(refused(429, { 'retry-after': '2' })).toMatchObject({ kind: 'retry', retryAfterMs: 2000 }));
});
