import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { toSpecifier } from '../../src/cli/toSpecifier.ts';

test.each([
  ['of Windows', '..\\agents\\own.ts', win32, '../agents/own.ts'],
  ['of Windows, with %, # and a space', 'a b\\50%#1\\own.ts', win32, './a b/50%25%231/own.ts'],
  ['of POSIX', '../agents/own.ts', posix, '../agents/own.ts'],
  ['of POSIX, with a backslash', 'a\\b/own.ts', posix, './a%5Cb/own.ts'],
  ['of POSIX, with %, #, ? and a space', 'a b/50%#1?/own.ts', posix, './a b/50%25%231%3F/own.ts'],
  ['of POSIX, absolute', '/a b/own.ts', posix, 'file:///a%20b/own.ts'],
])('a score imports an agent by a path %s: %s', (_, path, platform, specifier) => {
  expect(toSpecifier(path, platform)).toBe(specifier);
});
