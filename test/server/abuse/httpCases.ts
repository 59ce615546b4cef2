/** An abuse of HTTP: what is sent, and the status and problem code of the answer. */
export type HttpCase = readonly [name: string, bytes: string, status: number | null, code: string | null];

type Headers = Readonly<Record<string, string>>;

const HOST = '127.0.0.1';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A well-formed request, after which the connection is closed. Headers may be replaced. */
function request(line: string, headers: Headers = {}, body = ''): string {
  const length = body === '' ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const all: Headers = { Host: HOST, Connection: 'close', ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const start = (body: string, headers: Headers = JSON_TYPE): string => request('POST /v1/sessions', headers, body);

const METHODS: readonly HttpCase[] = [
  ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'GET'].map(
    (method): HttpCase => [
      `${method} where sessions are started`,
      request(`${method} /v1/sessions`),
      405,
      'method_not_allowed',
    ],
  ),
  ['HEAD where sessions are started', request('HEAD /v1/sessions'), 405, null],
  ['OPTIONS where sessions are started', request('OPTIONS /v1/sessions'), 204, null],
  ['an expectation', request('POST /v1/sessions', { Expect: 'tea' }), 417, null],
];

const PATHS: readonly HttpCase[] = [
  '/',
  '//',
  '/v1',
  '/v1/sessions/',
  '/V1/Sessions',
  '/v1/sessions/a/b',
  '/v1/../v1/sessions',
  '/%2e%2e/etc/passwd',
  '/v1/sessions%00',
  '/v1//sessions',
  '/startSession/',
  '/metrics/../healthz',
  '/healthz%20',
  '/.git/config',
  `/${'a'.repeat(8000)}`,
].map((path) => [`nothing at ${path.slice(0, 30)}`, request(`POST ${path}`), 404, null]);

const BAD_PATHS: readonly HttpCase[] = [
  ['a percent sign alone', request('GET /%'), 400, 'FST_ERR_BAD_URL'],
  ['a percent sign and letters', request('GET /v1/sessions/%zz'), 400, 'FST_ERR_BAD_URL'],
  ['a byte that is not ASCII', request('GET /\u00ff'), 400, null],
];

const IDS: readonly HttpCase[] = [
  'ses_',
  'ses_00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'toString',
  '%2e%2e',
  '..%2f..%2fetc',
  '%00',
  "' OR 1=1 --".replaceAll(' ', '%20'),
  'a'.repeat(90),
  '%F0%9F%92%A9',
  '*',
].flatMap((id): HttpCase[] => [
  [`no session ${id.slice(0, 20)}`, request(`GET /v1/sessions/${id}`), 404, 'session_not_found'],
  [`no session ${id.slice(0, 20)} to end`, request(`DELETE /v1/sessions/${id}`), 404, 'session_not_found'],
]);

const INVALID_JSON: readonly HttpCase[] = [
  '{',
  '}',
  '{"a"',
  '{"a":}',
  '[1,',
  '{a:1}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":01}',
  '{"a":NaN}',
  '{"a":undefined}',
  '"',
  '"\u0000"',
  'nul',
  'tru',
  '\u0000',
  '{}{}',
  '{"custom_data":{"__proto__":{"a":1}}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '['.repeat(30_000),
  '{"a":'.repeat(10_000),
].map((body) => [`no JSON: ${JSON.stringify(body.slice(0, 24))}`, start(body), 400, 'invalid_json']);

const INVALID_BODIES: readonly HttpCase[] = [
  'null',
  'true',
  '1',
  '1e999',
  '"text"',
  '[]',
  '[{}]',
  '{"unknown":1}',
  '{"custom_data":1}',
  '{"custom_data":[]}',
  '{"custom_data":null}',
  '{"max_duration":0}',
  '{"max_duration":-1}',
  '{"max_duration":86401}',
  '{"max_duration":"60"}',
  '{"max_duration":1e309}',
  '{"transport":{}}',
  '{"transport":null}',
  '{"transport":{"type":"webrtc","protocol":"antiphon.v1"}}',
  '{"transport":{"type":"websocket","protocol":"antiphon.v2"}}',
  '{"transport":{"type":"websocket","protocol":"antiphon.v1","audio":{"input":{"encoding":"opus","sample_rate":16000}}}}',
  '{"transport":{"type":"websocket","protocol":"antiphon.v1","audio":{"input":{"encoding":"pcm_s16le","sample_rate":16001}}}}',
  '{"transport":{"type":"websocket","protocol":"antiphon.v1","audio":{"output":{"encoding":"pcm_s16le","sample_rate":16000,"frame_ms":21}}}}',
  '{"session_id":"ses_mine"}',
  '{"scheduler":{}}',
].map((body) => [`a body that breaks a rule: ${body.slice(0, 60)}`, start(body), 422, 'invalid_request']);

const TYPES: readonly HttpCase[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json-patch+json',
  '*/*',
  'application/',
  'json',
  ',',
].map((type) => [`a body of type ${type}`, start('{}', { 'Content-Type': type }), 415, 'unsupported_media_type']);

const ORIGINS: readonly HttpCase[] = [
  'https://evil.example',
  'null',
  'http://127.0.0.1.evil.example',
  'http://evil.example#127.0.0.1',
  'file://',
  'http://localhost@evil.example',
  'x'.repeat(2000),
].map((origin) => [
  `a page of ${origin.slice(0, 30)}`,
  start('{}', { ...JSON_TYPE, Origin: origin }),
  403,
  'origin_not_allowed',
]);

const SIZES: readonly HttpCase[] = [
  ['a body of 64 KiB and a byte', start(`"${'a'.repeat(65_535)}"`), 413, 'payload_too_large'],
  [
    'a body that is announced too large',
    start('{}', { ...JSON_TYPE, 'Content-Length': '99999999' }),
    413,
    'payload_too_large',
  ],
  ['headers of 20 KiB', request('GET /healthz', { 'X-Long': 'a'.repeat(20_000) }), 431, null],
  [
    '3000 headers',
    request('GET /healthz', Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`X-${n}`, 'a']))),
    431,
    null,
  ],
  ['a path of 20 KiB', request(`GET /${'a'.repeat(20_000)}`), 431, null],
];

