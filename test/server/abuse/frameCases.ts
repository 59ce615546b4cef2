import { frame } from './flood.ts';

/** An abuse of an open WebSocket: what is sent, and the close code of the server. */
export type FrameCase = readonly [name: string, bytes: Buffer, code: number];

const [TEXT, BINARY, CLOSE, PING, PONG] = [0x1, 0x2, 0x8, 0x9, 0xa];

const text = (json: string): Buffer => frame(TEXT, Buffer.from(json));
const message = (value: object): Buffer => text(JSON.stringify(value));
/** The frame with other bits in its first byte. */
const marked = (bits: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(bytes[0] ?? 0) | bits]), bytes.subarray(1)]);
/** A frame that announces a length of 64 bits. */
const announced = (bytes: bigint): Buffer => {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(bytes);
  return Buffer.concat([Buffer.from([0x82, 0xff]), length, Buffer.alloc(4)]);
};

const OPCODES: readonly FrameCase[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [
  `opcode ${opcode}`,
  frame(opcode),
  1002,
]);

const RESERVED: readonly FrameCase[] = [0x40, 0x20, 0x10, 0x70].flatMap((bits): FrameCase[] =>
  [text('{}'), frame(BINARY, Buffer.alloc(640)), frame(PING)].map((bytes, at) => [
    `reserved bits ${bits} in a ${['text', 'binary', 'ping'][at] ?? ''} frame`,
    marked(bits, bytes),
    1002,
  ]),
);

const CONTROL: readonly FrameCase[] = [CLOSE, PING, PONG].flatMap((opcode): FrameCase[] => [
  [`opcode ${opcode} in fragments`, frame(opcode, Buffer.alloc(0), false), 1002],
  [`opcode ${opcode} with 126 bytes`, frame(opcode, Buffer.alloc(126)), 1002],
]);

const FRAGMENTS: readonly FrameCase[] = [
  ['a continuation of nothing', frame(0), 1002],
  ['a text in a text', Buffer.concat([frame(TEXT, undefined, false), text('{}')]), 1002],
  ['audio in a text', Buffer.concat([frame(TEXT, undefined, false), frame(BINARY, Buffer.alloc(640))]), 1002],
  [
    '65 fragments',
    Buffer.concat([frame(TEXT, undefined, false), ...Array.from({ length: 65 }, () => frame(0, undefined, false))]),
    1008,
  ],
  [
    'fragments of 64 KiB and more',
    Buffer.concat([frame(BINARY, Buffer.alloc(60_000), false), frame(0, Buffer.alloc(6000))]),
    1009,
  ],
];

const LENGTHS: readonly FrameCase[] = [
  ['64 KiB and a byte announced', announced(65_537n), 1009],
  ['4 GiB announced', announced(2n ** 32n), 1009],
  ['2^53 bytes announced', announced(2n ** 53n), 1009],
  ['2^63 bytes announced', announced(2n ** 63n), 1009],
  ['2^64 - 1 bytes announced', announced(2n ** 64n - 1n), 1009],
];

const UNMASKED: readonly FrameCase[] = [
  ['an unmasked text', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
  ['unmasked audio', Buffer.concat([Buffer.from([0x82, 0x7e, 0x02, 0x80]), Buffer.alloc(640)]), 1002],
  ['an unmasked ping', Buffer.from([0x89, 0x00]), 1002],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 1002],
];

const NOT_UTF8: readonly FrameCase[] = [
  [0x80],
  [0xc0, 0xaf],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xff],
  [0xc3],
  [0xe2, 0x82],
].map((bytes) => [
  `no UTF-8: ${bytes.map((byte) => byte.toString(16)).join(' ')}`,
  frame(TEXT, Buffer.from(bytes)),
  1007,
]);

const CLOSES: readonly FrameCase[] = [
  ...[0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535].map((code): FrameCase => {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    return [`close code ${code}`, frame(CLOSE, payload), 1002];
  }),
  ['half a close code', frame(CLOSE, Buffer.alloc(1)), 1002],
  ['a close reason that is no UTF-8', frame(CLOSE, Buffer.from([0x03, 0xe8, 0xff])), 1007],
];

