import { expect, test } from 'vitest';
import { errorOf, faultOfEnd, faultOfStatus } from '../../src/wire/fault.ts';

test.each([400, 401, 402, 403, 404, 422, 302])('HTTP %i is final', (status) => {
  expect(faultOfStatus(status, {}, '', 0)).toMatchObject({ kind: 'final', status });
});

test.each([408, 409, 425, 429, 500, 502, 503, 504, 529])('HTTP %i may be tried again', (status) => {
  expect(faultOfStatus(status, {}, '', 0)).toMatchObject({ kind: 'retry', status });
});

test.each([
  [
    'OpenAI',
    '{"error":{"message":"Incorrect API key provided.","type":"invalid_request_error"}}',
    'Incorrect API key provided.',
  ],
  ['Deepgram', '{"err_code":"INVALID_AUTH","err_msg":"Invalid credentials.","request_id":"x"}', 'Invalid credentials.'],
  ['ElevenLabs', '{"detail":{"status":"quota","message":"Out of credits."}}', 'Out of credits.'],
  ['FastAPI', '{"detail":"Not Found"}', 'Not Found'],
  ['escapes', '{"message":"model \\"x\\"\\nis unknown"}', 'model "x" is unknown'],
  [
    'escapes of letters',
    String.raw`{"message":"Schl\u00fcssel sk\/a ung\u00FCltig \ud83d\ude00"}`,
    'Schlüssel sk/a ungültig 😀',
  ],
  ['escapes that are none', String.raw`{"message":"C:\N is \u12"}`, String.raw`C:\N is \u12`],
  ['a field of its own', String.raw`{"fault":"sk\/a is wrong"}`, '{"fault":"sk/a is wrong"}'],
  ['no JSON', '  Service\n Unavailable ', 'Service Unavailable'],
])('a refusal has the message that %s put into its body', (_, body, message) => {
  expect(faultOfStatus(400, {}, body, 0).message).toBe(`HTTP 400: ${message}`);
});

test.each(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'account_deactivated'])(
  'an account that is out of credit is refused for good: %s, also where a retry is requested',
  (code) => {
    const body = JSON.stringify({ error: { message: 'You exceeded your current quota.', type: 'x', code } });
    expect(faultOfStatus(429, { 'x-should-retry': 'true' }, body, 0).kind).toBe('final');
    expect(faultOfStatus(429, {}, JSON.stringify({ error: { type: code } }), 0).kind).toBe('final');
  },
);

test('a provider that says whether to try again is believed', () => {
  expect(faultOfStatus(429, { 'x-should-retry': 'false' }, '', 0).kind).toBe('final');
  expect(faultOfStatus(400, { 'x-should-retry': 'true' }, '', 0).kind).toBe('retry');
});

test('a refusal without a body has its status as message', () => {
  expect(faultOfStatus(503, {}, '', 0).message).toBe('HTTP 503');
});

test('a long body is kept whole: a key in it must not be cut before it is found', () => {
  expect(faultOfStatus(500, {}, 'x'.repeat(301), 0).message).toBe(`HTTP 500: ${'x'.repeat(301)}`);
});

test.each([
  ['in ms', { 'retry-after-ms': '1500' }, 1500],
  ['in seconds', { 'retry-after': '2' }, 2000],
  ['in parts of seconds', { 'retry-after': ' 0.5 ' }, 500],
  ['not at all', { 'retry-after': '0' }, 0],
  ['in ms rather than in seconds', { 'retry-after-ms': '20', 'retry-after': '60' }, 20],
  ['until a date', { 'retry-after': 'Thu, 01 Jan 1970 00:00:12 GMT' }, 2000],
  ['until a date that has passed', { 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 0],
  ['in words that nobody understands', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('a provider requests a pause %s', (_, headers: Record<string, string>, expected) => {
  expect(faultOfStatus(429, headers, '', 10_000).retryAfterMs).toBe(expected);
});

test.each([1002, 1003, 1007, 1008, 1009])('close code %i is final', (code) => {
  expect(faultOfEnd({ code, reason: '' }, 0)).toEqual({ kind: 'final', message: `the connection ended with ${code}` });
});

test.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 4000])('close code %i may be tried again', (code) => {
  expect(faultOfEnd({ code, reason: 'why' }, 0)).toEqual({
    kind: 'retry',
    message: `the connection ended with ${code}: why`,
  });
});

test('a refused upgrade is taken by its status', () => {
  const refused = { status: 429, headers: { 'retry-after': '1' }, body: 'too many' };
  expect(faultOfEnd({ code: 1006, reason: '', refused }, 0)).toEqual({
    kind: 'retry',
    message: 'HTTP 429: too many',
    status: 429,
    retryAfterMs: 1000,
  });
});

test('what is final is a refusal, by name and status', () => {
  const error = errorOf('Deepgram', { kind: 'final', message: 'HTTP 401', status: 401 }, { segment: 3 });
  expect(error).toMatchObject({
    code: 'provider_refused',
    message: 'Deepgram: HTTP 401',
    details: { provider: 'Deepgram', status: 401, segment: 3 },
  });
});

test.each(['retry', 'expired'] as const)('what was %s in vain is a failure', (kind) => {
  expect(errorOf('Azure', { kind, message: 'no' })).toMatchObject({ code: 'provider_failed', message: 'Azure: no' });
});
