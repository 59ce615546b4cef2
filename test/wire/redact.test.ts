import { expect, it } from 'vitest';
import { redactFault, redactKeys } from '../../src/wire/redact.ts';

const redactedMessage = (message: string, headers: Record<string, string>): string =>
  redactFault({ kind: 'final', message }, headers).message;

it.each([
  [{ authorization: 'Bearer sk-12345678' }, 'wrong key sk-12345678', 'wrong key ***'],
  [{ 'Ocp-Apim-Subscription-Key': 'abcdefgh' }, 'abcdefgh or abcdefgh', '*** or ***'],
  [{ 'xi-api-key': 'abcdefgh' }, 'no such voice', 'no such voice'],
  [{ authorization: 'Bearer sk-12345678' }, 'a Bearer is wanted', 'a Bearer is wanted'],
  [{ authorization: 'Token abc123' }, 'no Token abc123', 'no Token ***'],
  [{ 'x-api-key': 'abc123' }, 'no key abc123', 'no key ***'],
  [{ 'x-api-key': 'abc12' }, 'no key abc12', 'no key abc12'],
  [{ 'x-key': 'abcdef', 'x-token': 'abcdefgh' }, 'abcdefgh', '***'],
  [{ 'content-type': 'application/json' }, 'not application/json', 'not application/json'],
])('a key is not repeated: %o, "%s" is "%s"', (headers, message, discreetly) => {
  expect(redactedMessage(message, headers)).toBe(discreetly);
});

it('nor one that would be cut', () => {
  const message = `${'x'.repeat(290)} sk-12345678 is wrong`;
  expect(redactedMessage(message, { 'xi-api-key': 'sk-12345678' })).toBe(`${'x'.repeat(290)} *** is wr`);
});

it('nor what else was secret in the request', () => {
  expect(redactKeys('the JWT a.b.c.d is wrong', {}, ['a.b.c.d'])).toBe('the JWT *** is wrong');
});

it('of a long message the first 300 characters are kept', () => {
  expect(redactedMessage('x'.repeat(301), {})).toBe('x'.repeat(300));
});

it('all else stays as it is', () => {
  const fault = { kind: 'retry', message: 'busy', status: 429, retryAfterMs: 20 } as const;
  expect(redactFault(fault, { authorization: 'Token secret-key' })).toEqual(fault);
});
