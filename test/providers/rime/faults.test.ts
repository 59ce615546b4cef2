import { expect, test } from 'vitest';
import { classifyRimeEnd, classifyRimeError } from '../../../providers/rime/faults.ts';

test.each([
  ['400: text is too long', 'final', 'HTTP 400: text is too long'],
  ['401: invalid api key', 'final', 'HTTP 401: invalid api key'],
  ['429: Currently at websocket limit', 'retry', 'HTTP 429: Currently at websocket limit'],
  ['500', 'retry', 'HTTP 500'],
  ['Internal error', 'retry', 'the connection ended with 1011: Internal error'],
  ['', 'retry', 'the connection ended with 1011'],
])('a connection that ends with the reason %j: %s', (reason, kind, message) =>
  expect(classifyRimeEnd({ code: 1011, reason }, 0)).toMatchObject({ kind, message }),
);

test.each([
  [401, 'invalid api key', 'final'],
  [401, 'invalid subscription', 'final'],
  [403, 'access forbidden', 'final'],
  [429, 'Currently at websocket limit', 'retry'],
  [500, 'Database error', 'retry'],
])('an upgrade refused with %i and the text %j: %s', (status, body, kind) =>
  expect(classifyRimeEnd({ code: 1006, reason: '', refused: { status, headers: {}, body } }, 0)).toMatchObject({
    kind,
    message: `HTTP ${status}: ${body}`,
  }),
);

test.each([
  ['text must not be empty', 'final'],
  ['400: text is required', 'final'],
  ['503: try again', 'retry'],
])('the error %j: %s', (message, kind) => expect(classifyRimeError(message).kind).toBe(kind));
