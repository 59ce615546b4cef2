import { describe, expect, test } from 'vitest';
import { createBinaryFrame, parseFrame, createTextFrame, type UspHeaders } from '../../../providers/azure/usp.ts';

const ID = '0123456789abcdef0123456789abcdef';
const HEAD: UspHeaders = { path: 'audio', requestId: ID, sentAt: Date.UTC(2026, 10, 21, 7, 8, 9, 10) };
const HEADERS = `Path: audio\r\nX-RequestId: ${ID}\r\nX-Timestamp: 2026-11-21T07:08:09.010Z\r\n`;

describe('a frame to the service', () => {
  test('of text has its headers, an empty line, and its body', () => {
    const frame = createTextFrame({ ...HEAD, path: 'speech.config', contentType: 'application/json' }, '{}');
    expect(frame).toBe(`${HEADERS.replace('audio', 'speech.config')}Content-Type: application/json\r\n\r\n{}`);
  });

  test('of bytes has the length of its headers, big end first, no empty line, and its body', () => {
    const frame = createBinaryFrame(HEAD, Uint8Array.of(1, 2, 3));
    expect([...frame.subarray(0, 2)]).toEqual([0, 99]);
    expect(Buffer.from(frame.subarray(2, 101)).toString()).toBe(HEADERS);
    expect([...frame.subarray(101)]).toEqual([1, 2, 3]);
  });

  test('may have an empty body', () => {
    expect(createBinaryFrame(HEAD, new Uint8Array(0))).toHaveLength(101);
  });
});

describe('a frame of the service', () => {
  test('is read whatever the case of its names, with a space behind the colon or none', () => {
    const parsed = parseFrame(`x-requestid:${ID.toUpperCase()}\r\nPATH: Turn.End\r\nX-Odd:a:b\r\n\r\n{"a":1}`);
    expect(parsed).toMatchObject({ path: 'turn.end', requestId: ID, body: '{"a":1}' });
    expect(parsed?.headers.get('x-odd')).toBe('a:b');
  });

  test('is read with an empty body, and with an empty line in it', () => {
    expect(parseFrame('Path:turn.end\r\n\r\n')?.body).toBe('');
    expect(parseFrame('Path:turn.end\r\n\r\na\r\n\r\nb')?.body).toBe('a\r\n\r\nb');
  });

  test('of bytes is read wherever it lies in its buffer', () => {
    const frame = createBinaryFrame(HEAD, Uint8Array.of(9, 8));
    const parsed = parseFrame(Buffer.concat([Uint8Array.of(7), frame]).subarray(1));
    expect(parsed).toMatchObject({ path: 'audio', requestId: ID });
    expect([...Buffer.from(parsed?.body ?? '')]).toEqual([9, 8]);
  });

  test.each(['', 'not json', '{}', 'Path: turn.end', 'X-RequestId: 1\r\n\r\n{}', '\r\n\r\n'])(
    'that cannot be read is none: %j',
    (frame) => {
      expect(parseFrame(frame)).toBeNull();
    },
  );

  test.each([[[]], [[0]], [[0, 9, 1]], [[255, 255]]])('of bytes that cannot be read is none: %j', (bytes) => {
    expect(parseFrame(Uint8Array.from(bytes))).toBeNull();
  });
});
