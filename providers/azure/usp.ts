import { asNumber } from '../../src/wire/json.ts';
import type { SocketFrame } from '../../src/wire/socket.ts';

/** The headers of a message to Azure Speech, in the format of HTTP. */
export interface UspHeaders {
  readonly path: string;
  /** Id of the turn: 32 hexadecimal digits. */
  readonly requestId: string;
  /** Unix time in ms. */
  readonly sentAt: number;
  readonly contentType?: string | undefined;
}

/** A message from Azure Speech. */
export interface UspFrame {
  /** In lower case. */
  readonly path: string;
  /** In lower case; `''` if missing. */
  readonly requestId: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: SocketFrame;
}

/** Creates a text message: the headers, an empty line, the body. */
export function createTextFrame(head: UspHeaders, body: string): string {
  return `${formatHeaders(head)}\r\n${body}`;
}

/** Creates a text message of JSON. `sentAt`: Unix time in ms. */
export function createJsonFrame(path: string, requestId: string, sentAt: number, body: string): string {
  return createTextFrame({ path, requestId, sentAt, contentType: 'application/json' }, body);
}

/** Creates a binary message: the length of the headers as two bytes, big-endian; the headers; the body. */
export function createBinaryFrame(head: UspHeaders, body: Uint8Array): Uint8Array {
  const headers = new TextEncoder().encode(formatHeaders(head));
  const frame = new Uint8Array(2 + headers.length + body.length);
  new DataView(frame.buffer).setUint16(0, headers.length);
  frame.set(headers, 2);
  frame.set(body, 2 + headers.length);
  return frame;
}

/** Parses a message; null if it is malformed. */
export function parseFrame(frame: SocketFrame): UspFrame | null {
  return typeof frame === 'string' ? parseText(frame) : parseBinary(frame);
}

/** Converts ticks of 100 ns to ms; null if `value` is not a number. */
export function msOfTicks(value: unknown): number | null {
  const ticks = asNumber(value);
  return ticks === null ? null : ticks / 10_000;
}

function formatHeaders({ path, requestId, sentAt, contentType }: UspHeaders): string {
  const headers = [
    ['Path', path],
    ['X-RequestId', requestId],
    ['X-Timestamp', new Date(sentAt).toISOString()],
    ['Content-Type', contentType],
  ];
  return headers.map(([name, value]) => (value === undefined ? '' : `${name}: ${value}\r\n`)).join('');
}

function parseText(text: string): UspFrame | null {
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? null : createFrame(text.slice(0, end), text.slice(end + 4));
}

function parseBinary(bytes: Uint8Array): UspFrame | null {
  if (bytes.length < 2) return null;
  const end = 2 + new DataView(bytes.buffer, bytes.byteOffset).getUint16(0);
  if (bytes.length < end) return null;
  return createFrame(new TextDecoder().decode(bytes.subarray(2, end)), bytes.subarray(end));
}

function createFrame(lines: string, body: SocketFrame): UspFrame | null {
  const headers = new Map(lines.split('\r\n').map(parseHeader));
  const path = headers.get('path')?.toLowerCase();
  return path === undefined
    ? null
    : { path, requestId: (headers.get('x-requestid') ?? '').toLowerCase(), headers, body };
}

/** Parses `Name: value` and `Name:value`. */
function parseHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
