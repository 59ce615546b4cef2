/** A frame of a client. Its parser is not the adapter's: an error would be in both. */
export interface ClientFrame {
  readonly path: string;
  readonly requestId: string;
  readonly contentType: string | null;
  readonly body: string | Uint8Array;
}

/** Parses a frame strictly; reports every deviation to `fault`. Null if it is not a frame at all. */
export function parseStrictly(frame: string | Uint8Array, fault: (what: string) => void): ClientFrame | null {
  const parts = typeof frame === 'string' ? parseTextParts(frame) : parseBinaryParts(frame);
  if (parts === null) {
    fault('a frame without the framing of the service');
    return null;
  }
  const headers = parseHeaders(parts.lines, fault);
  const { Path: path = '', 'X-RequestId': requestId = '', 'X-Timestamp': sentAt = '' } = headers;
  if (path === '') fault('a frame without a path');
  if (!/^[\dA-F]{32}$/iu.test(requestId)) fault(`${path}: the request id "${requestId}"`);
  if (!isTimestamp(sentAt)) fault(`${path}: the timestamp "${sentAt}"`);
  const contentType = headers['Content-Type'] ?? null;
  return { path, requestId: requestId.toLowerCase(), contentType, body: parts.body };
}

/** Creates a frame of the service, whose headers have no space and an order of their own. */
export function createServerText(path: string, requestId: string, body?: unknown): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  return `X-RequestId:${requestId}\r\nContent-Type:application/json; charset=utf-8\r\nPath:${path}\r\n\r\n${json}`;
}

export function createServerAudio(requestId: string, streamId: string, audio: Uint8Array): Uint8Array {
  const headers = `X-RequestId:${requestId}\r\nContent-Type:audio/x-wav\r\nX-StreamId:${streamId}\r\nPath:audio\r\n`;
  return Buffer.concat([Buffer.from([headers.length >> 8, headers.length & 0xff]), Buffer.from(headers), audio]);
}

const NAMES = ['Path', 'X-RequestId', 'X-Timestamp', 'Content-Type'];
const MAX_HEADER_BYTES = 8192;

interface Parts {
  readonly lines: readonly string[];
  readonly body: string | Uint8Array;
}

function parseTextParts(frame: string): Parts | null {
  const [, head, body] = /^((?:[^\r\n][^\r\n]*\r\n)+)\r\n(.*)$/su.exec(frame) ?? [];
  return head === undefined || body === undefined ? null : { lines: linesOf(head), body };
}

function parseBinaryParts(frame: Uint8Array): Parts | null {
  const [high = 0, low = 0] = frame;
  const length = high * 256 + low;
  if (frame.length < 2 + length || length > MAX_HEADER_BYTES) return null;
  const head = Buffer.from(frame.subarray(2, 2 + length)).toString('latin1');
  if (!/^(?:[ -~][ -~]*\r\n)+$/u.test(head)) return null;
  return { lines: linesOf(head), body: frame.slice(2 + length) };
}

function parseHeaders(lines: readonly string[], fault: (what: string) => void): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): (\S.*)$/u.exec(line) ?? [];
    if (!NAMES.includes(name)) fault(`a header "${line}"`);
    if (name in headers) fault(`the header ${name} twice`);
    headers[name] = value;
  }
  return headers;
}

function linesOf(head: string): readonly string[] {
  return head.split('\r\n').slice(0, -1);
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,7}Z$/u.test(text) && !Number.isNaN(Date.parse(text));
}
