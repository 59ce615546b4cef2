import { describe, expect, test } from 'vitest';
import { classifyAssemblyAiEnd } from '../../../providers/assemblyai/faults.ts';
import { createSpokenDialect } from './turns.ts';

describe('an error of AssemblyAI', () => {
  test.each([
    [1008, 'Unauthorized Connection: Missing Authorization header', 'final'],
    [1008, 'Unauthorized Connection: Too many concurrent sessions', 'retry'],
    [3005, 'Session Cancelled: An error occurred', 'retry'],
    [3006, 'Invalid Message Type: x', 'final'],
    [3007, 'Audio Transmission Rate Exceeded', 'retry'],
    [3008, 'Session Expired: Maximum session duration exceeded', 'expired'],
    [3009, 'Unauthorized Connection: Too many concurrent sessions', 'retry'],
    [4001, 'Not Authorized', 'final'],
    [4002, 'Insufficient Funds', 'final'],
  ])('%i %s: another attempt is %s', (code, text, kind) => {
    const message = JSON.stringify({ type: 'Error', error_code: code, error: text });
    const fault = { kind, message: `${text} (${code})` };
    expect(createSpokenDialect([1]).receive(message)).toEqual([{ kind: 'fault', fault }]);
    expect(classifyAssemblyAiEnd({ code, reason: text }, 0)).toMatchObject({ kind });
  });

  test('without a code and a text, it is retried', () =>
    expect(createSpokenDialect([1]).receive('{"type":"Error"}')).toEqual([
      { kind: 'fault', fault: { kind: 'retry', message: 'an error without a description' } },
    ]));
});

describe('the end of a connection', () => {
  test('by the network is retried', () =>
    expect(classifyAssemblyAiEnd({ code: 1006, reason: '' }, 0)).toMatchObject({ kind: 'retry' }));

  test('by a refused upgrade is what its status says', () =>
    expect(
      classifyAssemblyAiEnd({ code: 1006, reason: '', refused: { status: 401, headers: {}, body: '' } }, 0),
    ).toMatchObject({ kind: 'final', status: 401 }));
});