const MALFORMED: readonly HttpCase[] = [
  ['nothing', '', null],
  ['an empty line', '\r\n', null],
  ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
  ['no version, which is HTTP/0.9 and answered', 'GET /healthz\r\n\r\n', 200],
  ['HTTP/3.0', 'GET /healthz HTTP/3.0\r\nHost: a\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an unknown method', 'FROB /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a lower-case method', 'get /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n', 400],
  ['no colon', 'GET /healthz HTTP/1.1\r\nHost\r\n\r\n', 400],
  ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n', 400],
  ['a folded header', 'GET /healthz HTTP/1.1\r\n folded: 1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  ['a length that is no number', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: two\r\n\r\n{}', 400],
  ['a negative length', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n{}', 400],
  ['a length of 2^64', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551616\r\n\r\n{}', 400],
  [
    'a length and chunks',
    'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a chunk size that is no number',
    'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
    400,
  ],
  ['an unknown transfer encoding', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: frob\r\n\r\n{}', 400],
  [
    'chunked twice',
    'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['garbage', '\u0001\u0002\u0003\u0004\u0005\u0006\u0007', 400],
  ['an e-mail', 'HELO example\r\nMAIL FROM:<a@b>\r\n', 400],
  ['half a request', 'POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-', 400],
].map(([name, bytes, status]) => [`not HTTP: ${name as string}`, bytes as string, status as number | null, null]);

export const HTTP_CASES: readonly HttpCase[] = [
  ...METHODS,
  ...PATHS,
  ...BAD_PATHS,
  ...IDS,
  ...INVALID_JSON,
  ...INVALID_BODIES,
  ...TYPES,
  ...ORIGINS,
  ...SIZES,
  ...MALFORMED,
];
