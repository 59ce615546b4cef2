import { expect, it } from 'vitest';
import { discreet } from '../../../src/core/wire/discreet.ts';

const said = (message: string, headers: Record<string, string>): string =>
  discreet({ kind: 'final', message }, headers).message;

it.each([
  [{ authorization: 'Bearer sk-12345678' }, 'wrong key sk-12345678', 'wrong key ***'],
  [{ 'Ocp-Apim-Subscription-Key': 'abcdefgh' }, 'abcdefgh or abcdefgh', '*** or ***'],
  [{ 'xi-api-key': 'abcdefgh' }, 'no such voice', 'no such voice'],
  [{ authorization: 'Bearer sk-12345678' }, 'a Bearer is wanted', 'a Bearer is wanted'],
  [{ 'content-type': 'application/json' }, 'not application/json', 'not application/json'],
])('a key is not repeated: %o, "%s" is "%s"', (headers, message, discreetly) => {
  expect(said(message, headers)).toBe(discreetly);
});

it('all else stays as it is', () => {
  const fault = { kind: 'retry', message: 'busy', status: 429, retryAfterMs: 20 } as const;
  expect(discreet(fault, { authorization: 'Token secret-key' })).toEqual(fault);
});
