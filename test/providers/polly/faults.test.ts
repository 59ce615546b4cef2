import { expect, test } from 'vitest';
import { classifyPollyRefusal } from '../../../providers/polly/faults.ts';

test.each([
  [400, 'ThrottlingException:http://internal.amazon.com/', 'retry', 'ThrottlingException: HTTP 400: the reason'],
  [400, 'TooManyRequestsException', 'retry', 'TooManyRequestsException: HTTP 400: the reason'],
  [400, 'InvalidSsmlException', 'final', 'InvalidSsmlException: HTTP 400: the reason'],
  [400, 'TextLengthExceededException', 'final', 'TextLengthExceededException: HTTP 400: the reason'],
  [403, 'UnrecognizedClientException', 'final', 'UnrecognizedClientException: HTTP 403: the reason'],
  [500, 'ServiceFailureException', 'retry', 'ServiceFailureException: HTTP 500: the reason'],
])('%i %s: %s', (status, type, kind, message) =>
  expect(classifyPollyRefusal(status, { 'x-amzn-errortype': type }, '{"message":"the reason"}', 0)).toMatchObject({
    kind,
    message,
  }),
);

test('the exception may be named in the body', () =>
  expect(
    classifyPollyRefusal(400, {}, '{"__type":"com.amazon.coral.availability#ThrottlingException"}', 0),
  ).toMatchObject({ kind: 'retry' }));

test('without a name, the status decides', () =>
  expect(classifyPollyRefusal(503, {}, '', 0)).toMatchObject({ kind: 'retry', message: 'HTTP 503' }));
