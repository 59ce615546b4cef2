import { PROTOCOL, TOKEN_PREFIX } from '../../../src/core/protocol.ts';

type Headers = Readonly<Record<string, string | null>>;

/** A session that waits for its client, and another that does. */
export interface Doors {
  readonly path: string;
  readonly token: string;
  readonly otherToken: string;
}

/** An abuse of the handshake of a WebSocket, and the status and problem code of the answer. */
export type HandshakeCase = readonly [
  name: string,
  bytes: (doors: Doors) => string,
  status: number | null,
  code: string | null,
];

/** A handshake that would succeed, with other headers; null leaves one out. */
export function handshake({ path, token }: Doors, headers: Headers = {}, line = `GET ${path} HTTP/1.1`): string {
  const all: Headers = {
    Host: '127.0.0.1',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': `${PROTOCOL}, ${TOKEN_PREFIX}${token}`,
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== null);
  return `${line}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

const VERSIONS: readonly HandshakeCase[] = ['0', '7', '12', '14', '255', '-13', 'thirteen', ''].map((version) => [
  `version "${version}"`,
  (doors) => handshake(doors, { 'Sec-WebSocket-Version': version }),
  400,
  'bad_request',
]);

const KEYS: readonly HandshakeCase[] = [
  null,
  '',
  'short',
  'a'.repeat(24),
  'dGhlIHNhbXBsZSBub25jZQ=',
  'a'.repeat(5000),
].map((key) => [
  `a key that is ${key === null ? 'missing' : `"${key.slice(0, 24)}" of ${key.length}`}`,
  (doors) => handshake(doors, { 'Sec-WebSocket-Key': key }),
  400,
  'bad_request',
]);

const TOKENS: readonly HandshakeCase[] = [
  '',
  'ek_',
  'ek_a.b.c',
  'a.b.c',
  'ek_eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZXNfIn0.',
  '__proto__',
  'ek_'.padEnd(8000, 'a'),
].map((token) => [
  `the token "${token.slice(0, 20)}"`,
  (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': `${PROTOCOL}, ${TOKEN_PREFIX}${token}` }),
  401,
  'token_invalid',
]);

const BEARERS: readonly HandshakeCase[] = ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', 'bearer ek_', ','].map(
  (value) => [
    `the header "${value}"`,
    (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': PROTOCOL, Authorization: value }),
    401,
    'token_invalid',
  ],
);

const PROTOCOLS: readonly HandshakeCase[] = ['antiphon.v2', 'ANTIPHON.V1', 'chat', 'antiphon.v10', 'antiphon'].map(
  (protocol) => [
    `the protocol ${protocol}`,
    (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': `${protocol}, ${TOKEN_PREFIX}${doors.token}` }),
    400,
    'protocol_not_offered',
  ],
);

/** A list that is not one, or has a protocol twice. */
const LISTS: readonly HandshakeCase[] = [',', 'antiphon.v1,', 'antiphon.v1 x', 'antiphon.v1, antiphon.v1', '()'].map(
  (list) => [
    `the list "${list}"`,
    (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': list, Authorization: `Bearer ${doors.token}` }),
    400,
    'bad_request',
  ],
);

const ORIGINS: readonly HandshakeCase[] = [
  'https://evil.example',
  'null',
  'http://127.0.0.1.evil.example',
  'file://',
].map((origin) => [`a page of ${origin}`, (doors) => handshake(doors, { Origin: origin }), 403, 'origin_not_allowed']);

const ELSEWHERE: readonly HandshakeCase[] = [
  ['/', null],
  ['/healthz', 'not_found'],
  ['/v1/sessions/ses_none', 'not_found'],
  ['/openapi.json', 'not_found'],
  ['/v1/sessions/x/media/y', null],
].map(([path, code]) => [
  `a WebSocket at ${path}`,
  (doors) => handshake(doors, {}, `GET ${path} HTTP/1.1`),
  404,
  code ?? null,
]);

const OTHERS: readonly HandshakeCase[] = [
  ['no protocol', (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': null }), 400, 'protocol_not_offered'],
  ['no token', (doors) => handshake(doors, { 'Sec-WebSocket-Protocol': PROTOCOL }), 401, 'token_invalid'],
  ['the token of another', (doors) => handshake({ ...doors, token: doors.otherToken }), 401, 'token_invalid'],
  ['an upgrade to another protocol', (doors) => handshake(doors, { Upgrade: 'h2c' }), 400, 'bad_request'],
  ['no upgrade', (doors) => handshake(doors, { Connection: 'close', Upgrade: null }), 426, 'upgrade_required'],
  [
    'no such session',
    (doors) => handshake({ ...doors, path: '/v1/sessions/ses_none/media' }),
    404,
    'session_not_found',
  ],
  [
    'a WebSocket where sessions are started',
    (doors) => handshake({ ...doors, path: '/v1/sessions' }),
    405,
    'method_not_allowed',
  ],
  ['POST', (doors) => handshake(doors, {}, `POST ${doors.path} HTTP/1.1`), 405, 'method_not_allowed'],
];

export const HANDSHAKE_CASES: readonly HandshakeCase[] = [
  ...VERSIONS,
  ...KEYS,
  ...TOKENS,
  ...BEARERS,
  ...PROTOCOLS,
  ...LISTS,
  ...ORIGINS,
  ...ELSEWHERE,
  ...OTHERS,
];