const AUDIO: readonly FrameCase[] = [0, 1, 2, 3, 318, 319, 321, 641, 3201, 3202, 6400, 65_535].map((bytes) => [
  `${bytes} bytes of audio`,
  frame(BINARY, Buffer.alloc(bytes)),
  4400,
]);

const NO_MESSAGES: readonly FrameCase[] = [
  '',
  ' ',
  '\u0000',
  '{',
  '}',
  '[]',
  'null',
  'true',
  '1',
  '"ping"',
  '{}',
  '{"type":1}',
  '{"type":null}',
  '{"type":[]}',
  '{"type":{}}',
  '{"type":"ping"',
  '{"type":"ping","t":1}}',
  '{"type":"ping","t":NaN}',
  "{'type':'ping'}",
  '{"type":"ping","t":1}{"type":"ping","t":2}',
  '<xml/>',
  'A'.repeat(65_000),
].map((json) => [`no message: ${JSON.stringify(json.slice(0, 30))}`, text(json), 4400]);

const DEEP: readonly FrameCase[] = [
  ['lists', text('['.repeat(60_000)), 4429],
  ['objects', text('{"a":'.repeat(10_000)), 4429],
  ['an unknown message', text(`{"type":"x","a":${'['.repeat(40)}${']'.repeat(40)}}`), 4429],
];

/** One valid message for each type, and for each of its fields values that it may not have. */
const FIELDS: readonly FrameCase[] = [
  ...['playback.started', 'playback.position', 'playback.finished'].flatMap((type) => [
    ...[undefined, 1, null, [], 'a'.repeat(129)].map((utterance_id) => ({ type, utterance_id, played_samples: 0 })),
    ...[undefined, -1, 0.5, '1', null, 1e300].map((played_samples) => ({ type, utterance_id: 'u0.0', played_samples })),
    ...[-1, '1', null].map((output_latency_ms) => ({ type, utterance_id: 'u', played_samples: 0, output_latency_ms })),
    { type, utterance_id: 'u9.9', played_samples: 0 },
    { type, utterance_id: '__proto__', played_samples: 0 },
  ]),
  ...[undefined, -1, '0', 0.5].map((clear_id) => ({
    type: 'playback.cleared',
    utterance_id: 'u',
    clear_id,
    played_samples: 0,
  })),
  { type: 'playback.cleared', utterance_id: 'u9.9', clear_id: 0, played_samples: 0 },
  ...[undefined, '', 1, null, [], {}, 'a'.repeat(8193)].map((typed) => ({ type: 'input.text', text: typed })),
  ...[undefined, '1', null, [], {}].map((t) => ({ type: 'ping', t })),
].map((value) => [`a wrong field: ${JSON.stringify(value).slice(0, 90)}`, message(value), 4400]);

const times = (count: number, bytes: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => bytes));

/** Above the burst by what flows back in 20 s: neither a slow machine nor a stall makes them admissible. */
const TOO_MUCH: readonly FrameCase[] = Object.entries({
  messages: times(2300, message({ type: 'input.mute' })),
  'messages of unknown types': times(2300, message({ type: 'x' })),
  'long messages': times(30, text(`{"type":"x","a":"${'a'.repeat(65_000)}"}`)),
  'of the longest texts': times(12, message({ type: 'input.text', text: 'a'.repeat(8192) })),
  pings: times(300, frame(PING)),
  pongs: times(300, frame(PONG)),
  audio: times(500, frame(BINARY, Buffer.alloc(3200))),
}).map(([name, bytes]): FrameCase => [`too many ${name}`, bytes, 4429]);

export const FRAME_CASES: readonly FrameCase[] = [
  ...OPCODES,
  ...RESERVED,
  ...CONTROL,
  ...FRAGMENTS,
  ...LENGTHS,
  ...UNMASKED,
  ...NOT_UTF8,
  ...CLOSES,
  ...AUDIO,
  ...NO_MESSAGES,
  ...DEEP,
  ...FIELDS,
  ...TOO_MUCH,
];
