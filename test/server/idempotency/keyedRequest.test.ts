import { describe, expect, it } from 'vitest';
import { parseIdempotencyKey } from '../../../src/server/idempotency/keyedRequest.ts';

describe('the header Idempotency-Key', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['a', 'a'],
    ['"a b, c"', 'a b, c'],
    [String.raw`"a \"quoted\" \\ word"`, String.raw`a "quoted" \ word`],
    [String.raw`a\b`, String.raw`a\b`],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    [`"${String.raw`\"`.repeat(255)}"`, '"'.repeat(255)],
    ['__proto__', '__proto__'],
  ])('%j is the key %j', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key);
  });

  it.each<[string, string | readonly string[]]>([
    ['empty', ''],
    ['an empty string', '""'],
    ['two keys', 'a, b'],
    ['two strings', '"a", "b"'],
    ['two headers', ['a', 'b']],
    ['a string with parameters', '"a";b=1'],
    ['a string that is not closed', '"a'],
    ['a string with an escape that is none', String.raw`"\a"`],
    ['two words', 'a b'],
    ['a tab', 'a\tb'],
    ['not ASCII', 'clé'],
    ['not ASCII, in a string', '"clé"'],
    ['an emoji', '🔑'],
    ['a control character', '"a\u0000"'],
    ['256 characters', 'k'.repeat(256)],
    ['256 characters in a string', `"${'k'.repeat(256)}"`],
  ])('is refused if it is %s, and not quoted', (_what, header) => {
    expect(() => parseIdempotencyKey(header)).toThrow(
      expect.objectContaining({
        code: 'idempotency_key_invalid',
        message: 'Idempotency-Key must be a single key of 1 to 255 ASCII characters.',
      }),
    );
  });
});
