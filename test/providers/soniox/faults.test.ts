import { describe, expect, test } from 'vitest';
import type { WireFault } from '../../../src/wire/fault.ts';
import { createSpokenDialect } from './responses.ts';

function faultOf(error: object): WireFault | undefined {
  const [action] = createSpokenDialect([1]).receive(JSON.stringify({ tokens: [], ...error }));
  return action?.kind === 'fault' ? action.fault : undefined;
}

describe('an error of Soniox', () => {
  test.each([
    [400, 'invalid_request', 'final'],
    [401, 'unauthenticated', 'final'],
    [402, 'organization_balance_exhausted', 'final'],
    [403, 'permission_denied', 'final'],
    [408, 'request_timeout', 'retry'],
    [413, 'max_duration_reached', 'expired'],
    [429, 'limit_exceeded', 'retry'],
    [429, 'max_concurrent_connections_reached', 'retry'],
    [500, 'internal_error', 'retry'],
    [503, 'service_unavailable', 'retry'],
  ])('%i %s: another attempt is %s', (error_code, error_type, kind) =>
    expect(faultOf({ error_code, error_type, error_message: 'Why.' })).toEqual({
      kind,
      message: 'Why.',
      status: error_code,
    }),
  );

  test('a stream that Soniox ends is replaced at once', () =>
    expect(
      faultOf({
        error_code: 503,
        error_type: 'service_unavailable',
        error_message: 'Cannot continue request (code 2). Please restart the request.',
      }),
    ).toMatchObject({ kind: 'expired' }));

  test('the request id is in the message', () =>
    expect(faultOf({ error_code: 400, error_message: 'Invalid model.', request_id: 'r1' })).toMatchObject({
      message: 'Invalid model. (request r1)',
    }));

  test('without a message, the type is reported', () => {
    expect(faultOf({ error_type: 'unheard_of' })).toMatchObject({ kind: 'retry', message: 'unheard_of' });
    expect(faultOf({ error_code: 503 })).toMatchObject({ message: 'an error without a description' });
  });
});
